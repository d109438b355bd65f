import type { Market } from "../market/index.ts";
import { DAY_MS } from "../vocabulary/index.ts";
import type { RunRows } from "../vocabulary/index.ts";
import { tableOf } from "./sheet-sql.ts";

/** Shares of the values below; the middle one is the median. */
export const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;

/** What the values of a column are, by the engine; null where there are none. */
export interface ColumnFigures {
  /** Place of the column in the run. */
  readonly place: number;
  readonly values: number;
  readonly mean: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** In the order of `SHARES`, between the two nearest values where none is there (PERCENTILE.INC). */
  readonly quantiles: readonly (number | null)[];
  /** Values above 0. */
  readonly above: number;
}

export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** Rows of each period that has a session, by its first day. */
export interface Hits {
  readonly period: Period;
  readonly rows: readonly { readonly date: string; readonly rows: number }[];
}

export interface SummaryFigures {
  readonly columns: readonly ColumnFigures[];
  readonly hits: Hits;
  /** Whether formulas over the rows work the figures out anew. */
  readonly live: boolean;
}

/**
 * Rows up to which the figures are formulas, so that they follow whoever edits the table. Beyond, a spreadsheet would
 * be busy for seconds after every edit, so they are the engine's values, and only those of Outcome columns.
 */
const LIVE_ROWS = 100_000;

/** Bars that a chart still shows apart. */
const BARS = 60;

function startOf(date: string, period: Period): string {
  if (period === "day") return date;
  if (period === "month") return `${date.slice(0, 7)}-01`;
  const at = Date.parse(`${date}T00:00:00Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** The shortest period of which a chart can show all; months, however many there are. */
function hitsOf(days: readonly { readonly date: string; readonly rows: number }[]): Hits {
  for (const period of PERIODS) {
    const rows = new Map<string, number>();
    for (const day of days) {
      const start = startOf(day.date, period);
      rows.set(start, (rows.get(start) ?? 0) + day.rows);
    }
    if (rows.size > BARS && period !== "month") continue;
    const inOrder = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { period, rows: inOrder.map(([date, count]) => ({ date, rows: count })) };
  }
  throw new RangeError("Months are always shown.");
}

/** The figures of a run's sheet *Summary*: of every number column, Outcomes first, and of the rows per period. */
export async function summaryFigures(
  market: Market,
  run: RunRows,
  signal: AbortSignal,
  liveRows: number = LIVE_ROWS,
): Promise<SummaryFigures> {
  const live = run.rows <= liveRows;
  const numbers = run.columns.flatMap(({ type, outcome }, place) =>
    type === "number" && (outcome || live) ? [{ place, outcome }] : [],
  );
  const places = [...numbers.filter(({ outcome }) => outcome), ...numbers.filter(({ outcome }) => !outcome)].map(
    ({ place }) => place,
  );
  const table = tableOf(run);
  const params = run.from?.params ?? {};
  const fields = places.flatMap((place) => {
    const id = `c${place}`;
    const value = `assumeNotNull(${id})`;
    const isNumber = `ifNull(isFinite(${id}), 0)`;
    return [
      `toUInt32(countIf(${isNumber})) AS values${place}`,
      `toUInt32(countIf(${isNumber} AND ${value} > 0)) AS above${place}`,
      `avgIf(${value}, ${isNumber}) AS mean${place}`,
      `minIf(${value}, ${isNumber}) AS lowest${place}`,
      `maxIf(${value}, ${isNumber}) AS highest${place}`,
      `quantilesExactInclusiveIf(${SHARES.join(", ")})(${value}, ${isNumber}) AS quantiles${place}`,
    ];
  });
  const [found = {}] =
    fields.length === 0
      ? []
      : await market.query<Record<string, unknown>>({
          sql: `SELECT ${fields.join(", ")} FROM ${table}`,
          params,
          signal,
        });
  const counted = await market.query<{ date: string; rows: number }>({
    sql: `SELECT toString(c1) AS date, toUInt32(count()) AS rows FROM ${table} GROUP BY c1`,
    params,
    signal,
  });
  const number = (name: string): number => {
    const value = found[name];
    return typeof value === "number" ? value : 0;
  };
  const days = new Map(run.hits.map(({ date }) => [date, 0]));
  for (const { date, rows } of counted) days.set(date, rows);
  return {
    live,
    hits: hitsOf([...days].map(([date, rows]) => ({ date, rows }))),
    columns: places.map((place) => {
      const values = number(`values${place}`);
      const quantiles = found[`quantiles${place}`];
      const figure = (name: string): number | null => (values === 0 ? null : number(`${name}${place}`));
      return {
        place,
        values,
        above: number(`above${place}`),
        mean: figure("mean"),
        lowest: figure("lowest"),
        highest: figure("highest"),
        quantiles: SHARES.map((_, index) => {
          const value: unknown = Array.isArray(quantiles) ? quantiles[index] : null;
          return values > 0 && typeof value === "number" ? value : null;
        }),
      };
    }),
  };
}
