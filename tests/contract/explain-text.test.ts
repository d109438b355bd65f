import { describe, expect, expectTypeOf, test } from "vitest";
import { decidingText, doubtTexts, sourceText, verdictText } from "../../src/contract/index.ts";
import type { DecidingParts, ExplainedPart } from "../../src/contract/index.ts";

import type { Explained } from "../../src/scan/index.ts";

type Part = Extract<DecidingParts, { kind: "part" }>;
type Off = NonNullable<Part["off"]>;

const number = (op: string, value: number | null, threshold: number | null): Off => {
  const difference = value === null || threshold === null ? null : value - threshold;
  const percent = difference === null || !threshold ? null : (difference / Math.abs(threshold)) * 100;
  return { op, type: "number", value, threshold, difference, percent };
};
const part = (off: Off | null, more: Partial<Part> = {}): Part => ({
  kind: "part",
  code: "x",
  day: 0,
  date: "2024-03-28",
  wanted: true,
  got: false,
  off,
  ...more,
});

describe("what keeps a filter from being true reads as a sentence", () => {
  test.each<[string, Part, string]>([
    ["below a bound", part(number(">", 1.00944807, 1.03)), "x: needs > 1.03, was 1.009 (2 % short)"],
    ["above a bound", part(number("<", 12, 10)), "x: needs < 10, was 12 (20 % over)"],
    [
      "so near that four digits hide it",
      part(number(">", 1.029999, 1.03)),
      "x: needs > 1.03, was 1.029999 (0.000097 % short)",
    ],
    ["equal, where more is needed", part(number(">", 5, 5)), "x: needs > 5, was 5 (equal)"],
    ["a bound of zero", part(number(">", -0.25, 0)), "x: needs > 0, was -0.25 (0.25 short)"],
    [
      "large numbers whole",
      part(number(">=", 1_234_567, 2_000_000)),
      "x: needs >= 2,000,000, was 1,234,567 (38 % short)",
    ],
    ["no value", part(number(">", null, 10), { got: null }), "x: needs > 10, had no value"],
    [
      "nothing to compare with",
      part(number(">", 3, null), { got: null }),
      "x: needs a value to compare with, had none",
    ],
    ["negated", part(number(">", 12, 10), { wanted: false, got: true }), "x: must not be > 10, was 12 (20 % over)"],
    ["a condition", part(null), "x: needs true, was false"],
    ["an unknown one", part(null, { got: null }), "x: needs true, was unknown"],
    ["on another day", part(null, { day: -1 }), "x on 2024-03-28: needs true, was false"],
    [
      "times",
      part({ op: "<=", type: "time", value: 571, threshold: 570, difference: 1, percent: null }),
      "x: needs <= 09:30, was 09:31 (1 minute after)",
    ],
    [
      "dates",
      part({ op: ">", type: "date", value: "2024-01-02", threshold: "2024-01-05", difference: -3, percent: null }),
      "x: needs > 2024-01-05, was 2024-01-02 (3 days before)",
    ],
  ])("%s", (_, deciding, text) => expect(decidingText(deciding)).toBe(text));

  test("and so does what the check doubts", () => {
    const doubts = [{ kind: "high-print", seen: "high 1000", expected: "at most 130" }];
    expect(doubtTexts({ doubts })).toEqual([
      "The check of the market doubts this day (high-print): high 1000, expected at most 130.",
    ]);
  });

  test("and so does the verdict", () => {
    const failed = part(null);
    const answer = (filters: readonly (Part | null)[], within = true): Parameters<typeof verdictText>[0] => ({
      absence: null,
      within,
      qualifies: false,
      filters: filters.map((one) => ({ failed: one })),
    });
    expect(verdictText(answer([failed]))).toBe("does not qualify: fails 1 of 1 filter");
    expect(verdictText(answer([failed, null, failed]))).toBe("does not qualify: fails 2 of 3 filters");
    expect(verdictText(answer([failed], false))).toContain(", and the day is outside the dates of the request");
  });
});

describe("where a value comes from", () => {
  const window = {
    kind: "window",
    day: 0,
    date: "2024-03-28",
    start: 570,
    end: 571,
    first: 570,
    last: 570,
    picked: null,
    factor: null,
  } as const;
  test.each([
    [1, "1 bar from 09:30 to 09:30"],
    [2, "2 bars from 09:30 to 09:30"],
    [0, "0 bars from 09:30 to 09:30"],
  ])("a window of %i", (bars, text) => expect(sourceText({ ...window, bars })).toBe(text));
});

test("a range says how many of its sessions it left out, and of what kind each was", () => {
  const range = {
    kind: "range",
    from: "2024-03-01",
    to: "2024-03-28",
    sessions: 20,
    used: { count: 15, first: "2024-03-01", last: "2024-03-28" },
    skipped: { outside: 0, halted: 0, unlisted: 0, delisted: 0, empty: 0 },
    picked: null,
    factors: null,
  } as const;
  expect(sourceText(range)).toBe("2024-03-01 to 2024-03-28, 15 of 20 sessions");
  const kinds = {
    outside: "outside the data",
    halted: "without a bar",
    unlisted: "before the listing",
    delisted: "after the delisting",
    empty: "without a value",
  };
  for (const [kind, text] of Object.entries(kinds))
    expect(sourceText({ ...range, skipped: { ...range.skipped, [kind]: 1 } })).toBe(
      `2024-03-01 to 2024-03-28, 15 of 20 sessions (1 ${text})`,
    );
});

test("a trade says its levels, its end, and the bounds of what a daily bar does not settle", () => {
  const begun = {
    kind: "trade",
    side: "long",
    entered: null,
    exit: null,
    date: null,
    time: null,
    reason: null,
    flags: null,
  } as const;
  const stopped = { exit: 5.4, date: "2024-07-02", time: 600, reason: "stop", path: "minutes" };
  const low = { ...begun, entry: 6, stop: 5.4, target: 7.2, worst: -10, best: -10 };
  expect(sourceText({ ...low, ...stopped, entered: 570 })).toBe(
    "long from 6 at 09:30, stop 5.4, target 7.2, stopped at 5.4 on 2024-07-02 at 10:00, walked by minutes",
  );
  const unclear = { ...begun, entry: 12, stop: 11.4, target: 13.2, worst: -5, best: 10, path: "ambiguous" };
  expect(sourceText(unclear)).toBe(
    "long from 12, stop 11.4, target 13.2, not settled by a daily bar: the return is between -5 and 10 %",
  );
});

describe("what an explanation says of a source", () => {
  type Made = NonNullable<Explained["source"]>;
  type Answered = NonNullable<ExplainedPart["source"]>;
  type Lost<Kind extends Made["kind"]> = Exclude<
    keyof Extract<Made, { kind: Kind }>,
    keyof Extract<Answered, { kind: Kind }> | "symbol"
  >;

  test("is in the answer: a schema would leave out what it does not name", () => {
    expectTypeOf<{ [Kind in Made["kind"]]: Lost<Kind> }[Made["kind"]]>().toEqualTypeOf<never>();
  });

  test("has the factor of later dividends, and the day that was announced", () => {
    const bar = { kind: "day", date: "2025-12-01", day: -1, factor: 0.5, dividends: 0.99 } as const;
    expect(sourceText(bar)).toBe("2025-12-01, split factor 0.5, dividend factor 0.99");
    const announced = { kind: "fact", date: "2025-12-01", day: 0, known: "2025-11-10 08:00", announced: "2025-12-04" };
    expect(sourceText({ ...announced, kind: "fact" })).toBe("announced for 2025-12-04, known since 2025-11-10 08:00");
  });
});
