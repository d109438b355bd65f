import { expect, test } from "vitest";
import { numberOnScreen, settingText, sweepSentences } from "../../src/vocabulary/index.ts";
import type { Sweep } from "../../src/vocabulary/index.ts";

const PLATEAU = { cell: 1, cells: 2, median: 0.27, lowest: -1.08 };
const SWEEP: Sweep = {
  parameters: [{ name: "gap", from: 1, to: 2, step: 1, value: 1 }],
  outcome: "Week",
  start: "2024-01-02",
  end: "2025-05-02",
  held: null,
  rows: 70,
  cells: [
    { values: [1], rows: 40, known: 40, days: 30, mean: 1.29, won: 0.5 },
    { values: [2], rows: 30, known: 30, days: 29, mean: -1.08, won: 0.4 },
  ],
  peak: 0,
  aroundPeak: { ...PLATEAU, cell: 0 },
  best: PLATEAU,
  chance: { draws: 199, seed: 1, median: 0.68, high: 1.83, share: 0.2 },
  verdict: "not-told-apart",
  seconds: 1,
};

test("the sentences of a sweep write its outcome as the screen does, settings and counts without a unit", () => {
  const [, ...sentences] = sweepSentences(SWEEP, (value) => numberOnScreen(value, "percent", 2, true));
  expect(sentences).toEqual([
    "Peak: +1.29% at $gap 1, of 40 rows on 30 days. The median of it and its neighbours is +0.27%, the lowest of them -1.08%.",
    "The best plateau is around $gap 2: the median of its cells is +0.27%, the lowest -1.08%.",
    "By chance alone the best of them makes +0.68% at the median, and more than +1.83% in one of twenty shuffles (199 shuffles, seed 1).",
  ]);
});

test("small numbers keep their digits, and a cell without neighbours speaks of none", () => {
  const cell = { values: [0.002], rows: 40, known: 31, days: 30, mean: -0.000_31, won: 0.5 };
  const aroundPeak = { cell: 0, cells: 1, median: -0.000_31, lowest: -0.000_31 };
  const small = { ...SWEEP, cells: [cell], aroundPeak };
  expect(settingText(small, cell)).toBe("$gap 0.002");
  expect(sweepSentences(small)[1]).toBe("Peak: -0.00031 at $gap 0.002, of 31 rows on 30 days.");
});
