import type { ValueType } from "./types.ts";

/**
 * What an argument must be: a type, `same` as the argument of that index, `any`, a whole literal, or a range of days.
 */
export type ArgumentRule =
  | { readonly kind: "value"; readonly type: ValueType | "any" | "orderable" }
  | { readonly kind: "same"; readonly as: number }
  | { readonly kind: "literal"; readonly min: number; readonly max: number; readonly whole: boolean }
  | { readonly kind: "day" }
  | { readonly kind: "range" };

/** A function of the language: everything the checker, completion, printer of help, scan and naive evaluator share. */
export interface CallEntry<Name extends string = string> {
  readonly name: Name;
  readonly arguments: readonly { readonly name: string; readonly rule: ArgumentRule }[];
  /** How many of the arguments may be left out, from the end. */
  readonly optional?: number;
  /** The last argument may repeat. */
  readonly repeats?: true;
  /** A type, or the type of the argument of that index. */
  readonly result: ValueType | { readonly as: number };
  /** `keep` the unit of the argument of that index, a fixed one, or none. */
  readonly unit: { readonly keep: number } | "percent" | "sessions" | "count" | "none";
  readonly signature: string;
  readonly doc: string;
  readonly example: string;
}

const number: ArgumentRule = { kind: "value", type: "number" };
const boolean: ArgumentRule = { kind: "value", type: "boolean" };
const text: ArgumentRule = { kind: "value", type: "text" };
const any: ArgumentRule = { kind: "value", type: "any" };
const orderable: ArgumentRule = { kind: "value", type: "orderable" };
const same = (as: number): ArgumentRule => ({ kind: "same", as });
const whole = (min: number, max: number): ArgumentRule => ({ kind: "literal", min, max, whole: true });
const positive: ArgumentRule = { kind: "literal", min: 0, max: 1e9, whole: false };

const over = <Name extends string>(
  name: Name,
  x: ArgumentRule,
  result: CallEntry["result"],
  unit: CallEntry["unit"],
  doc: string,
): CallEntry<Name> => ({
  name,
  arguments: [
    { name: "x", rule: x },
    { name: "from .. to", rule: { kind: "range" } },
  ],
  result,
  unit,
  signature: `${name}(x, from .. to)`,
  doc,
  example:
    name === "count" || name === "any" || name === "all"
      ? `${name}([daily close] > [daily open], -4 .. 0)`
      : `${name}([daily close adj], -4 .. 0)`,
});

const math = <Name extends string>(name: Name, doc: string, unit: CallEntry["unit"] = "none"): CallEntry<Name> => ({
  name,
  arguments: [{ name: "x", rule: number }],
  result: "number",
  unit,
  signature: `${name}(x)`,
  doc,
  example: `${name}([daily close] - [daily open])`,
});

const ROWS = [
  math("abs", "The value without its sign.", { keep: 0 }),
  math("sign", "-1, 0 or 1."),
  math("sqrt", "Square root; null below zero."),
  math("ln", "Natural logarithm; null at or below zero."),
  math("exp", "e to the power of x; null where it overflows."),
  {
    name: "pow",
    arguments: [
      { name: "x", rule: number },
      { name: "y", rule: number },
    ],
    result: "number",
    unit: "none",
    signature: "pow(x, y)",
    doc: "x to the power of y; null where it is not a finite number.",
    example: "pow([daily close], 2)",
  },
  {
    name: "round",
    arguments: [
      { name: "x", rule: number },
      { name: "digits", rule: whole(-9, 9) },
    ],
    optional: 1,
    result: "number",
    unit: { keep: 0 },
    signature: "round(x, digits)",
    doc: "Rounds half away from zero to so many decimals, 0 when left out; negative digits round to tens, hundreds.",
    example: "round([daily close], 1)",
  },
  math("floor", "The whole number at or below x.", { keep: 0 }),
  math("ceil", "The whole number at or above x.", { keep: 0 }),
  {
    name: "min",
    arguments: [
      { name: "a", rule: orderable },
      { name: "b", rule: same(0) },
    ],
    repeats: true,
    result: { as: 0 },
    unit: { keep: 0 },
    signature: "min(a, b, …)",
    doc: "The smallest; null if any is null.",
    example: "min([daily open], [daily close])",
  },
  {
    name: "max",
    arguments: [
      { name: "a", rule: orderable },
      { name: "b", rule: same(0) },
    ],
    repeats: true,
    result: { as: 0 },
    unit: { keep: 0 },
    signature: "max(a, b, …)",
    doc: "The largest; null if any is null.",
    example: "max([daily open], [daily close])",
  },
  {
    name: "if",
    arguments: [
      { name: "condition", rule: boolean },
      { name: "then", rule: any },
      { name: "else", rule: same(1) },
    ],
    optional: 1,
    result: { as: 1 },
    unit: { keep: 1 },
    signature: "if(condition, then, else)",
    doc: "One of two values; null where the condition is unknown, or false without an else.",
    example: "if([daily close] > [daily open], 1, -1)",
  },
  {
    name: "in",
    arguments: [
      { name: "x", rule: any },
      { name: "value", rule: same(0) },
    ],
    repeats: true,
    result: "boolean",
    unit: "none",
    signature: "in(x, a, b, …)",
    doc: "Whether x equals one of the values; unknown if none equals and one is null.",
    example: 'in([identity exchange], "NYSE", "NASDAQ")',
  },
  {
    name: "between",
    arguments: [
      { name: "x", rule: orderable },
      { name: "low", rule: same(0) },
      { name: "high", rule: same(0) },
    ],
    result: "boolean",
    unit: "none",
    signature: "between(x, low, high)",
    doc: "low <= x <= high; false where low is above high.",
    example: "between([daily close], 5, 20)",
  },
  {
    name: "default",
    arguments: [
      { name: "x", rule: any },
      { name: "otherwise", rule: same(0) },
    ],
    result: { as: 0 },
    unit: { keep: 0 },
    signature: "default(x, otherwise)",
    doc: "x, or the other value where x is null or unknown.",
    example: "default([ownership float], 0)",
  },
  {
    name: "is_null",
    arguments: [{ name: "x", rule: any }],
    result: "boolean",
    unit: "none",
    signature: "is_null(x)",
    doc: "True where x is null or unknown, else false.",
    example: "is_null([ownership float])",
  },
  {
    name: "at",
    arguments: [
      { name: "x", rule: any },
      { name: "day", rule: { kind: "day" } },
    ],
    result: { as: 0 },
    unit: { keep: 0 },
    signature: "at(x, day)",
    doc: "x on another day: the day is added to every day inside x.",
    example: "at([daily close adj] / [daily open adj], -1)",
  },
  over("count", boolean, "number", "count", "On how many sessions of the range the condition is true."),
  over("any", boolean, "boolean", "none", "Whether the condition is true on one session of the range."),
  over(
    "all",
    boolean,
    "boolean",
    "none",
    "Whether the condition is true on every session of the range on which it is known.",
  ),
  over("avg", number, "number", { keep: 0 }, "Average over the sessions of the range."),
  over("sum", number, "number", { keep: 0 }, "Total over the sessions of the range."),
  over("highest", orderable, { as: 0 }, { keep: 0 }, "Largest over the sessions of the range."),
  over("lowest", orderable, { as: 0 }, { keep: 0 }, "Smallest over the sessions of the range."),
  over("first", any, { as: 0 }, { keep: 0 }, "Earliest value of the range that is not null."),
  over("last", any, { as: 0 }, { keep: 0 }, "Latest value of the range that is not null."),
  {
    name: "bars_since",
    arguments: [
      { name: "condition", rule: boolean },
      { name: "limit", rule: whole(1, 1000) },
    ],
    result: "number",
    unit: "sessions",
    signature: "bars_since(condition, limit)",
    doc: "Sessions since the condition was last true, today being 0; null where that is more than `limit`. A limit of 10 looks at 11 sessions.",
    example: "bars_since([daily close] > [daily open], 20)",
  },
  {
    name: "crosses_above",
    arguments: [
      { name: "a", rule: orderable },
      { name: "b", rule: same(0) },
    ],
    result: "boolean",
    unit: "none",
    signature: "crosses_above(a, b)",
    doc: "a > b today and a <= b the session before.",
    example: "crosses_above([daily close adj], [indicator sma(20) close adj])",
  },
  {
    name: "crosses_below",
    arguments: [
      { name: "a", rule: orderable },
      { name: "b", rule: same(0) },
    ],
    result: "boolean",
    unit: "none",
    signature: "crosses_below(a, b)",
    doc: "a < b today and a >= b the session before.",
    example: "crosses_below([daily close adj], [indicator sma(20) close adj])",
  },
  {
    name: "change",
    arguments: [
      { name: "x", rule: number },
      { name: "n", rule: whole(1, 2600) },
    ],
    optional: 1,
    result: "number",
    unit: { keep: 0 },
    signature: "change(x, n)",
    doc: "x minus x n sessions ago; n is 1 when left out.",
    example: "change([daily close adj], 5)",
  },
  {
    name: "pct_change",
    arguments: [
      { name: "x", rule: number },
      { name: "n", rule: whole(1, 2600) },
    ],
    optional: 1,
    result: "number",
    unit: "percent",
    signature: "pct_change(x, n)",
    doc: "Percent change of x over n sessions; n is 1 when left out.",
    example: "pct_change([daily close adj], 5)",
  },
  {
    name: "rank",
    arguments: [{ name: "x", rule: number }],
    result: "number",
    unit: "count",
    signature: "rank(x)",
    doc: "Place of x among all securities with a bar that session; 1 is the largest, ties share the smaller number.",
    example: "rank([daily volume])",
  },
  {
    name: "pct_rank",
    arguments: [{ name: "x", rule: number }],
    result: "number",
    unit: "percent",
    signature: "pct_rank(x)",
    doc: "Percent of the other securities of the session with a smaller x; null when it is alone.",
    example: "pct_rank([daily volume])",
  },
  {
    name: "contains",
    arguments: [
      { name: "text", rule: text },
      { name: "part", rule: text },
    ],
    result: "boolean",
    unit: "none",
    signature: "contains(text, part)",
    doc: "Whether the part stands in the text; case, blanks, hyphens and underscores are alike.",
    example: 'contains([identity name], "bank")',
  },
  {
    name: "starts_with",
    arguments: [
      { name: "text", rule: text },
      { name: "start", rule: text },
    ],
    result: "boolean",
    unit: "none",
    signature: "starts_with(text, start)",
    doc: "Whether the text starts so; case, blanks, hyphens and underscores are alike.",
    example: 'starts_with([identity symbol], "A")',
  },
  {
    name: "mfe",
    arguments: [{ name: "days", rule: whole(1, 2600) }],
    result: "number",
    unit: "percent",
    signature: "mfe(days)",
    doc: "Most favourable move: highest high of the next days against the close, adjusted, in percent.",
    example: "mfe(5)",
  },
  {
    name: "mae",
    arguments: [{ name: "days", rule: whole(1, 2600) }],
    result: "number",
    unit: "percent",
    signature: "mae(days)",
    doc: "Most adverse move: lowest low of the next days against the close, adjusted, in percent.",
    example: "mae(5)",
  },
  {
    name: "first_touch",
    arguments: [
      { name: "target_percent", rule: positive },
      { name: "stop_percent", rule: positive },
      { name: "days", rule: whole(1, 2600) },
    ],
    result: "number",
    unit: "none",
    signature: "first_touch(target_percent, stop_percent, days)",
    doc: "1 if the target is reached first within the days, -1 if the stop is (or both on one day), 0 if neither.",
    example: "first_touch(5, 3, 10)",
  },
  {
    name: "doubtful",
    arguments: [],
    result: "boolean",
    unit: "none",
    signature: "doubtful()",
    doc: "Whether the check of the market data doubts the day's bar and nobody accepted it; null where the market was not checked. The check also looks at the days after.",
    example: "doubtful()",
  },
] as const satisfies readonly CallEntry[];

export type CallName = (typeof ROWS)[number]["name"];
export const CALLS: readonly CallEntry<CallName>[] = ROWS;

/** Built-in formula columns, all on adjusted daily values, in percent. */
export const BUILT_IN_COLUMNS: readonly { readonly name: string; readonly code: string; readonly doc: string }[] = [
  {
    name: "chg_close",
    code: "( [daily close adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "close against the previous close",
  },
  { name: "chg_open", code: "( [daily close adj] / [daily open adj] - 1 ) * 100", doc: "close against the open" },
  { name: "gain", code: "( [daily high adj] / [daily open adj] - 1 ) * 100", doc: "high against the open" },
  {
    name: "gap",
    code: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "open against the previous close",
  },
  {
    name: "hod",
    code: "( [daily high adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "high against the previous close",
  },
  { name: "lod", code: "( [daily low adj] / [daily close -1 adj] - 1 ) * 100", doc: "low against the previous close" },
  { name: "range", code: "( [daily high adj] / [daily low adj] - 1 ) * 100", doc: "high against the low" },
];
