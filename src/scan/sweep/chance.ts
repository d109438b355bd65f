import { SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import type { SweepChance } from "../../vocabulary/index.ts";
import { Totals, totalsOf } from "./cells.ts";
import type { SweptRows } from "./swept-rows.ts";

/** Numbers of draws of which one in twenty is a whole number, the peak itself counted: the share is exact then. */
const DRAWS = [199, 99, 59, 39, 19] as const;

/** Steps of the computation that all draws together may take. */
const MAX_STEPS = 2e9;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, which each step adds to, the same numbers everywhere. */
const STEP = 0x6d2b79f5;

/** The number of a state, from 0 to below 1. */
function numberAt(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Rows of one day. */
interface Day {
  readonly from: number;
  readonly to: number;
  /** Whether each of them has an outcome of each variant. */
  readonly complete: readonly boolean[];
  /** Every setting has all of them or none, so that a shuffle changes nothing. */
  readonly alike: boolean;
}

function daysOf({ sessions, outcomes, pattern }: SweptRows): readonly Day[] {
  const days: Day[] = [];
  let from = 0;
  for (let row = 1; row <= sessions.length; row += 1) {
    if (row < sessions.length && sessions[row] === sessions[from]) continue;
    const own = { from, to: row };
    const first = pattern[from];
    days.push({
      ...own,
      complete: outcomes.map((values) => !values.subarray(own.from, own.to).some(Number.isNaN)),
      alike: pattern.subarray(own.from, own.to).every((one) => one === first),
    });
    from = row;
  }
  return days;
}

/** Outcomes that are shuffled among the rows of their days, each time from where they were. */
class Deals {
  readonly #rows: SweptRows;
  readonly #days: readonly Day[];
  readonly #outcomes: readonly Float64Array[];
  readonly #totals: Totals;
  /** What stays: the rows of days on which all are alike, and the numbers of those of complete days. */
  readonly #still: Totals;
  /** For each row of a day the one that it changes places with. */
  readonly #others: Int32Array;
  #state: number;

  constructor(rows: SweptRows, days: readonly Day[], seed: number) {
    this.#rows = rows;
    this.#days = days;
    this.#outcomes = rows.outcomes.map((values) => values.slice());
    this.#totals = new Totals(rows);
    this.#others = new Int32Array(days.reduce((most, { from, to }) => Math.max(most, to - from), 0));
    this.#state = seed;
    this.#still = new Totals(rows);
    for (const { from, to, complete, alike } of days)
      for (const [variant, values] of rows.outcomes.entries())
        if (alike) this.#still.add(rows.pattern, values, variant, from, to);
        else if (complete[variant] === true) this.#still.addCounts(rows.pattern, variant, from, to);
  }

  /** Deals once more and adds up, day by day, so that what is at hand stays so. */
  next(): Totals {
    const totals = this.#totals;
    totals.sums.set(this.#still.sums);
    totals.counts.set(this.#still.counts);
    for (const { from, to, complete, alike } of this.#days) {
      if (alike) {
        // Its numbers are passed over: a seed deals the other days as ever.
        this.#state = (this.#state + Math.imul(STEP, to - from - 1)) | 0;
        continue;
      }
      this.#draw(to - from);
      for (const [variant, values] of this.#outcomes.entries()) {
        swap(values, this.#others, from, to);
        if (complete[variant] === true) totals.addSums(this.#rows.pattern, values, variant, from, to);
        else totals.add(this.#rows.pattern, values, variant, from, to);
      }
    }
    return totals;
  }

  /** For each row but the first one up to it (Fisher and Yates). */
  #draw(count: number): void {
    const others = this.#others;
    let state = this.#state;
    for (let at = count - 1; at > 0; at -= 1) {
      state = (state + STEP) | 0;
      others[at] = numberAt(state) * (at + 1);
    }
    this.#state = state;
  }
}

function swap(values: Float64Array, others: Int32Array, from: number, to: number): void {
  for (let at = to - from - 1; at > 0; at -= 1) {
    const other = from + (others[at] ?? 0);
    const kept = values[from + at] ?? 0;
    values[from + at] = values[other] ?? 0;
    values[other] = kept;
  }
}

/** The highest mean of enough rows; null where no setting has them. */
function bestOf(rows: SweptRows, totals: Totals): number | null {
  let best: number | null = null;
  for (const setting of rows.ofSetting.keys()) {
    const { sum, known } = totals.of(rows, setting);
    if (known >= SWEEP_ENOUGH_ROWS && (best === null || sum / known > best)) best = sum / known;
  }
  return best;
}

/** Sums in another order differ in their last digits. */
const SLACK = 1e-9;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;

export type ChanceOutcome = SweepChance | "too-few" | "no-comparison" | "too-many";

/**
 * The best of all settings by chance: outcomes are shuffled among the rows of their day, so that days stay good or bad
 * and only which row is which is luck (a permutation test of the maximum; Westfall and Young 1993, White 2000). `pause` is
 * awaited between draws, and may throw to end them.
 */
export async function chanceOf(rows: SweptRows, seed: number, pause: () => Promise<void>): Promise<ChanceOutcome> {
  const peak = bestOf(rows, totalsOf(rows));
  if (peak === null) return "too-few";
  const days = daysOf(rows);
  const shuffled = days.reduce((sum, { from, to, alike }) => sum + (alike ? 0 : to - from), 0);
  if (shuffled === 0) return "no-comparison";
  const steps = shuffled * (rows.outcomes.length + 1) + rows.ofSetting.reduce((sum, { length }) => sum + length, 0);
  const draws = DRAWS.find((number) => number * steps <= MAX_STEPS);
  if (draws === undefined) return "too-many";
  const deals = new Deals(rows, days, seed);
  const best: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    await pause();
    best.push(bestOf(rows, deals.next()) ?? -Infinity);
  }
  const sorted = best.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return "too-few";
  // A shuffle after which no setting has enough rows says nothing against chance.
  const reached = best.filter((one) => !Number.isFinite(one) || one >= peak - SLACK * Math.abs(peak)).length;
  return {
    draws,
    seed,
    median: quantile(sorted, 0.5),
    high: quantile(sorted, 0.95),
    share: (reached + 1) / (draws + 1),
  };
}
