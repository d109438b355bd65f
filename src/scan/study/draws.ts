import { STUDY_LEAST_DAYS } from "../../vocabulary/index.ts";
import type { Interval } from "../../vocabulary/index.ts";

export const DRAWS = 1_000;
const LOWER = 0.025;

/** Whole numbers of 32 bits from a seed: mulberry32 (Tommy Ettinger), the same everywhere. */
export function randomIntegers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Sums of every draw: of the outcome and of the rows. */
export interface DrawnSums {
  readonly sums: Float64Array;
  readonly rows: Float64Array;
  /** Days with rows. */
  days: number;
}

/**
 * Days drawn again, with replacement and as many as there are: how often each day is in each draw. All figures of a study
 * share the draws, so that bars can be compared.
 */
export class Draws {
  readonly count: number;
  /** Day by day, the draws of one day beside each other. */
  readonly #times: Float64Array;

  constructor(days: number, seed: number, count: number = DRAWS) {
    this.count = count;
    this.#times = new Float64Array(days * count);
    const next = randomIntegers(seed);
    for (let draw = 0; draw < count; draw += 1)
      for (let index = 0; index < days; index += 1) {
        const at = Math.floor((next() / 2 ** 32) * days) * count + draw;
        this.#times[at] = (this.#times[at] ?? 0) + 1;
      }
  }

  empty(): DrawnSums {
    return { sums: new Float64Array(this.count), rows: new Float64Array(this.count), days: 0 };
  }

  /** Adds the rows of a day to every draw, as often as the day is in it. */
  add({ sums, rows }: DrawnSums, day: number, sum: number, count: number): void {
    const from = day * this.count;
    for (let draw = 0; draw < this.count; draw += 1) {
      const times = this.#times[from + draw] ?? 0;
      sums[draw] = (sums[draw] ?? 0) + times * sum;
      rows[draw] = (rows[draw] ?? 0) + times * count;
    }
  }
}

/** Adds sums of every draw to others. */
export function addSums(to: DrawnSums, { sums, rows }: DrawnSums): void {
  for (let draw = 0; draw < sums.length; draw += 1) {
    to.sums[draw] = (to.sums[draw] ?? 0) + (sums[draw] ?? 0);
    to.rows[draw] = (to.rows[draw] ?? 0) + (rows[draw] ?? 0);
  }
}

/** The middle 95 % of the drawn means; null where too few days have rows. Draws without rows have no mean. */
export function intervalOf({ sums, rows }: DrawnSums, days: number): Interval | null {
  if (days < STUDY_LEAST_DAYS) return null;
  const means = new Float64Array(sums.length);
  let count = 0;
  for (let draw = 0; draw < sums.length; draw += 1) {
    const of = rows[draw] ?? 0;
    if (of > 0) means[count++] = (sums[draw] ?? 0) / of;
  }
  const sorted = means.subarray(0, count).sort();
  return { low: between(sorted, LOWER), high: between(sorted, 1 - LOWER) };
}

/** Interpolated between neighbours, as PERCENTILE.INC does. */
function between(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}
