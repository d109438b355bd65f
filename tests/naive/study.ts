import { randomIntegers } from "../../src/scan/study/draws.ts";
import type { Interval, StudyGroup } from "../../src/vocabulary/index.ts";

/** A row with an outcome, as the plain study sees it. */
export interface PlainRow {
  readonly symbol: string;
  readonly date: string;
  readonly outcome: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const plainMean = (rows: readonly PlainRow[]): number | null =>
  rows.length === 0 ? null : sum(rows.map(({ outcome }) => outcome)) / rows.length;

/** PERCENTILE.INC. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (place - Math.floor(place)) * (high - low);
}

/** For each draw the days that were drawn, one after the other. */
export function plainDraws(days: number, seed: number, draws: number): number[][] {
  const next = randomIntegers(seed);
  return Array.from({ length: draws }, () => Array.from({ length: days }, () => Math.floor((next() / 2 ** 32) * days)));
}

/** The interval of a mean: the rows of the drawn days put one below the other, again and again. */
export function plainInterval(
  rows: readonly PlainRow[],
  days: readonly string[],
  draws: readonly (readonly number[])[],
  value: (row: PlainRow) => number = ({ outcome }) => outcome,
): Interval | null {
  const byDay = Map.groupBy(rows, ({ date }) => date);
  if (byDay.size < 30) return null;
  const means = draws.flatMap((drawn) => {
    const values = drawn.flatMap((day) => (byDay.get(days[day] ?? "") ?? []).map(value));
    return values.length === 0 ? [] : [sum(values) / values.length];
  });
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

export function plainGroup(
  rows: readonly PlainRow[],
  days: readonly string[],
  draws: readonly (readonly number[])[],
): StudyGroup {
  return {
    rows: rows.length,
    days: new Set(rows.map(({ date }) => date)).size,
    mean: plainMean(rows),
    winRate: rows.length === 0 ? null : rows.filter(({ outcome }) => outcome > 0).length / rows.length,
    interval: plainInterval(rows, days, draws),
  };
}

/** Rows of each part of a column: as many edges as there are parts but one, each the value at that share of the rows. */
export function plainParts<Row extends { readonly value: number }>(rows: readonly Row[], count: number): Row[][] {
  const sorted = rows.map(({ value }) => value).toSorted((a, b) => a - b);
  const edges = Array.from(
    { length: count - 1 },
    (_, index) => sorted[Math.floor(((index + 1) / count) * sorted.length)] ?? 0,
  );
  const parts = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) parts[edges.filter((edge) => row.value >= edge).length]?.push(row);
  return parts.filter((part) => part.length > 0);
}

/** A bar as the plain walk around a row sees it. */
export interface PlainBar {
  readonly security: number;
  readonly session: number;
  /** Adjusted. */
  readonly close: number;
}

/** Changes in per cent from the close of each row's own day, session by session; a session without a close is left out. */
export function plainPath(
  rows: readonly { readonly security: number; readonly session: number; readonly date: string }[],
  bars: readonly PlainBar[],
  offsets: readonly number[],
): ReadonlyMap<number, readonly PlainRow[]> {
  const closes = new Map(bars.map(({ security, session, close }) => [`${security} ${session}`, close]));
  const found = new Map<number, PlainRow[]>();
  for (const offset of offsets) {
    const changes: PlainRow[] = [];
    for (const { security, session, date } of rows) {
      const own = closes.get(`${security} ${session}`);
      const other = closes.get(`${security} ${session + offset}`);
      if (own === undefined || own <= 0 || other === undefined) continue;
      changes.push({ symbol: String(security), date, outcome: (other / own - 1) * 100 });
    }
    if (changes.length > 0) found.set(offset, changes);
  }
  return found;
}
