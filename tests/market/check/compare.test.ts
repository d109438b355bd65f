import { describe, expect, test } from "vitest";
import { compareBars, type ComparedBar } from "../../../src/market/index.ts";

const DAYS = [
  "2024-01-02",
  "2024-01-03",
  "2024-01-04",
  "2024-01-05",
  "2024-01-08",
  "2024-01-09",
  "2024-01-10",
  "2024-01-11",
];

/** Days at a hundred dollars, four unless said; `change` is what the other source says of each. */
const bars = (change: (bar: ComparedBar, day: number) => ComparedBar | null, count = 4): readonly ComparedBar[] =>
  DAYS.slice(0, count).flatMap((date, day) => {
    const price = 100 + day;
    const bar = { date, open: price, high: price + 2, low: price - 2, close: price + 1, volume: 10_000, factor: 1 };
    const changed = change(bar, day);
    return changed === null ? [] : [changed];
  });

const scaled = (bar: ComparedBar, by: number): ComparedBar => ({
  ...bar,
  open: bar.open * by,
  high: bar.high * by,
  low: bar.low * by,
  close: bar.close * by,
});
const same = (bar: ComparedBar): ComparedBar => bar;
const onSecond =
  (change: (bar: ComparedBar) => ComparedBar | null) =>
  (bar: ComparedBar, day: number): ComparedBar | null =>
    day === 1 ? change(bar) : bar;

const DIVIDENDS = "all prices by a lasting factor, as of dividends";
const WRONG = "mismatch open, high, low, close";
const SPLITS = "one of them is adjusted for splits";

describe("two sources of one symbol", () => {
  test.each<readonly [string, readonly ComparedBar[], readonly ComparedBar[], number, readonly string[]]>([
    ["equal", bars(same), bars(same), 4, []],
    ["rounded to cents", bars(same), bars((bar) => scaled(bar, 1.00004)), 4, []],
    ["a close that slipped", bars(same), bars(onSecond((bar) => ({ ...bar, close: 10.1 }))), 3, ["mismatch close"]],
    [
      "a high of other venues",
      bars(same),
      bars(onSecond((bar) => ({ ...bar, high: 103.5 }))),
      3,
      ["explained prices within 1 %, as of other venues"],
    ],
    ["a volume of lots", bars(same), bars(onSecond((bar) => ({ ...bar, volume: 100 }))), 3, ["mismatch volume"]],
    [
      "a volume of some venues",
      bars(same),
      bars(onSecond((bar) => ({ ...bar, volume: 7_000 }))),
      3,
      ["explained volume within a factor of 2, as of other venues"],
    ],
    [
      "ours as traded, theirs adjusted",
      bars((bar, day) => ({ ...bar, factor: day < 1 ? 0.25 : 1 })),
      bars((bar, day) => scaled(bar, day < 1 ? 0.25 : 1)),
      3,
      [`explained ${SPLITS}`],
    ],
    [
      "ours adjusted, theirs as traded",
      bars(same),
      bars((bar, day) => (day < 1 ? { ...scaled(bar, 4), factor: 0.25 } : bar)),
      3,
      [`explained ${SPLITS}`],
    ],
    [
      "theirs adjusted for a dividend",
      bars(same),
      bars((bar, day) => (day < 2 ? scaled(bar, 0.97) : bar)),
      2,
      [`explained ${DIVIDENDS}`, `explained ${DIVIDENDS}`],
    ],
    ["one day on another scale", bars(same), bars(onSecond((bar) => scaled(bar, 0.5))), 3, [WRONG]],
    [
      "ours adjusted for two dividends",
      bars((bar, day) => scaled(bar, day < 2 ? 0.9 : 0.95)),
      bars(same),
      0,
      Array.from({ length: 4 }, () => `explained ${DIVIDENDS}`),
    ],
    [
      "ours as traded, theirs adjusted for a split and a dividend",
      bars((bar, day) => ({ ...bar, factor: day < 2 ? 0.25 : 1 })),
      bars((bar, day) => (day < 2 ? scaled(bar, 0.25 * 0.97) : bar)),
      2,
      [`explained ${DIVIDENDS}`, `explained ${DIVIDENDS}`],
    ],
    ...[100, 10, 3, 2, 1.5, 1 / 1.5, 0.5, 0.1].map(
      (by) =>
        [
          `all by ${by.toFixed(2)}`,
          bars(same),
          bars((bar) => scaled(bar, by)),
          0,
          Array.from({ length: 4 }, () => WRONG),
        ] as const,
    ),
    ...[2, 1.5, 1 / 1.5, 0.5].map(
      (by) =>
        [
          `a split that nobody knows, by ${by.toFixed(2)} before it`,
          bars(same),
          bars((bar, day) => (day < 2 ? scaled(bar, by) : bar)),
          2,
          [WRONG, WRONG],
        ] as const,
    ),
    ...[10, 0.9, 1.1, 0.7].map(
      (by) =>
        [
          `from a day on by ${by}`,
          bars(same),
          bars((bar, day) => (day < 2 ? bar : scaled(bar, by))),
          2,
          [WRONG, WRONG],
        ] as const,
    ),
    [
      "farther from 1 than the dividends before",
      bars(same),
      bars((bar, day) => scaled(bar, day < 2 ? 0.95 : 0.8)),
      0,
      [`explained ${DIVIDENDS}`, `explained ${DIVIDENDS}`, WRONG, WRONG],
    ],
    [
      "dividends down to less than a half",
      bars(same, 8),
      // Two days each.
      bars((bar, day) => scaled(bar, [0.45, 0.6, 0.8, 1][Math.floor(day / 2)] ?? 1), 8),
      2,
      [WRONG, WRONG, ...Array.from({ length: 4 }, () => `explained ${DIVIDENDS}`)],
    ],
    [
      "one step back among dividends",
      bars(same, 8),
      bars((bar, day) => scaled(bar, [0.9, 0.75, 0.8, 1][Math.floor(day / 2)] ?? 1), 8),
      2,
      [WRONG, WRONG, WRONG, WRONG, `explained ${DIVIDENDS}`, `explained ${DIVIDENDS}`],
    ],
    ["the first day alone by 0.9", bars(same), bars((bar, day) => (day < 1 ? scaled(bar, 0.9) : bar)), 3, [WRONG]],
    ["a day that they lack", bars(same), bars(onSecond(() => null)), 3, ["mismatch none in the other source"]],
    ["a day that we lack", bars(onSecond(() => null)), bars(same), 3, ["mismatch none in this market"]],
    [
      "days before their first",
      bars(same),
      bars((bar, day) => (day < 2 ? null : bar)),
      2,
      ["explained none in the other source before or after its own days"],
    ],
  ])("%s", (_, ours, theirs, match, expected) => {
    const found = compareBars("ABC", ours, theirs);
    expect(found.match).toBe(match);
    expect(found.differences.map(({ kind, why }) => `${kind} ${why}`)).toEqual(expected);
  });
});
