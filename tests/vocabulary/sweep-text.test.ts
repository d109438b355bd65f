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
    "The best plateau is around $gap 2: the median of its 2 settings is +0.27%, the lowest -1.08%. A plateau is a setting with its neighbours, at least 2 of which have 30 rows with an outcome. The map is so small that one plateau covers it: more values of the parameters tell more.",
    "By chance alone the best of them makes +0.68% at the median, and more than +1.83% in one of twenty shuffles (199 shuffles, seed 1).",
  ]);
});

/** A map of so many settings across and down, all alike but for the peak at the first. */
function map(width: number, height: number, best: Sweep["best"]): Sweep {
  const cells = Array.from({ length: width * height }, (_, at) => ({
    values: [Math.floor(at / width), at % width],
    rows: 40,
    known: 40,
    days: 30,
    mean: at === 0 ? 2 : 1,
    won: 0.5,
  }));
  const parameters = ["a", "b"].map((name) => ({ name, from: 0, to: 9, step: 1, value: 0 }));
  return { ...SWEEP, parameters, cells, peak: 0, aroundPeak: null, best, chance: null };
}

test.each([
  [5, 1, "at least 2 of which have 30 rows with an outcome."],
  [2, 3, "at least 4 of which have 30 rows with an outcome. The map is so small"],
  [4, 3, "at least 6 of which have 30 rows with an outcome; one at a corner has too few neighbours."],
])("a map of %i by %i says what counts as a plateau", (width, height, said) => {
  const [, , plateau] = sweepSentences(map(width, height, { ...PLATEAU, cell: 1 }));
  expect(plateau).toContain(`The best plateau is around $a 0, $b 1: `);
  expect(plateau).toContain(said);
});

test("a plateau around the peak is said, and so is that there is none", () => {
  const rule =
    "A plateau is a setting with its neighbours, at least 6 of which have 30 rows with an outcome; one at a corner has too few neighbours.";
  expect(sweepSentences(map(4, 3, { ...PLATEAU, cell: 0 }))[2]).toBe(`The best plateau is around the peak. ${rule}`);
  expect(sweepSentences(map(4, 3, null))[2]).toBe(
    `No setting is the middle of a plateau. ${rule} More days or looser filters give the settings more rows.`,
  );
});

test("what is left out before the held-out days is said, first of all where nothing remains", () => {
  const held = { part: "last third", start: "2025-01-11", end: "2025-12-31", leftOut: 0, lookedAt: 400 };
  const last = (one: typeof held): string | undefined => sweepSentences({ ...SWEEP, held: one }).at(-1);
  expect(last(held)).toBe("2025-01-11 to 2025-12-31 is held out: this sweep did not look at it.");
  expect(last({ ...held, leftOut: 5 })).toBe(
    "2025-01-11 to 2025-12-31 is held out: this sweep did not look at it, and left out the 5 sessions before it, whose rows would read its prices.",
  );
  const none = { ...SWEEP, peak: null, aroundPeak: null, best: null, chance: null, verdict: "too-few" as const };
  expect(sweepSentences({ ...none, held: { ...held, leftOut: 20, lookedAt: 0 } }).slice(1)).toEqual([
    "No day is left before 2025-01-11, the first one that is held out: rows of the 20 sessions before it would read prices from it on, and there are no more. Begin earlier, hold out a smaller part, or look less far ahead.",
  ]);
});

test("small numbers keep their digits, and a cell without neighbours speaks of none", () => {
  const cell = { values: [0.002], rows: 40, known: 31, days: 30, mean: -0.000_31, won: 0.5 };
  const aroundPeak = { cell: 0, cells: 1, median: -0.000_31, lowest: -0.000_31 };
  const small = { ...SWEEP, cells: [cell], aroundPeak };
  expect(settingText(small, cell)).toBe("$gap 0.002");
  expect(sweepSentences(small)[1]).toBe("Peak: -0.00031 at $gap 0.002, of 31 rows on 30 days.");
});
