import { request as httpRequest } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { readConfig, requestEnded, serve } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { NEWEST_STEP, openDatabase } from "../../src/server/db/index.ts";
import { JOBS } from "../../src/server/jobs/job-kinds.ts";
import { MEASURES } from "../../src/server/monitoring/measures.ts";
import { sharedServices } from "../shared-services.ts";
import { readMetrics } from "./prometheus-text.ts";
import type { Family } from "./prometheus-text.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { makeAccount, request, serverFolder, signedIn } from "./test-server.ts";

const EMAIL = "somebody@example.org";
const NAME = "A request of nobody else";
const logger = pino({ level: "silent" });

let data: string;
let market: Market;
let database: TestDatabase;
let server: Server;
let operators: string;
/** What identifies the account of this file, its request and its calls. */
const own: string[] = [EMAIL, NAME];

beforeAll(async () => {
  const shared = await sharedServices();
  database = await withTestDatabase(readConfig({ METRICS_PORT: "0" }), shared);
  data = await mkdtemp(join(tmpdir(), "scanbook-monitoring-"));
  market = await openMarket({ folder: shared?.market ?? (await serverFolder()) });
  const stopTimes = { drainMs: 0, callsMs: 60_000, jobsMs: 0 };
  server = await serve({ market, data, client: null, port: 0, config: database.config, logger, stopTimes });
  operators = server.metricsAddress ?? "";

  const account = await makeAccount(server.db, { email: EMAIL });
  const { authorization = "" } = await signedIn(server.db, account);
  const send = async (path: string, body?: object): Promise<Response> =>
    fetch(`${server.address}${path}`, {
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  const { id }: { id: string } = JSON.parse(
    await (await send(ROUTES.createRequest.path, request({ name: NAME }))).text(),
  );
  await requestEnded(server.db, account, id);
  await send(ROUTES.status.path.replace(":id", id));
  await send(`/nowhere/${id}?token=${authorization}`);
  const { run_id } = await server.db
    .selectFrom("data_request")
    .select("run_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  own.push(account, id, run_id ?? "", authorization.replace("Bearer ", ""));
});
afterAll(async () => {
  await market.close();
  await database.drop();
  await rm(data, { recursive: true, force: true });
});

const metricsText = async (): Promise<string> => (await fetch(`${operators}/metrics`)).text();

describe("/metrics", () => {
  let exposed: string;
  let families: ReadonlyMap<string, Family>;
  beforeAll(async () => {
    exposed = await metricsText();
    families = readMetrics(exposed);
  });
  /** The sum of the samples with these labels. */
  const value = (name: string, labels: Readonly<Record<string, string>> = {}, sample = name): number | null => {
    const found = families
      .get(name)
      ?.samples.filter((one) => one.name === sample)
      .filter((one) => Object.entries(labels).every(([label, is]) => one.labels.get(label) === is));
    return found === undefined || found.length === 0 ? null : found.reduce((sum, one) => sum + one.value, 0);
  };

  test.each(Object.entries(MEASURES))("%s is told, of its kind, with its labels and a value", (name, measure) => {
    const family = families.get(name);
    expect(family).toMatchObject({ type: measure.kind, help: measure.help });
    const labels = family?.samples.map((sample) =>
      [...sample.labels.keys()].filter((label) => label !== "le").toSorted(),
    );
    expect(labels).not.toEqual([]);
    expect(new Set(labels?.map(String))).toEqual(new Set([String([...measure.labels].sort())]));
  });

  test("the buckets of every histogram count up to its count", () => {
    for (const [name, { type, samples }] of families) {
      if (type !== "histogram") continue;
      const series = Map.groupBy(samples, ({ labels }) =>
        JSON.stringify(
          [...labels]
            .filter(([label]) => label !== "le")
            .map(String)
            .sort(),
        ),
      );
      for (const [labels, ofOne] of series) {
        const buckets = ofOne.filter((one) => one.name === `${name}_bucket`).map((one) => one.value);
        expect(buckets, labels).toEqual(buckets.toSorted((a, b) => a - b));
        expect(buckets.at(-1), labels).toBe(ofOne.find((one) => one.name === `${name}_count`)?.value);
      }
    }
  });

  test("they count what went on: one request created and scanned", () => {
    const calls = (route: string, method: string, status: string): number | null => {
      const labels = { route, method, status };
      return value("scanbook_http_request_duration_seconds", labels, "scanbook_http_request_duration_seconds_count");
    };
    expect(calls(ROUTES.createRequest.path, "POST", String(ROUTES.createRequest.status))).toBe(1);
    expect(calls(ROUTES.status.path, "GET", "200")).toBe(1);
    expect(calls("other", "GET", "404")).toBe(1);
    expect(value("scanbook_scans_ended_total", { kind: "run", status: "Finished" })).toBe(1);
    expect(
      value("scanbook_scan_step_duration_seconds", {}, "scanbook_scan_step_duration_seconds_count"),
    ).toBeGreaterThan(0);
    expect(value("scanbook_engine_rows_read_total")).toBeGreaterThan(0);
    expect(value("scanbook_runs")).toBe(0);
    expect(value("scanbook_runs_oldest_waiting_seconds")).toBe(0);
    expect(value("scanbook_build_info", { schema: NEWEST_STEP, role: "server" })).toBe(1);
    for (const up of ["scanbook_ready", "scanbook_engine_up", "scanbook_database_up"]) expect(value(up), up).toBe(1);
    for (const name of [
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
    ])
      expect(value(name), name).toBeGreaterThan(0);
  });

  test("no label is of an account, its requests, its calls or a formula", () => {
    for (const text of own) {
      expect(text.length).toBeGreaterThan(10);
      expect(exposed).not.toContain(text);
    }
    const values = new Map<string, Set<string>>();
    for (const [name, { samples }] of families) {
      if (!name.startsWith("scanbook_")) continue;
      for (const [label, one] of samples.flatMap(({ labels }) => [...labels]))
        values.set(label, (values.get(label) ?? new Set()).add(one));
    }
    const of = (label: string): readonly string[] => [...(values.get(label) ?? [])];
    const routes = new Set<string>(Object.values(ROUTES).map(({ path }) => path));
    expect(of("route").filter((route) => !routes.has(route))).toEqual(["other"]);
    expect(of("queue").toSorted()).toEqual(Object.keys(JOBS).toSorted());
    expect(of("method").filter((method) => !/^(GET|POST)$/.test(method))).toEqual([]);
    expect(of("stage").filter((stage) => !/^[A-Z][a-z]+( [a-z]+)?$/.test(stage))).toEqual([]);
    const closed = ["kind", "le", "method", "queue", "role", "route", "schema", "stage", "state", "status", "version"];
    expect([...values.keys()].toSorted()).toEqual(closed);
  });

  test("is not there on the port of the product, nor for another name on its own", async () => {
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
    expect((await fetch(`${operators}/v1/profile`)).status).toBe(404);
    expect((await fetch(`${operators}/metrics`, { method: "POST" })).status).toBe(404);
    const { port } = new URL(operators);
    const rebound = httpRequest({
      host: "127.0.0.1",
      port,
      path: "/metrics",
      headers: { host: `evil.example:${port}` },
    });
    const answer = await new Promise<number | undefined>((done) => {
      rebound.on("response", (response) => done(response.resume().statusCode)).end();
    });
    expect(answer).toBe(404);
  });
});

describe("/ready", () => {
  /** The answers of the product and of the operators' port, which are always alike. */
  const ready = async (): Promise<readonly [number, string]> => {
    const [answer, other] = await Promise.all([server.address, operators].map((at) => fetch(`${at}/ready`)));
    expect(other?.status).toBe(answer?.status);
    return [answer?.status ?? 0, (await answer?.text()) ?? ""];
  };
  const took = (step: string) =>
    sql`INSERT INTO public.kysely_migration (name, timestamp) VALUES (${step}, ${new Date().toISOString()})`.execute(
      server.db,
    );
  const forgot = (step: string) => sql`DELETE FROM public.kysely_migration WHERE name = ${step}`.execute(server.db);
  const open = async (): Promise<void> => {
    const opened = await openDatabase({ data, url: database.config.databaseUrl, logger });
    await opened.close();
  };

  test("is 200 where every part answers, with the schema of this version or one that has grown since", async () => {
    expect(await ready()).toEqual([200, expect.stringContaining('"status":"ready"')]);
    await took("9998-more-columns");
    expect(await ready()).toEqual([200, expect.stringContaining('"status":"ready"')]);
    await open();
    await forgot("9998-more-columns");
  });

  test("says no, as a start does, to a schema that a newer version took something away from", async () => {
    await took("9999-fewer-columns-contract");
    const why = /its step 9999-fewer-columns-contract took away what this version needs.*Start that version/;
    expect(await ready()).toEqual([503, expect.stringMatching(why)]);
    await expect(open()).rejects.toThrow(why);
    await forgot("9999-fewer-columns-contract");
    await open();
  });

  test("says no to a schema that lacks a step", async () => {
    await forgot(NEWEST_STEP);
    expect(await ready()).toEqual([503, expect.stringContaining("run `migrate`")]);
    await took(NEWEST_STEP);
  });

  test("says no from the moment the server is told to stop; calls are answered, each on a connection that ends", async () => {
    const started = httpRequest(`${server.address}${ROUTES.parse.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", expect: "100-continue" },
    });
    const answered = new Promise<{ status: number | undefined; body: string }>((done, failed) => {
      started.on("error", failed);
      started.on("response", async (answer) => done({ status: answer.statusCode, body: await text(answer) }));
    });
    // The server has the call, and waits for its body.
    await new Promise((done) => started.on("continue", done).flushHeaders());
    server.readiness.stop();
    expect(await ready()).toEqual([503, expect.stringContaining("stopping")]);
    expect((await fetch(`${operators}/health`)).status).toBe(200);
    expect(readMetrics(await metricsText()).get("scanbook_ready")?.samples[0]?.value).toBe(0);
    const meanwhile = await fetch(`${server.address}/health`);
    expect([meanwhile.status, meanwhile.headers.get("connection")]).toEqual([200, "close"]);
    const closed = server.close();
    await expect.poll(() => fetch(`${server.address}/health`).catch(() => "refused")).toBe("refused");
    started.end(JSON.stringify({ formula: "[daily close] > 5", is_filter: true }));
    expect(await answered).toEqual({ status: 200, body: expect.stringContaining("close is above 5") });
    await closed;
    await expect(fetch(`${operators}/ready`)).rejects.toThrow("fetch failed");
  });
});
