import { expect, test } from "vitest";
import { sweepSentences, settingText } from "../../src/vocabulary/index.ts";
import type { Sweep } from "../../src/vocabulary/index.ts";

const cell = { values: [0.002], rows: 40, known: 31, days: 30, mean: -0.000_31, won: 0.5 };
const sweep: Sweep = {
  parameters: [{ name: "v", from: 0.001, to: 0.003, step: 0.001, value: 0.001 }],
  outcome: "R",
  start: "2024-01-02",
  end: "2024-06-20",
  held: null,
  rows: 40,
  cells: [cell],
  peak: 0,
  aroundPeak: { cell: 0, cells: 1, median: -0.000_31, lowest: -0.000_31 },
  best: null,
  chance: null,
  verdict: "no-comparison",
  seconds: 1,
};

test("small numbers keep their digits, and a cell without neighbours speaks of none", () => {
  expect(settingText(sweep, cell)).toBe("$v 0.002");
  expect(sweepSentences(sweep)[1]).toBe("Peak: -0.00031 at $v 0.002, of 31 rows on 30 days.");
});
