import { plateauRule, SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import type { SweepCell, SweepPlateau } from "../../vocabulary/index.ts";
import type { SweptRows } from "./swept-rows.ts";

const NO_PATTERNS = new Int32Array(0);

/** Sum and number of known outcomes by variant and pattern: `variant * patterns + pattern`. */
export class Totals {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  readonly #patterns: number;

  constructor({ patterns, outcomes }: SweptRows) {
    this.#patterns = patterns;
    this.sums = new Float64Array(patterns * outcomes.length);
    this.counts = new Float64Array(patterns * outcomes.length);
  }

  /** Adds the rows from one to below another, whose outcomes of a variant are `values`. */
  add(pattern: Int32Array, values: Float64Array, variant: number, from = 0, to = values.length): void {
    const [sums, counts, first] = [this.sums, this.counts, variant * this.#patterns];
    for (let row = from; row < to; row += 1) {
      const value = values[row] ?? NaN;
      if (Number.isNaN(value)) continue;
      const at = first + (pattern[row] ?? 0);
      sums[at] = (sums[at] ?? 0) + value;
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }

  /** Counts rows that all have an outcome. */
  addCounts(pattern: Int32Array, variant: number, from: number, to: number): void {
    const [counts, first] = [this.counts, variant * this.#patterns];
    for (let row = from; row < to; row += 1) {
      const at = first + (pattern[row] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }

  /** The same of rows that all have an outcome and are counted already. */
  addSums(pattern: Int32Array, values: Float64Array, variant: number, from: number, to: number): void {
    const [sums, first] = [this.sums, variant * this.#patterns];
    for (let row = from; row < to; row += 1) {
      const at = first + (pattern[row] ?? 0);
      sums[at] = (sums[at] ?? 0) + (values[row] ?? 0);
    }
  }

  of(rows: SweptRows, setting: number): { readonly sum: number; readonly known: number } {
    const first = (rows.outcomeOf[setting] ?? 0) * this.#patterns;
    let [sum, known] = [0, 0];
    const own = rows.ofSetting[setting] ?? NO_PATTERNS;
    for (let index = 0; index < own.length; index += 1) {
      const at = first + (own[index] ?? 0);
      sum += this.sums[at] ?? 0;
      known += this.counts[at] ?? 0;
    }
    return { sum, known };
  }
}

/** The totals of rows with their own outcomes. */
export function totalsOf(rows: SweptRows): Totals {
  const totals = new Totals(rows);
  for (const [variant, values] of rows.outcomes.entries()) totals.add(rows.pattern, values, variant);
  return totals;
}

/** What each setting's rows make. */
export function cellsOf(rows: SweptRows, values: readonly (readonly number[])[]): readonly SweepCell[] {
  const totals = totalsOf(rows);
  const wins = totalsOf({
    ...rows,
    outcomes: rows.outcomes.map((list) => list.map((value) => (Number.isNaN(value) ? NaN : Number(value > 0)))),
  });
  const counted = [countRows(rows), countDays(rows)] as const;
  return values.map((own, setting): SweepCell => {
    const { sum, known } = totals.of(rows, setting);
    const [ofRows, ofDays] = counted;
    return {
      values: own,
      rows: ofRows[setting] ?? 0,
      known,
      days: ofDays[setting] ?? 0,
      mean: known === 0 ? null : sum / known,
      won: known === 0 ? null : wins.of(rows, setting).sum / known,
    };
  });
}

/** How many rows each setting has. */
function countRows({ pattern, patterns, ofSetting }: SweptRows): readonly number[] {
  const counts = new Int32Array(patterns);
  for (const one of pattern) counts[one] = (counts[one] ?? 0) + 1;
  return ofSetting.map((own) => own.reduce((sum, one) => sum + (counts[one] ?? 0), 0));
}

/** Days that are counted at a time: each is a bit. */
const DAYS_AT_A_TIME = 32;

/** On how many days each setting has rows with an outcome. */
function countDays({ sessions, pattern, patterns, outcomes, ofSetting, outcomeOf }: SweptRows): readonly number[] {
  const counts = ofSetting.map(() => 0);
  /** Of each variant and pattern the days of a stretch on which it has such rows. */
  const held = new Int32Array(patterns * outcomes.length);
  const count = (): void => {
    for (const [setting, own] of ofSetting.entries()) {
      const first = (outcomeOf[setting] ?? 0) * patterns;
      counts[setting] = (counts[setting] ?? 0) + bitsIn(own.reduce((days, one) => days | (held[first + one] ?? 0), 0));
    }
    held.fill(0);
  };
  let day = 0;
  for (let row = 0; row < pattern.length; row += 1) {
    if (row > 0 && sessions[row] !== sessions[row - 1]) day += 1;
    if (day === DAYS_AT_A_TIME) {
      count();
      day = 0;
    }
    for (const [variant, values] of outcomes.entries()) {
      if (Number.isNaN(values[row])) continue;
      const at = variant * patterns + (pattern[row] ?? 0);
      held[at] = (held[at] ?? 0) | (1 << day);
    }
  }
  count();
  return counts;
}

/** How many bits of 32 are set (Warren, Hacker's Delight, 5-1). */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
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

/** The plateau that is best on the whole; null where none has enough cells. */
export function bestPlateau(cells: readonly SweepCell[], width: number): SweepPlateau | null {
  const { needed } = plateauRule(width, cells.length);
  let best: SweepPlateau | null = null;
  for (const place of cells.keys()) {
    const one = plateauOf(cells, place, width);
    if (one !== null && one.cells >= needed && one.median > (best?.median ?? -Infinity)) best = one;
  }
  return best;
}
