import type { Kind, Snapshot } from "../../market/index.ts";

/** Which import brought what a value rests on. Of many files or imports of one source there is one with their number. */
export interface Origin {
  readonly of: Kind;
  /** A connector, a kind of files, `demo` or `administrator`; null where it came with a version that kept no record. */
  readonly source: string | null;
  /** File or page of a fetch; null where there are several, or none. */
  readonly file: string | null;
  readonly files: number;
  /** Form and accession number. */
  readonly filing: string | null;
  /** When the first and the last of them were imported, ISO 8601, UTC. */
  readonly imported: string | null;
  readonly last_imported: string | null;
  /** Days with bars, or rows, that came so. */
  readonly rows: number;
}

/** More of one source are told by their number. */
const MAX_OF_SOURCE = 3;

interface Era {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  readonly valid: number;
  readonly last: string;
}

interface BarRun {
  readonly kind: "daily" | "minute";
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  readonly whole: number;
  readonly import: number;
}

interface FileRun {
  readonly import: number;
  readonly kind: string;
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  readonly file: string;
}

interface RowOrigin {
  readonly kind: Kind;
  readonly symbol: string;
  readonly session: number;
  readonly at: string;
  readonly items: readonly string[];
  readonly import: number;
  readonly file: string;
  readonly filing: string;
}

interface OriginRecord {
  readonly imports: ReadonlyMap<number, { readonly source: string; readonly at: string }>;
  readonly eras: readonly Era[];
  /** The newest import first. */
  readonly bars: readonly BarRun[];
  readonly files: readonly FileRun[];
  readonly rows: readonly RowOrigin[];
}

/** One thing that was brought. */
interface Found {
  readonly of: Kind;
  readonly import: number | null;
  readonly file: string | null;
  readonly filing: string | null;
}

const holds = (run: { readonly from: number; readonly to: number }, session: number): boolean =>
  run.from <= session && session <= run.to;

/** What brought the bars and rows of one security; all of it is the demo's where the market is invented. */
export class Origins {
  readonly #record: OriginRecord;
  readonly #demoMade: string | null;

  constructor(record: OriginRecord, demoMade: string | null) {
    this.#record = record;
    this.#demoMade = demoMade;
  }

  /** Of daily bars, by session and the symbol they were given under. */
  daily(bars: readonly { readonly session: number; readonly symbol: string }[]): readonly Origin[] {
    return this.#told(
      bars.map(({ session, symbol }): Found => {
        const run = this.#runs("daily", symbol, session)[0];
        return this.#bar("daily", session, symbol, run);
      }),
    );
  }

  /** Of the minutes of sessions. A day of which some were restated has both imports. */
  minutes(sessions: readonly number[]): readonly Origin[] {
    return this.#told(
      sessions.flatMap((session): readonly Found[] => {
        const symbols = this.#record.eras
          .filter(({ from, to }) => from <= session && session < to)
          .toSorted((a, b) => Number(session >= b.valid) - Number(session >= a.valid) || (a.symbol < b.symbol ? -1 : 1))
          .map(({ symbol }) => symbol);
        const symbol = symbols.find((one) => this.#runs("minute", one, session).length > 0) ?? symbols[0] ?? "";
        const runs = this.#runs("minute", symbol, session);
        const whole = runs.findIndex((run) => run.whole === 1);
        const standing = whole < 0 ? runs : runs.slice(0, whole + 1);
        return standing.length === 0
          ? [this.#bar("minute", session, symbol, undefined)]
          : standing.map((run) => this.#bar("minute", session, symbol, run));
      }),
    );
  }

  /** Of rows of a kind; each is named by when it is of and, where that is not all, what it is of. */
  rows(kind: Kind, keys: readonly { readonly at: string; readonly item?: string }[]): readonly Origin[] {
    return this.#told(
      keys.map(({ at, item }): Found => {
        const found = this.#record.rows.filter(
          (row) => row.kind === kind && row.at === at && (item === undefined || row.items.includes(item)),
        );
        return this.#row(kind, found);
      }),
    );
  }

  /** Of events of a kind on a session. */
  events(item: string, session: number): readonly Origin[] {
    const found = this.#record.rows.filter(
      (row) => row.kind === "events" && row.session === session && row.items.includes(item),
    );
    return this.#told([...Map.groupBy(found, ({ at }) => at).values()].map((rows) => this.#row("events", rows)));
  }

  #runs(kind: BarRun["kind"], symbol: string, session: number): readonly BarRun[] {
    return this.#record.bars.filter((run) => run.kind === kind && run.symbol === symbol && holds(run, session));
  }

  #bar(kind: BarRun["kind"], session: number, symbol: string, run: BarRun | undefined): Found {
    if (run === undefined) return { of: kind, import: null, file: null, filing: null };
    const file = this.#record.files.find(
      (one) =>
        one.import === run.import &&
        one.kind === kind &&
        holds(one, session) &&
        (one.symbol === "" || one.symbol === symbol),
    );
    return { of: kind, import: run.import, file: file?.file ?? null, filing: null };
  }

  /** Of rows that two symbols of the security gave the one under the symbol valid then stands; of one symbol the newest. */
  #row(kind: Kind, rows: readonly RowOrigin[]): Found {
    const placed = rows.flatMap((row) => {
      const era = this.#record.eras.find(
        ({ symbol, from, to }) =>
          symbol === row.symbol && (kind === "securities" || (from <= row.session && row.session < to)),
      );
      if (era === undefined) return [];
      return [{ row, valid: kind === "securities" ? era.last === row.symbol : row.session >= era.valid }];
    });
    const [first] = placed.toSorted(
      (a, b) =>
        Number(b.valid) - Number(a.valid) ||
        (a.row.symbol === b.row.symbol ? b.row.import - a.row.import : a.row.symbol < b.row.symbol ? -1 : 1),
    );
    if (first === undefined) return { of: kind, import: null, file: null, filing: null };
    const { row } = first;
    return { of: kind, import: row.import, file: row.file || null, filing: row.filing || null };
  }

  #told(found: readonly Found[]): readonly Origin[] {
    const sources = Map.groupBy(found, (each) => `${each.of} ${this.#sourceOf(each) ?? ""}`);
    return [...sources.values()].flatMap((ofSource): readonly Origin[] => {
      const different = [
        ...Map.groupBy(ofSource, ({ import: number, file, filing }) => JSON.stringify([number, file, filing])).values(),
      ];
      return different.length <= MAX_OF_SOURCE ? different.map((same) => this.#origin(same)) : [this.#origin(ofSource)];
    });
  }

  #sourceOf({ import: number }: Found): string | null {
    if (this.#demoMade !== null) return "demo";
    return number === null ? null : (this.#record.imports.get(number)?.source ?? null);
  }

  #origin(found: readonly [Found, ...Found[]] | readonly Found[]): Origin {
    const [first] = found;
    const only = <T>(of: (each: Found) => T): T | null => {
      const values = new Set(found.map(of));
      return values.size === 1 ? ([...values][0] ?? null) : null;
    };
    const times = found
      .flatMap((each) => (each.import === null ? [] : (this.#record.imports.get(each.import)?.at ?? [])))
      .toSorted();
    return {
      of: first?.of ?? "daily",
      source: first === undefined ? null : this.#sourceOf(first),
      file: this.#demoMade === null ? only(({ file }) => file) : null,
      files: this.#demoMade === null ? new Set(found.flatMap(({ file }) => file ?? [])).size : 0,
      filing: only(({ filing }) => filing),
      imported: this.#demoMade ?? times[0] ?? null,
      last_imported: this.#demoMade ?? times.at(-1) ?? null,
      rows: found.length,
    };
  }
}

const NOTHING: OriginRecord = { imports: new Map(), eras: [], bars: [], files: [], rows: [] };

/** Reads what brought the bars and rows of a security. */
export async function readOrigins(market: Snapshot, security: number, signal?: AbortSignal): Promise<Origins> {
  if (market.label?.source === "demo") return new Origins(NOTHING, market.label.importedAt);
  // A snapshot that a version before made, and that is still kept.
  if (market.versions["origin_import"] === undefined) return new Origins(NOTHING, null);
  const rows = <Row>(sql: string): Promise<Row[]> =>
    market.query<Row>({ sql, params: { id: security }, ...(signal ? { signal } : {}) });
  const symbols = `SELECT toString(symbol) FROM ${market.table("era")} WHERE security_id = {id:UInt32}`;
  const [eras, imports, bars, files, given] = await Promise.all([
    rows<Era>(
      `SELECT toString(symbol) AS symbol, from_session AS from, to_session AS to, valid_from AS valid, last_symbol AS last FROM ${market.table("era")} WHERE security_id = {id:UInt32}`,
    ),
    rows<{ import: number; source: string; at: string }>(
      `SELECT import, source, formatDateTime(imported_at, '%FT%TZ', 'UTC') AS at FROM ${market.table("origin_import")}`,
    ),
    rows<BarRun>(
      `SELECT toString(kind) AS kind, toString(symbol) AS symbol, from_session AS from, to_session AS to, whole, import FROM ${market.table("origin_bars")} WHERE symbol IN (${symbols}) ORDER BY import DESC`,
    ),
    rows<FileRun>(
      `SELECT import, toString(kind) AS kind, toString(symbol) AS symbol, from_session AS from, to_session AS to, file FROM ${market.table("origin_file")} WHERE symbol = '' OR symbol IN (${symbols})`,
    ),
    rows<RowOrigin>(
      `SELECT toString(kind) AS kind, toString(symbol) AS symbol, session, at, CAST(items, 'Array(String)') AS items, import, toString(file) AS file, filing FROM ${market.table("origin_rows")} WHERE symbol IN (${symbols})`,
    ),
  ]);
  return new Origins(
    { imports: new Map(imports.map(({ import: number, ...rest }) => [number, rest])), eras, bars, files, rows: given },
    null,
  );
}
