import { atPlaces } from "./at-places.ts";
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

  /** The same of all days, in order: four at a time, so that the sums are read and written a fourth as often. */
  ofDays(sumsOfDays: Float64Array, rowsOfDays: Float64Array): DrawnSums {
    const drawn = this.empty();
    const { sums, rows } = drawn;
    const { count } = this;
    const all = this.#times;
    const whole = sumsOfDays.length - (sumsOfDays.length % 4);
    for (let day = 0; day < whole; day += 4) {
      const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = sumsOfDays.subarray(day, day + 4);
      const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = rowsOfDays.subarray(day, day + 4);
      if (r0 + r1 + r2 + r3 === 0) continue;
      const from = day * count;
      for (let draw = 0; draw < count; draw += 1) {
        const at = from + draw;
        const t0 = all[at] ?? 0;
        const t1 = all[at + count] ?? 0;
        const t2 = all[at + 2 * count] ?? 0;
        const t3 = all[at + 3 * count] ?? 0;
        sums[draw] = (sums[draw] ?? 0) + t0 * s0 + t1 * s1 + t2 * s2 + t3 * s3;
        rows[draw] = (rows[draw] ?? 0) + t0 * r0 + t1 * r1 + t2 * r2 + t3 * r3;
      }
    }
    for (let day = whole; day < sumsOfDays.length; day += 1)
      this.add(drawn, day, sumsOfDays[day] ?? 0, rowsOfDays[day] ?? 0);
    return drawn;
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
  const shares = [LOWER, 1 - LOWER].map((share) => share * (count - 1));
  const places = shares.flatMap((place) => [Math.floor(place), Math.min(Math.floor(place) + 1, count - 1)]);
  const [a = 0, b = 0, c = 0, d = 0] = atPlaces(means.subarray(0, count), places);
  const [low = 0, high = 0] = shares.map((place) => place - Math.floor(place));
  // Interpolated between neighbours, as PERCENTILE.INC does.
  return { low: a + low * (b - a), high: c + high * (d - c) };
}
