import { printWords } from "../../formula/index.ts";
import type { KnownAt } from "../../formula/index.ts";
import { currentSnapshot, marketStatus } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { builtInTemplates, readRequest } from "../../request/index.ts";
import type { ScanRequest, Template } from "../../request/index.ts";
import { viewRows } from "../../scan/index.ts";
import type { Moment, Showcase, TemplateSample, TemplateSamples } from "../../contract/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { monthsBefore } from "./months-before.ts";
import { showcaseOf } from "./showcase.ts";
import type { Found } from "./showcase.ts";
import { scanOnce } from "./scan-once.ts";

/** Newest rows that are shown of a template. */
const ROWS = 8;
const MONTHS = 3;
const OPEN = 570;
const CLOSE = 960;

/** One snapshot: the days that are looked at, and what is known of each template by now. */
interface Kept {
  readonly snapshot: string;
  readonly start: string;
  readonly end: string;
  readonly found: Map<string, Promise<Found>>;
  readonly settled: Map<string, Found>;
  counting: boolean;
}

/** When the last filter of a template is known. */
export function momentOf(knownAt: KnownAt | null): Moment {
  const minute = knownAt?.minute ?? "close";
  if (knownAt !== null && knownAt.day < 0) return "premarket";
  if (minute === "close" || minute === CLOSE) return "close";
  if (minute < OPEN) return "premarket";
  if (minute > CLOSE) return "after";
  return minute === OPEN ? "open" : "session";
}

/** What the built-in templates find in the last three months: counted at the first look, kept for each snapshot. */
export class Samples {
  readonly #market: Market;
  #kept: Kept | null = null;

  constructor(market: Market) {
    this.#market = market;
  }

  /** What is counted so far, without waiting for the rest. Rejects with ProblemAnswer `no-market` where there is no session. */
  async soFar(): Promise<TemplateSamples> {
    const kept = await this.#ofNow();
    if (!kept.counting && kept.settled.size < builtInTemplates().length) void this.#count(kept);
    const { snapshot, start, end, counting } = kept;
    const items = builtInTemplates().map((template) => sampleOf(template, kept));
    return { snapshot, start, end, items, counting };
  }

  /** The first template with its rows, written out. Rejects as a scan does. */
  async showcase(): Promise<Showcase> {
    const kept = await this.#ofNow();
    const [template] = builtInTemplates();
    if (template === undefined) throw new Error("There is no template.");
    return showcaseOf(template, kept, await this.#find(kept, template));
  }

  /** One after another, so that previews keep running. What fails is tried again at the next look. */
  async #count(kept: Kept): Promise<void> {
    kept.counting = true;
    for (const template of builtInTemplates()) {
      // Of an older snapshot nobody wants to know the rest.
      if (kept === this.#kept) await this.#find(kept, template).catch(() => undefined);
    }
    kept.counting = false;
  }

  #find(kept: Kept, template: Template): Promise<Found> {
    const begun = kept.found.get(template.tag);
    if (begun !== undefined) return begun;
    const { start, end, snapshot } = kept;
    const finding = scanOnce(this.#market, requestOf(template, start, end), snapshot, async (run): Promise<Found> => {
      const view = { sort: [{ column: 1, descending: true }], search: "", where: [] };
      const { total, rows } = await viewRows(this.#market, run, { offset: 0, limit: ROWS }, view);
      return { hits: total, rows, columns: run.columns.map(({ name, type, unit }) => ({ name, type, unit })) };
    });
    kept.found.set(template.tag, finding);
    finding.then(
      (found) => kept.settled.set(template.tag, found),
      () => kept.found.delete(template.tag),
    );
    return finding;
  }

  async #ofNow(): Promise<Kept> {
    const now = await currentSnapshot(this.#market);
    if (this.#kept !== null && this.#kept.snapshot === now.label?.id) return this.#kept;
    const { snapshot, daily } = await marketStatus(now);
    if (snapshot === null || daily === null)
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    if (this.#kept?.snapshot !== snapshot.id) {
      const first = monthsBefore(daily.to, MONTHS);
      const start = first < daily.from ? daily.from : first;
      const found = new Map<string, Promise<Found>>();
      this.#kept = { snapshot: snapshot.id, start, end: daily.to, found, settled: new Map(), counting: false };
    }
    return this.#kept;
  }
}

function requestOf({ tag, source }: Template, start: string, end: string): ScanRequest {
  const dated = { ...source, Date_Range: { start_date: start, end_date: end } };
  const { request, diagnostics } = readRequest(dated, { earliest: null });
  // The files are ours, and a test reads them all.
  if (request === null) throw new Error(`presets/templates/${tag}.json: ${diagnostics[0]?.message}`);
  return request;
}

function sampleOf({ tag, name, description, knownAt, request }: Template, { settled }: Kept): TemplateSample {
  const found = settled.get(tag);
  const columns = request.columns.map((column) => ({ name: column.name, type: "", unit: null }));
  return {
    id: tag,
    name,
    description,
    moment: momentOf(knownAt),
    filters: request.filters.map(({ tree }) => printWords(tree)),
    hits: null,
    rows: [],
    ...(found ?? { columns }),
  };
}
