import { expect, test } from "vitest";
import { Draws, randomIntegers } from "../../src/scan/study/draws.ts";
import { addDay, groupOf, nothing } from "../../src/scan/study/groups.ts";
import { apartFrom } from "../../src/vocabulary/index.ts";
import { rounds } from "../cases.ts";

/** Numbers around 0, almost normal. */
function normal(next: () => number): () => number {
  return () => Array.from({ length: 12 }, () => next() / 2 ** 32).reduce((sum, value) => sum + value, -6);
}

/** A market of days on which rows move together: a few rows or many, with more days than not near nothing. */
function simulated(seed: number, days: number, truth: number) {
  const next = randomIntegers(seed);
  const draw = normal(next);
  const draws = new Draws(days, seed + 1);
  const group = nothing(draws);
  for (let day = 0; day < days; day += 1) {
    const rows = 1 + (next() % 8);
    const shared = draw();
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += truth + shared + 2 * draw() + (next() % 10 === 0 ? 4.5 : -0.5);
    addDay(group, draws, day, { rows, sum, wins: 0 });
  }
  return groupOf(group);
}

test("intervals hold the truth in 93 to 97 of a hundred markets, and none is given of fewer than 30 days", () => {
  const markets = rounds(250, 1_000);
  let held = 0;
  for (let market = 0; market < markets; market += 1)
    held += apartFrom(0.3, simulated(market * 7 + 1, 100 + (market % 5) * 50, 0.3).interval) === false ? 1 : 0;
  expect(held / markets).toBeGreaterThan(0.93);
  expect(held / markets).toBeLessThan(0.97);
  expect(simulated(1, 29, 0).interval).toBeNull();
  expect(simulated(1, 30, 0).interval).not.toBeNull();
});
