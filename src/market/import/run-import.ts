import { isTableMissing, MarketError, type Market } from "../market.ts";
import { keepFindings } from "../check/keep-findings.ts";
import { filesThatEndEarlier, type AdjustedTo } from "./adjusted-to.ts";
import { derive } from "./derive.ts";
import { holdHalfDays } from "./held-sessions.ts";
import { PLACED_BYTES } from "./placed-bars.ts";
import type { ImportReport, RefusedRow, SessionCount } from "./report.ts";
import { takeSnapshot } from "./snapshot.ts";
import { Staging } from "./staging.ts";
import { recordOrigins, type ImportOrigin } from "./origins.ts";
import { makeSnapshot, type NextSnapshot } from "./next-snapshot.ts";

/** What a source is given to fill the incoming tables and to report what it found besides rows. */
export interface ImportContext {
  readonly market: Market;
  readonly next: NextSnapshot;
  readonly staging: Staging;
  /** The tables that take what is sent to an address, by name. */
  readonly received: Map<string, string>;
  /** Table of calendar days: `day` text, `date`, `session` first on or after it, `open` whether it is one. */
  readonly day: string;
  /** The day in New York: no bar can be of a later one. */
  readonly today: string;
  /** Bytes of a file from which on its daily bars are placed; null where the market may have bars, or they cannot be. */
  readonly placesFrom: number | null;
  /** Lists something that is refused but is no row of a table. */
  refuse(row: RefusedRow, count?: number): void;
  unknownColumn(file: string, column: string): void;
  /** Lists a file that was written otherwise than a CSV with commas in UTF-8, and how. */
  translate(file: string, from: string): void;
  /** Lists a file of which all rows are of a symbol that its name gave. */
  guessSymbol(file: string, symbol: string): void;
  /** Counts what the source holds and the market has no place for. */
  leaveOut(reason: string, count?: number): void;
}

export interface ImportClock {
  /** The clock's time; now by default. */
  readonly now?: Date;
  /** Whether the market is checked and what is doubted is kept with it; without it nobody knows what is doubtful. */
  readonly check?: boolean;
  /** Looks for new sessions of far fewer securities than the one before, half days; whether it holds them back. */
  readonly holdsHalfDays?: boolean;
  /** Where the rows come from, where that is not the files themselves. */
  readonly origin?: ImportOrigin;
  /** Bytes of a file from which on the first daily bars of a market are placed, see `placed-bars.ts`. */
  readonly placesFrom?: number;
}

/** What the kinds of files are called in the record of imports. */
const FILES_OF: Readonly<Record<string, string>> = {
  csv: "CSV files",
  lean: "Lean files",
  stooq: "Stooq files",
  massive: "Massive files",
  edgar: "EDGAR files",
};

const NEW_YORK = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

/** yyyy-MM-dd */
const newYorkDay = (now: Date): string => NEW_YORK.format(now);

/**
 * One import: `load` fills the incoming tables, everything else follows from them and from what was given before. `source`
 * names the new snapshot; null keeps the name of the one before. The market changes all at once at the end, or not at all.
 */
export async function runImport(
  given: Market,
  source: string | null,
  options: ImportClock & { readonly adjusted?: AdjustedTo | null; readonly only?: ReadonlySet<number> },
  load: (context: ImportContext) => Promise<void>,
): Promise<ImportReport> {
  const started = performance.now();
  const imported = makeSnapshot(given, async (next) => {
    const { market } = next;
    const staging = new Staging(market, next);
    const day = await calendarDays(market, next);
    const refusals: { row: RefusedRow; count: number }[] = [];
    const unknownColumns: { file: string; column: string }[] = [];
    const guessedSymbols: { file: string; symbol: string }[] = [];
    const translated: { file: string; from: string }[] = [];
    const leftOut = new Map<string, number>();
    const context: ImportContext = {
      market,
      next,
      staging,
      received: new Map(),
      day,
      today: newYorkDay(options.now ?? new Date()),
      placesFrom: placesBars(next, options) ? (options.placesFrom ?? PLACED_BYTES) : null,
      refuse: (row, count = 1) => void refusals.push({ row, count }),
      unknownColumn: (file, column) => void unknownColumns.push({ file, column }),
      guessSymbol: (file, symbol) => void guessedSymbols.push({ file, symbol }),
      translate: (file, from) => void translated.push({ file, from }),
      leaveOut: (reason, count = 1) => void leftOut.set(reason, count + (leftOut.get(reason) ?? 0)),
    };
    await load(context);
    await staging.refuseDuplicates();
    const counts = await staging.count();
    if (Object.values(counts.taken).every((rows) => rows === 0)) {
      const refused = await staging.refused(refusals);
      if (refused.count > 0) {
        // A mistake leaves the market as it is, and what can be gone back to.
        next.keepBefore();
        return {
          ...NOTHING_CHANGED,
          ...counts,
          refused,
          unknownColumns,
          guessedSymbols,
          translated,
          leftOut: found(leftOut),
          seconds: (performance.now() - started) / 1000,
          snapshot: next.idBefore,
        };
      }
    }
    const sessions: readonly SessionCount[] =
      options.holdsHalfDays === undefined ? [] : await holdHalfDays(context, options.holdsHalfDays);
    const { replacesDemo } = next;
    const restated = replacesDemo ? 0 : await staging.restated();
    const importedAt = new Date().toISOString().replace(/\.\d+/, "");
    const name = source ?? next.source;
    const origin = options.origin ?? { source: FILES_OF[name] ?? name };
    const adjusted = options.adjusted ?? null;
    const fromDaily = await staging.adjustments();
    const { rewritten, excluded } = await derive(market, next, staging, {
      adjusted,
      dropStored: replacesDemo,
      source: origin.source,
      isFetched: options.origin !== undefined,
      fromDaily,
    });
    await staging.placed.holdMerges();
    await recordOrigins(context, origin, importedAt, fromDaily);
    let doubtful: number | null = null;
    if (options.check === true) doubtful = await keepFindings(next, options.only);
    else await next.renew("finding", []);
    const snapshot = await takeSnapshot(next, name, importedAt);
    await staging.placed.resumeMerges();
    return {
      ...(await staging.count()),
      refused: await staging.refused(refusals),
      unknownColumns,
      guessedSymbols,
      translated,
      leftOut: found(leftOut),
      restated,
      excluded,
      doubtful,
      adjustedTo: adjusted === "files" ? await filesThatEndEarlier(market, next, staging) : [],
      sessions,
      rewritten,
      behind: await countBehind(market, next),
      replacedDemo: replacesDemo,
      seconds: (performance.now() - started) / 1000,
      snapshot,
    };
  });
  return imported.catch((error: unknown) => {
    // It died between two statements: what is missing are the import's own tables, which says nothing to a reader.
    if (error instanceof MarketError && error.code === "engine" && isTableMissing(error))
      throw new MarketError("engine-died", "The market engine was started anew; nothing was imported. Import again.");
    throw error;
  });
}

/** Bars may be placed where a market has none, and nothing asks of a row where it stood. */
function placesBars(
  { market, replacesDemo, isEmpty }: NextSnapshot,
  { adjusted, holdsHalfDays, origin }: ImportClock & { readonly adjusted?: AdjustedTo | null },
): boolean {
  if (market.folder === null || (adjusted ?? null) !== null || holdsHalfDays !== undefined) return false;
  if ((origin?.pages ?? []).length > 0) return false;
  return replacesDemo || ["daily", "given_daily"].every(isEmpty);
}

const found = (leftOut: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...leftOut].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));

const NOTHING_CHANGED = {
  restated: 0,
  excluded: 0,
  doubtful: null,
  adjustedTo: [],
  sessions: [],
  rewritten: { daily: 0, minute: 0 },
  behind: 0,
  replacedDemo: false,
} as const;

/** Every day from 1900 to 2100, so that any date of a file is found by its text. */
async function calendarDays(market: Market, next: NextSnapshot): Promise<string> {
  const table = await next.scratch("day", "day String, date Date32, session Nullable(UInt16), open Bool", "day");
  await market.command(`
INSERT INTO ${table}
SELECT toString(n.date), n.date, s.session, ifNull(s.date = n.date, false)
FROM (SELECT toDate32('1900-01-01') + number AS date, 1 AS one FROM numbers(73413)) AS n
ASOF LEFT JOIN (SELECT *, 1 AS one FROM ${next.table("session")}) AS s ON s.one = n.one AND n.date <= s.date`);
  return table;
}

async function countBehind(market: Market, next: NextSnapshot): Promise<number> {
  if (["given_daily", "given_minute"].every(next.isEmpty)) return 0;
  const [row] = await market.query<{ n: number }>(
    `SELECT toUInt32((SELECT count() FROM ${next.table("given_daily")} WHERE adjusted_to = 0) + (SELECT count() FROM ${next.table("given_minute")} WHERE adjusted_to = 0)) AS n`,
  );
  return row?.n ?? 0;
}
