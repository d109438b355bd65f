import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { NEWEST_STEP } from "../db/index.ts";
import { PROGRAM_VERSION } from "../program-version.ts";
import type { ScanMeasures } from "../runs/scan-measures.ts";
import { measuresByName } from "./measures.ts";
import type { MeasureName } from "./measures.ts";

type Labels = Readonly<Record<string, string | number>>;

/** Of the process, whatever runs in it. */
let ofProcess: Registry | null = null;

/** Begins to watch the process, where nothing does so yet: its event loop and garbage collection are seen from then on. */
export function measureProcess(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The metrics of one server or worker. */
export class Metrics implements ScanMeasures {
  readonly #registry = new Registry();

  constructor(role: "server" | "worker") {
    for (const [name, measure] of measuresByName) {
      const made = { name, help: measure.help, labelNames: [...measure.labels], registers: [] };
      this.#registry.registerMetric(
        measure.kind === "histogram"
          ? new Histogram({ ...made, buckets: [...measure.buckets] })
          : measure.kind === "counter"
            ? new Counter(made)
            : new Gauge(made),
      );
    }
    this.set("scanbook_build_info", 1, { version: PROGRAM_VERSION, schema: NEWEST_STEP, role });
  }

  /** Sets a gauge; with null it has no value. */
  set(name: MeasureName<"gauge">, value: number | null, labels: Labels = {}): void {
    const gauge = this.#registry.getSingleMetric(name);
    if (!(gauge instanceof Gauge)) throw new TypeError(`${name} is no gauge`);
    if (value === null) gauge.remove(labels);
    else gauge.set(labels, value);
  }

  /** Sets a gauge for every value of its label, and for no other. */
  setAll(name: MeasureName<"gauge">, label: string, values: ReadonlyMap<string, number>): void {
    const gauge = this.#registry.getSingleMetric(name);
    if (!(gauge instanceof Gauge)) throw new TypeError(`${name} is no gauge`);
    gauge.reset();
    for (const [value, number] of values) gauge.set({ [label]: value }, number);
  }

  add(name: MeasureName<"counter">, labels: Labels = {}, by = 1): void {
    const counter = this.#registry.getSingleMetric(name);
    if (!(counter instanceof Counter)) throw new TypeError(`${name} is no counter`);
    counter.inc(labels, by);
  }

  /** A count that another program keeps. */
  setCount(name: MeasureName<"counter">, value: number): void {
    const counter = this.#registry.getSingleMetric(name);
    if (!(counter instanceof Counter)) throw new TypeError(`${name} is no counter`);
    counter.reset();
    counter.inc(value);
  }

  #observe(name: MeasureName<"histogram">, seconds: number, labels: Labels): void {
    const histogram = this.#registry.getSingleMetric(name);
    if (!(histogram instanceof Histogram)) throw new TypeError(`${name} is no histogram`);
    histogram.observe(labels, seconds);
  }

  scanStep(kind: "run" | "preview", stage: string, seconds: number): void {
    this.#observe("scanbook_scan_step_duration_seconds", seconds, { kind, stage });
  }

  answersDropped(clauses: number): void {
    this.add("scanbook_answers_dropped_total", {}, clauses);
  }

  scanEnded(kind: "run" | "preview", status: string): void {
    this.add("scanbook_scans_ended_total", { kind, status });
  }

  /** Measures every answer of an application, by its route and not by its address, which may hold ids. */
  watch(app: FastifyInstance): void {
    app.addHook("onResponse", async (request, reply) => {
      const { config, url } = request.routeOptions;
      const route = config.route?.path ?? (url === undefined ? "other" : url === "/*" ? "file" : url);
      const labels = { method: request.method, route, status: reply.statusCode };
      this.#observe("scanbook_http_request_duration_seconds", reply.elapsedTime / 1_000, labels);
    });
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await measureProcess().metrics()}`;
  }
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
