import { expect, test } from "vitest";
import { apartFrom, comparedRate, separatedByChance } from "../../src/vocabulary/index.ts";
import { Random } from "../naive/random.ts";
import type { Interval, StudyBar, StudyBase } from "../../src/vocabulary/index.ts";

const base = (interval: Interval | null): StudyBase => ({
  seed: 1,
  sampled: true,
  all: { rows: 7_000, days: interval === null ? 14 : 40, mean: -0.16, winRate: 0.5, interval },
  steps: [],
});

test("a base rate of too few days tells nothing apart", () => {
  const mean = { low: -0.15, high: 0.25 };
  expect(apartFrom(comparedRate(base(null)), mean)).toBeNull();
  expect(apartFrom(comparedRate(null), mean)).toBeNull();
  expect(apartFrom(comparedRate(base({ low: -0.2, high: 0 })), mean)).toBe(true);
  expect(apartFrom(comparedRate(base({ low: -0.2, high: 0 })), { low: -0.2, high: 0.2 })).toBe(false);
});

test("what a column separates by chance is what outcomes drawn at random do, on average", () => {
  const [rows, width, rounds] = [60, 12, 2_000];
  const random = new Random(7);
  const shares = Array.from({ length: rounds }, () => {
    const outcomes = Array.from({ length: rows }, () => random.next());
    const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
    const all = mean(outcomes);
    const parts = Array.from({ length: 5 }, (_, part) => outcomes.slice(part * width, (part + 1) * width));
    const between = parts.reduce((sum, part) => sum + width * (mean(part) - all) ** 2, 0);
    return between / outcomes.reduce((sum, one) => sum + (one - all) ** 2, 0);
  });
  const bars = Array.from({ length: 5 }, (_, part): StudyBar => ({
    part,
    from: part,
    to: part,
    rows: width,
    days: width,
    mean: 0,
    winRate: 0,
    interval: null,
  }));
  const chance = separatedByChance({ parts: [{ count: 5, bars }] });
  expect(shares.reduce((sum, one) => sum + one, 0) / rounds).toBeCloseTo(chance, 2);
});
