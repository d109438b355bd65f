import type { ResultColumn } from "../../vocabulary/index.ts";
import { everyNth } from "./parts.ts";
import type { StudyTable } from "./table.ts";

/** What every row of a result was worth, in the order of the rows. */
export interface Outcomes {
  /** NaN where a row has none. */
  readonly values: Float64Array;
  /** 1 for a row above zero. */
  readonly wins: Uint8Array;
  /** Place of the row's session among those with an outcome; `dayCount` where it has none. */
  readonly days: Int32Array;
  readonly dayCount: number;
  /** Places of the rows that edges of parts are taken from. */
  readonly sample: Int32Array;
}

/** The outcomes of a result, in which these sessions have one, in order. Rejects with MarketError. */
export async function readOutcomes(
  { readNumbers, y, rows }: StudyTable,
  sessions: readonly number[],
): Promise<Outcomes> {
  const [numbers, sessionOf, values] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
  await readNumbers(["toFloat64(row)", "toFloat64(session)", `ifNull(${y}, nan)`], [numbers, sessionOf, values]);
  const placeOf = new Map(sessions.map((session, place) => [session, place]));
  const dayCount = sessions.length;
  const days = new Int32Array(rows);
  const wins = new Uint8Array(rows);
  const sample = new Int32Array(rows);
  const nth = everyNth(rows);
  let sampled = 0;
  for (let row = 0; row < rows; row += 1) {
    const isKnown = !Number.isNaN(values[row] ?? NaN);
    days[row] = isKnown ? (placeOf.get(sessionOf[row] ?? 0) ?? dayCount) : dayCount;
    wins[row] = (values[row] ?? 0) > 0 ? 1 : 0;
    if (isKnown && (numbers[row] ?? 0) % nth === 0) sample[sampled++] = row;
  }
  return { values, wins, days, dayCount, sample: sample.slice(0, sampled) };
}

/** What the rows of each day were worth, the days in order. */
export interface DaySums {
  readonly rows: Float64Array;
  readonly sums: Float64Array;
  readonly wins: Float64Array;
  /** The least and the largest of `values`; Infinity and -Infinity where there is none. */
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** The rows with an outcome, cell by cell, and their values; `cells` has the cell of every row, less than `cellCount`. */
export function sumByDay(
  values: Float64Array,
  cells: Uint8Array,
  cellCount: number,
  { values: worth, wins: won, days, dayCount }: Outcomes,
): readonly DaySums[] {
  // The days of a cell beside each other; behind them its rows without an outcome.
  const stride = dayCount + 1;
  const rows = new Float64Array(cellCount * stride);
  const sums = new Float64Array(cellCount * stride);
  const wins = new Float64Array(cellCount * stride);
  const least = new Float64Array(cellCount * stride).fill(Infinity);
  const most = new Float64Array(cellCount * stride).fill(-Infinity);
  for (let row = 0; row < cells.length; row += 1) {
    const at = (cells[row] ?? 0) * stride + (days[row] ?? 0);
    rows[at] = (rows[at] ?? 0) + 1;
    sums[at] = (sums[at] ?? 0) + (worth[row] ?? 0);
    wins[at] = (wins[at] ?? 0) + (won[row] ?? 0);
    const value = values[row] ?? NaN;
    if (value < (least[at] ?? NaN)) least[at] = value;
    if (value > (most[at] ?? NaN)) most[at] = value;
  }
  return Array.from({ length: cellCount }, (_, cell): DaySums => {
    const own = (list: Float64Array): Float64Array => list.subarray(cell * stride, cell * stride + dayCount);
    return { rows: own(rows), sums: own(sums), wins: own(wins), least: own(least), most: own(most) };
  });
}

/** A column's value as a number, NaN where it has none. */
export const numberSql = ({ id, type }: ResultColumn): string =>
  `ifNull(${type === "time" ? `toFloat64(${id})` : id}, nan)`;
