import { RANGE_FUNCTIONS } from "./range-functions.ts";
import type { RangeFunctionName } from "./range-functions.ts";
import type { PeriodGroup } from "./periods.ts";
import { NAMED_SESSIONS } from "./sessions.ts";
import type { NamedSession } from "./sessions.ts";
import type { Basis } from "./basis.ts";

/**
 * How the words notation says what the code notation writes with signs: the canonical wording first, others that are
 * read, and those that are understood but refused, with the canonical one as the fix. Lower case, one blank between
 * words.
 */
export interface Wording<Code extends string = string> {
  /** What code writes. */
  readonly code: Code;
  readonly canonical: string;
  readonly accepted?: readonly string[];
  readonly refused?: readonly string[];
}

const NOT = ["is not", "isn't"];
const withVerbs = (verbs: readonly string[], ...rest: readonly string[]): readonly string[] =>
  verbs.flatMap((verb) => rest.map((one) => `${verb} ${one}`));

const COMPARE_ROWS = [
  {
    code: ">",
    canonical: "is above",
    accepted: [
      "above",
      "over",
      "exceeds",
      "greater than",
      "more than",
      "higher than",
      "later than",
      ...withVerbs(["is"], "greater than", "more than", "higher than", "larger than", "over", "after", "later than"),
    ],
  },
  {
    code: "<",
    canonical: "is below",
    accepted: [
      "below",
      "under",
      "less than",
      "lower than",
      "fewer than",
      "earlier than",
      ...withVerbs(["is"], "less than", "lower than", "smaller than", "fewer than", "under", "before", "earlier than"),
    ],
  },
  {
    code: ">=",
    canonical: "is at least",
    accepted: [
      "at least",
      "greater than or equal to",
      "is greater than or equal to",
      "is no less than",
      "is on or after",
      ...withVerbs(NOT, "below", "less than", "lower than", "under", "before"),
    ],
  },
  {
    code: "<=",
    canonical: "is at most",
    accepted: [
      "at most",
      "less than or equal to",
      "is less than or equal to",
      "is no more than",
      "is on or before",
      ...withVerbs(NOT, "above", "greater than", "more than", "higher than", "over", "after"),
    ],
  },
  { code: "=", canonical: "is", accepted: ["equals", "is equal to", "equal to", "is the same as"] },
  {
    code: "!=",
    canonical: "is not",
    accepted: ["isn't", "is not equal to", "isn't equal to", "not equal to", "does not equal", "differs from"],
  },
] as const satisfies readonly Wording[];
export type CompareOp = (typeof COMPARE_ROWS)[number]["code"];
export const COMPARE_WORDS: readonly Wording<CompareOp>[] = COMPARE_ROWS;

/** Functions of two values that may stand between them. */
export const CROSSING_WORDS: readonly Wording<"crosses_above" | "crosses_below">[] = [
  {
    code: "crosses_above",
    canonical: "crosses above",
    accepted: ["crossed above", "crosses over", "crossed over"],
    refused: withVerbs(["rises", "rose", "breaks", "broke", "goes", "went", "moves", "moved"], "above"),
  },
  {
    code: "crosses_below",
    canonical: "crosses below",
    accepted: ["crossed below", "crosses under", "crossed under"],
    refused: withVerbs(
      ["falls", "fell", "breaks", "broke", "drops", "dropped", "goes", "went", "moves", "moved"],
      "below",
    ),
  },
];

export const LOGICAL_WORDS: readonly Wording<"&" | "|" | "!">[] = [
  { code: "&", canonical: "and", accepted: ["and also"] },
  { code: "|", canonical: "or" },
  { code: "!", canonical: "not" },
];

const ARITHMETIC_ROWS = [
  { code: "+", canonical: "plus", accepted: ["added to"] },
  { code: "-", canonical: "minus" },
  { code: "*", canonical: "times", accepted: ["multiplied by"] },
  { code: "/", canonical: "divided by" },
] as const satisfies readonly Wording[];
export type ArithmeticOp = (typeof ARITHMETIC_ROWS)[number]["code"];
export const ARITHMETIC_WORDS: readonly Wording<ArithmeticOp>[] = ARITHMETIC_ROWS;

export const MEMBERSHIP_WORDS: readonly Wording<"between" | "!between" | "in" | "!in">[] = [
  { code: "between", canonical: "is between", accepted: ["lies between"] },
  { code: "!between", canonical: "is not between", accepted: ["isn't between", "does not lie between"] },
  { code: "in", canonical: "is one of", accepted: ["is in", "is any of"] },
  { code: "!in", canonical: "is not one of", accepted: ["is not in", "isn't one of", "isn't in", "is none of"] },
];

/** In front of a value: so many times it. */
export const MULTIPLE_WORDS: readonly (Wording & { readonly factor: number })[] = [
  { code: "2 *", canonical: "2 times", accepted: ["twice", "double", "two times"], factor: 2 },
  { code: "3 *", canonical: "3 times", accepted: ["triple", "three times"], factor: 3 },
  { code: "4 *", canonical: "4 times", accepted: ["four times"], factor: 4 },
  { code: "5 *", canonical: "5 times", accepted: ["five times"], factor: 5 },
  { code: "10 *", canonical: "10 times", accepted: ["ten times"], factor: 10 },
  { code: "0.5 *", canonical: "0.5 times", accepted: ["half", "half of"], factor: 0.5 },
];

/** Behind a number. */
export const MAGNITUDE_WORDS: readonly (Wording & { readonly factor: number })[] = [
  { code: "K", canonical: "K", accepted: ["thousand"], factor: 1e3 },
  { code: "M", canonical: "M", accepted: ["million", "millions"], factor: 1e6 },
  { code: "B", canonical: "B", accepted: ["billion", "billions"], factor: 1e9 },
];
export const PERCENT_WORDS: readonly Wording[] = [{ code: "%", canonical: "%", accepted: ["percent", "per cent"] }];
export const DOLLAR_WORDS: readonly Wording[] = [{ code: "$", canonical: "$", accepted: ["dollars", "dollar"] }];

/** Built-in columns that are said without their braces. */
export const COLUMN_WORDS: readonly Wording[] = [{ code: "gap", canonical: "{gap}", accepted: ["gap"] }];

/** Before news, earnings and IPO. */
export const EVENT_WORDS: readonly Wording<"had" | "!had">[] = [
  { code: "had", canonical: "had", accepted: ["has", "has had"] },
  {
    code: "!had",
    canonical: "did not have",
    accepted: ["didn't have", "does not have", "doesn't have", "had no", "has no"],
  },
];

export const BASIS_WORDS: readonly Wording<Basis>[] = [
  { code: "adj", canonical: "adjusted", accepted: ["adj", "split adjusted", "split-adjusted"] },
  {
    code: "adjdiv",
    canonical: "dividend adjusted",
    accepted: ["adjdiv", "dividend-adjusted", "split and dividend adjusted", "total return adjusted"],
  },
  { code: "unadj", canonical: "unadjusted", accepted: ["unadj", "as traded"] },
];

export const FUNCTION_WORDS: readonly Wording<RangeFunctionName>[] = RANGE_FUNCTIONS.map(({ name, label, words }) => ({
  code: name,
  canonical: label,
  accepted: words,
}));

/** In front of a field (`premarket high`) and, after `in the` or `during the`, behind it. */
export const SESSION_WORDS: readonly Wording<NamedSession["name"]>[] = NAMED_SESSIONS.map(({ name, words }) => ({
  code: name,
  canonical: name,
  accepted: words,
}));

/** Days with a name; the canonical form says `1 day ago` and `1 day later`, and `today` where a day must be said. */
export const DAY_WORDS: readonly Wording<"0" | "-1" | "1">[] = [
  { code: "0", canonical: "today", accepted: ["the same day", "on the same day"] },
  {
    code: "-1",
    canonical: "1 day ago",
    accepted: ["yesterday", "the previous day", "the day before", "the prior day"],
  },
  { code: "1", canonical: "1 day later", accepted: ["tomorrow", "the next day", "the day after"] },
];

/** In front of a data point: its day. */
export const DAY_OF_WORDS: readonly Wording<"0" | "-1" | "1">[] = [
  { code: "0", canonical: "today's" },
  {
    code: "-1",
    canonical: "previous",
    accepted: [
      "yesterday's",
      "prior",
      "previous day",
      "previous day's",
      "prior day",
      "prior day's",
      "previous session's",
    ],
  },
  { code: "1", canonical: "tomorrow's", accepted: ["next day's"] },
];

/** Bars of weeks and months, in front of a field; with the period where that is said as well. */
export const PERIOD_WORDS: readonly (Wording<PeriodGroup> & { readonly offset: number | null })[] = [
  { code: "weekly", canonical: "weekly", offset: null },
  { code: "monthly", canonical: "monthly", offset: null },
  { code: "weekly", canonical: "last week's", accepted: ["the previous week's", "previous week's"], offset: -1 },
  { code: "monthly", canonical: "last month's", accepted: ["the previous month's", "previous month's"], offset: -1 },
];
/** Behind it: the row's own period up to its day. */
export const SO_FAR_WORDS: readonly Wording[] = [{ code: "so far", canonical: "so far", accepted: ["to date"] }];

/** Words that join the parts of a data point. */
export const JOINING_WORDS: readonly Wording<
  "of" | "from" | "to" | "at" | "by" | "between" | "the" | "at max of days" | "at max of minutes"
>[] = [
  { code: "of", canonical: "of", accepted: ["of the"] },
  { code: "from", canonical: "from" },
  { code: "to", canonical: "to", accepted: ["until", "till", "through"] },
  { code: "at", canonical: "at" },
  { code: "by", canonical: "by" },
  { code: "between", canonical: "between" },
  { code: "the", canonical: "the", accepted: ["a", "an"] },
  {
    code: "at max of days",
    canonical: "on the day of the",
    accepted: ["on the day with the", "on the day of", "on the day with", "of the day with the", "of the day of the"],
  },
  {
    code: "at max of minutes",
    canonical: "on the minute of the",
    accepted: [
      "on the minute with the",
      "on the minute of",
      "on the minute with",
      "in the minute of the",
      "in the minute with the",
      "on the bar of the",
      "on the bar with the",
    ],
  },
];
