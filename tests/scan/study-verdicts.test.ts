import { expect, test } from "vitest";
import { apartFrom, comparedRate } from "../../src/vocabulary/index.ts";
import type { Interval, StudyBase } from "../../src/vocabulary/index.ts";

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
