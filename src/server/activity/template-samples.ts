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

interface Counted {
  readonly hits: number;
  /** The day from which on there are as many rows as are shown. */
  readonly from: string;
}

/** One snapshot: the days that are looked at, and what is known of each template by now. */
interface Kept {
  readonly snapshot: string;
  readonly start: string;
  readonly end: string;
  readonly begun: Map<string, Promise<Counted>>;
  readonly counted: Map<string, Counted>;
  readonly found: Map<string, Promise<Found>>;
  readonly settled: Map<string, Found>;
  counting: boolean;
}

/** Those that name nothing of an account's own. */
const countable = (): readonly Template[] => builtInTemplates().filter(({ own }) => own.length === 0);

/** When the last filter of a template is known. */
export function momentOf(knownAt: KnownAt | null): Moment {
  const minute = knownAt?.minute ?? "close";
  if (knownAt !== null && knownAt.day < 0) return "premarket";
  if (minute === "close" || minute === CLOSE) return "close";
  if (minute < OPEN) return "premarket";
  if (minute > CLOSE) return "after";
  return minute === OPEN ? "open" : "session";
}

/** What is computed once for each template; what fails is forgotten. */
function once<Value>(
  begun: Map<string, Promise<Value>>,
  settled: Map<string, Value>,
  tag: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  const already = begun.get(tag);
  if (already !== undefined) return already;
  const computing = compute();
  begun.set(tag, computing);
  computing.then(
    (value) => settled.set(tag, value),
    () => begun.delete(tag),
  );
  return computing;
}

/** The last day from which on there are so many rows; the first one with rows where there are fewer. */
function firstDayOf(days: readonly { readonly date: string; readonly rows: number }[], rows: number): string | null {
  let left = rows;
  let first: string | null = null;
  for (const { date, rows: own } of days.toReversed()) {
    if (left <= 0) break;
    if (own > 0) first = date;
    left -= own;
  }
  return first;
}

/** What the built-in templates find in the last three months: looked for at the first look, kept for each snapshot. */
export class Samples {
  readonly #market: Market;
  #kept: Kept | null = null;

  constructor(market: Market) {
    this.#market = market;
  }

  /** What is counted so far, without waiting for the rest. Rejects with ProblemAnswer `no-market` where there is no session. */
  async soFar(): Promise<TemplateSamples> {
    const kept = await this.#ofNow();
    if (!kept.counting && kept.settled.size < countable().length) void this.#countAll(kept);
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

  /**
   * One after another, so that previews keep running: the hits of all first, then their newest rows. What fails is tried
   * again at the next look.
   */
  async #countAll(kept: Kept): Promise<void> {
    kept.counting = true;
    const looks: readonly ((template: Template) => Promise<unknown>)[] = [
      (template) => this.#counted(kept, template),
      (template) => this.#find(kept, template),
    ];
    for (const look of looks) {
      for (const template of countable()) {
        // Of an older snapshot nobody wants to know the rest.
        if (kept === this.#kept) await look(template).catch(() => undefined);
      }
    }
    kept.counting = false;
  }

  #counted(kept: Kept, template: Template): Promise<Counted> {
    return once(kept.begun, kept.counted, template.tag, () => this.#count(kept, template));
  }

  #find(kept: Kept, template: Template): Promise<Found> {
    return once(kept.found, kept.settled, template.tag, () => this.#read(kept, template));
  }

  /** The rows of all days, which need only the filters, and from which day on the newest are. */
  async #count(kept: Kept, template: Template): Promise<Counted> {
    const request = requestOf(template, kept.start, kept.end);
    const counted = { ...request, columns: [], unshown: request.columns };
    return scanOnce(this.#market, counted, kept.snapshot, ({ rows, hits }) =>
      Promise.resolve({ hits: rows, from: firstDayOf(hits, ROWS) ?? kept.end }),
    );
  }

  /** The newest rows, with their columns. */
  async #read(kept: Kept, template: Template): Promise<Found> {
    const { hits, from } = await this.#counted(kept, template);
    return scanOnce(this.#market, requestOf(template, from, kept.end), kept.snapshot, async (run): Promise<Found> => {
      const view = { sort: [{ column: 1, descending: true }], search: "", where: [] };
      const { rows } = await viewRows(this.#market, run, { offset: 0, limit: ROWS }, view);
      return { hits, rows, columns: run.columns.map(({ name, type, unit }) => ({ name, type, unit })) };
    });
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
      this.#kept = {
        snapshot: snapshot.id,
        start,
        end: daily.to,
        begun: new Map(),
        counted: new Map(),
        found: new Map(),
        settled: new Map(),
        counting: false,
      };
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

function sampleOf(
  { tag, name, description, knownAt, request, own }: Template,
  { counted, settled }: Kept,
): TemplateSample {
  const found = settled.get(tag);
  const columns = request.columns.map((column) => ({ name: column.name, type: "", unit: null }));
  return {
    id: tag,
    name,
    description,
    moment: momentOf(knownAt),
    filters: request.filters.map(({ tree }) => printWords(tree)),
    own,
    hits: counted.get(tag)?.hits ?? null,
    rows: [],
    ...(found ?? { columns }),
  };
}
