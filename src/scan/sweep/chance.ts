import { SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import type { SweepChance } from "../../vocabulary/index.ts";
import { Totals, inOwnOrder } from "./cells.ts";
import type { SweptRows } from "./swept-rows.ts";

/** Numbers of draws of which one in twenty is a whole number, the peak itself counted: the share is exact then. */
const DRAWS = [199, 99, 59, 39, 19] as const;

/** Steps of the computation that all draws together may take. */
const MAX_STEPS = 2e9;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, the same numbers everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shuffles what stands at the rows of each day among them (Fisher and Yates). */
function shuffleDays(shuffled: Int32Array, days: readonly (readonly [number, number])[], random: () => number): void {
  for (const [from, to] of days)
    for (let at = to - 1; at > from; at -= 1) {
      const other = from + Math.floor(random() * (at - from + 1));
      const kept = shuffled[at] ?? 0;
      shuffled[at] = shuffled[other] ?? 0;
      shuffled[other] = kept;
    }
}

/** Where the rows of each day begin and end, of days with several. */
function daysOf({ sessions }: SweptRows): readonly (readonly [number, number])[] {
  const days: [number, number][] = [];
  let from = 0;
  for (let row = 1; row <= sessions.length; row += 1) {
    if (row < sessions.length && sessions[row] === sessions[from]) continue;
    if (row - from > 1) days.push([from, row]);
    from = row;
  }
  return days;
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
  const totals = new Totals(rows);
  const shuffled = inOwnOrder(rows);
  totals.add(rows, shuffled);
  const peak = bestOf(rows, totals);
  if (peak === null) return "too-few";
  const days = daysOf(rows);
  if (days.length === 0) return "no-comparison";
  const steps =
    rows.sessions.length * (rows.outcomes.length + 1) + rows.ofSetting.reduce((sum, { length }) => sum + length, 0);
  const draws = DRAWS.find((number) => number * steps <= MAX_STEPS);
  if (draws === undefined) return "too-many";
  const random = randomOf(seed);
  const best: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    await pause();
    shuffleDays(shuffled, days, random);
    totals.add(rows, shuffled);
    best.push(bestOf(rows, totals) ?? -Infinity);
  }
  const sorted = best.filter(Number.isFinite).sort((a, b) => a - b);
  const reached = best.filter((one) => one >= peak - SLACK * Math.abs(peak)).length;
  return {
    draws,
    seed,
    median: quantile(sorted, 0.5),
    high: quantile(sorted, 0.95),
    share: (reached + 1) / (draws + 1),
  };
}
