import { SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import type { SweepCell, SweepPlateau } from "../../vocabulary/index.ts";
import type { SweptRows } from "./swept-rows.ts";

/** Sum and number of known outcomes by pattern and variant: `pattern * variants + variant`. */
export class Totals {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  readonly #variants: number;

  constructor({ patterns, outcomes }: SweptRows) {
    this.#variants = outcomes.length;
    this.sums = new Float64Array(patterns * outcomes.length);
    this.counts = new Float64Array(patterns * outcomes.length);
  }

  /** Row i counts with the outcomes of row `shuffled[i]`. */
  add({ pattern, outcomes }: SweptRows, shuffled: Int32Array): void {
    const [sums, counts, variants] = [this.sums.fill(0), this.counts.fill(0), this.#variants];
    for (let variant = 0; variant < variants; variant += 1) {
      const values = outcomes[variant];
      if (values === undefined) continue;
      for (let row = 0; row < shuffled.length; row += 1) {
        const value = values[shuffled[row] ?? 0] ?? NaN;
        if (Number.isNaN(value)) continue;
        const at = (pattern[row] ?? 0) * variants + variant;
        sums[at] = (sums[at] ?? 0) + value;
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }

  of(rows: SweptRows, setting: number): { readonly sum: number; readonly known: number } {
    const variant = rows.outcomeOf[setting] ?? 0;
    let [sum, known] = [0, 0];
    for (const pattern of rows.ofSetting[setting] ?? []) {
      const at = pattern * this.#variants + variant;
      sum += this.sums[at] ?? 0;
      known += this.counts[at] ?? 0;
    }
    return { sum, known };
  }
}

/** Every row with its own outcome. */
export const inOwnOrder = (rows: SweptRows): Int32Array => Int32Array.from(rows.sessions, (_, row) => row);

/** What each setting's rows make. */
export function cellsOf(rows: SweptRows, values: readonly (readonly number[])[]): readonly SweepCell[] {
  const totals = new Totals(rows);
  totals.add(rows, inOwnOrder(rows));
  const wins = new Totals(rows);
  wins.add(
    {
      ...rows,
      outcomes: rows.outcomes.map((list) => list.map((value) => (Number.isNaN(value) ? NaN : Number(value > 0)))),
    },
    inOwnOrder(rows),
  );
  return values.map((own, setting): SweepCell => {
    const { sum, known } = totals.of(rows, setting);
    const counted = countRows(rows, setting);
    return {
      values: own,
      ...counted,
      known,
      mean: known === 0 ? null : sum / known,
      won: known === 0 ? null : wins.of(rows, setting).sum / known,
    };
  });
}

function countRows(
  { sessions, pattern, ofSetting, patterns }: SweptRows,
  setting: number,
): { rows: number; days: number } {
  const own = new Uint8Array(patterns);
  for (const one of ofSetting[setting] ?? []) own[one] = 1;
  let [rows, days, last] = [0, 0, -1];
  for (let row = 0; row < pattern.length; row += 1) {
    if (own[pattern[row] ?? 0] !== 1) continue;
    rows += 1;
    const session = sessions[row] ?? 0;
    if (session !== last) days += 1;
    last = session;
  }
  return { rows, days };
}

export const isEnough = ({ known }: Pick<SweepCell, "known">): boolean => known >= SWEEP_ENOUGH_ROWS;

/** The place of the highest mean of enough rows; null where no cell has them. */
export function peakOf(cells: readonly SweepCell[]): number | null {
  let peak: number | null = null;
  for (const [place, cell] of cells.entries())
    if (
      isEnough(cell) &&
      cell.mean !== null &&
      cell.mean > (peak === null ? -Infinity : (cells[peak]?.mean ?? -Infinity))
    )
      peak = place;
  return peak;
}

/** The neighbours of a cell among cells in rows of so many, itself too. */
function around(place: number, width: number, count: number): readonly number[] {
  const [row, column, height] = [Math.floor(place / width), place % width, count / width];
  const found: number[] = [];
  for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, height - 1); y += 1)
    for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, width - 1); x += 1) found.push(y * width + x);
  return found;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** A cell with its neighbours; null where it has too few rows itself. `width` is the number of the last parameter's values. */
export function plateauOf(cells: readonly SweepCell[], place: number, width: number): SweepPlateau | null {
  const own = cells[place];
  if (own === undefined || !isEnough(own)) return null;
  const means = around(place, width, cells.length).flatMap((at) => {
    const cell = cells[at];
    return cell === undefined || cell.mean === null || !isEnough(cell) ? [] : [cell.mean];
  });
  return {
    cell: place,
    cells: means.length,
    median: medianOf(means),
    lowest: Math.min(...means),
  };
}

/** Neighbours in the middle of a map or a line; a plateau needs most of them, or it is a peak at the edge. */
const MIN_NEIGHBOURS = 2 / 3;

/** The plateau that is best on the whole; null where none has enough cells. */
export function bestPlateau(cells: readonly SweepCell[], width: number): SweepPlateau | null {
  const sizes = cells.map((_, place) => around(place, width, cells.length).length);
  const whole = Math.max(...sizes);
  let best: SweepPlateau | null = null;
  for (const place of cells.keys()) {
    const one = plateauOf(cells, place, width);
    if (one !== null && one.cells >= whole * MIN_NEIGHBOURS && one.median > (best?.median ?? -Infinity)) best = one;
  }
  return best;
}
