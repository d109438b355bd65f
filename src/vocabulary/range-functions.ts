/** A function over a range of days or a window of minutes, with everything each notation and card says of it. */
interface RangeFunction {
  readonly name: string;
  /** As in members and on cards. */
  readonly code: string;
  /** In words, and other words that are read. */
  readonly label: string;
  readonly words: readonly string[];
  readonly meaning: string;
  /** Place on the Intraday card, counted from 1. */
  readonly place: number;
}

export const RANGE_FUNCTIONS = [
  { name: "first", code: "FIRST", label: "first", words: ["earliest"], meaning: "the earliest value", place: 1 },
  { name: "last", code: "LAST", label: "last", words: ["latest"], meaning: "the latest value", place: 6 },
  {
    name: "max",
    code: "MAX",
    label: "highest",
    words: ["max", "maximum", "largest"],
    meaning: "the largest value",
    place: 3,
  },
  {
    name: "min",
    code: "MIN",
    label: "lowest",
    words: ["min", "minimum", "smallest"],
    meaning: "the smallest value",
    place: 2,
  },
  { name: "avg", code: "AVG", label: "average", words: ["avg", "mean"], meaning: "the average", place: 4 },
  { name: "sum", code: "SUM", label: "total", words: ["sum"], meaning: "the total", place: 5 },
] as const satisfies readonly RangeFunction[];

export type RangeFunctionName = (typeof RANGE_FUNCTIONS)[number]["name"];
export type RangeFunctionCode = (typeof RANGE_FUNCTIONS)[number]["code"];
