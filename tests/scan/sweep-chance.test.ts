import { expect, test } from "vitest";
import { chanceOf } from "../../src/scan/sweep/chance.ts";
import type { SweptRows } from "../../src/scan/sweep/swept-rows.ts";
import { verdictOf } from "../../src/scan/index.ts";
import { Random } from "../naive/random.ts";
import { rounds } from "../cases.ts";

const DAYS = 40;
const ROWS = 12;
/** Thresholds: the rows of a setting are those whose pattern is as high or higher. */
const SETTINGS = 8;

/** Days on which rows move together, and outcomes that rise by `edge` from the pattern in the middle on. */
function simulated(seed: number, edge: number): SweptRows {
  const random = new Random(seed);
  const normal = (): number => Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, -6);
  const count = DAYS * ROWS;
  const shared = Array.from({ length: DAYS }, normal);
  const pattern = Int32Array.from({ length: count }, () => random.whole(0, SETTINGS - 1));
  const outcome = Float64Array.from(
    pattern,
    (one, row) => (shared[Math.floor(row / ROWS)] ?? 0) + 2 * normal() + (one >= SETTINGS / 2 ? edge : 0),
  );
  return {
    sessions: Int32Array.from({ length: count }, (_, row) => Math.floor(row / ROWS)),
    pattern,
    outcomes: [outcome],
    ofSetting: Array.from({ length: SETTINGS }, (_, from) =>
      Int32Array.from({ length: SETTINGS - from }, (_each, at) => from + at),
    ),
    patterns: SETTINGS,
    outcomeOf: Array.from({ length: SETTINGS }, () => 0),
  };
}

const verdict = async (seed: number, edge: number) =>
  verdictOf(await chanceOf(simulated(seed, edge), seed, () => Promise.resolve()));

test("of settings that tell nothing, one in twenty is called better than chance; an edge that is there, is", async () => {
  const markets = rounds(300, 1_000);
  let called = 0;
  for (let seed = 1; seed <= markets; seed += 1) called += (await verdict(seed, 0)) === "better-than-chance" ? 1 : 0;
  // Three standard deviations of 300; of 1,000 what the page asks, two of them.
  expect(Math.abs(called / markets - 0.05)).toBeLessThan(rounds(0.038, 0.015));
  for (let seed = 1; seed <= 10; seed += 1) expect(await verdict(seed, 1.5)).toBe("better-than-chance");
}, 60_000);
