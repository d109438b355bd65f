import type { ArgumentRule, CallEntry } from "./call-entry.ts";
import { OWN_CALLS } from "./own-calls.ts";
import { TWO_SERIES_CALLS } from "./two-series-calls.ts";

const number: ArgumentRule = { kind: "value", type: "number" };
const boolean: ArgumentRule = { kind: "value", type: "boolean" };
const text: ArgumentRule = { kind: "value", type: "text" };
const any: ArgumentRule = { kind: "value", type: "any" };
const orderable: ArgumentRule = { kind: "value", type: "orderable" };
const same = (as: number): ArgumentRule => ({ kind: "same", as });
const whole = (min: number, max: number): ArgumentRule => ({ kind: "literal", min, max, whole: true });
const positive: ArgumentRule = { kind: "literal", min: 0, max: 1e9, whole: false };
const group = { name: "by group", rule: { kind: "group" } } as const;

const over = <Name extends string>(
  name: Name,
  x: ArgumentRule,
  result: CallEntry["result"],
  unit: CallEntry["unit"],
): CallEntry<Name> => ({
  name,
  arguments: [
    { name: "x", rule: x },
    { name: "from .. to", rule: { kind: "range" } },
  ],
  result,
  unit,
  signature: `${name}(x, from .. to)`,
  ...(name === "count" || name === "avg" || name === "sum" ? { orGroup: true } : {}),
  example:
    name === "count" || name === "any" || name === "all"
      ? `${name}([daily close] > [daily open], -4 .. 0)`
      : `${name}([daily close adj], -4 .. 0)`,
});

const math = <Name extends string>(name: Name, unit: CallEntry["unit"] = "none"): CallEntry<Name> => ({
  name,
  arguments: [{ name: "x", rule: number }],
  result: "number",
  unit,
  signature: `${name}(x)`,
  example: `${name}([daily close] - [daily open])`,
});

const ROWS = [
  math("abs", { keep: 0 }),
  math("sign"),
  math("sqrt"),
  math("ln"),
  math("exp"),
  {
    name: "pow",
    arguments: [
      { name: "x", rule: number },
      { name: "y", rule: number },
    ],
    result: "number",
    unit: "none",
    signature: "pow(x, y)",
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
    example: "round([daily close], 1)",
  },
  math("floor", { keep: 0 }),
  math("ceil", { keep: 0 }),
  {
    name: "min",
    arguments: [
      { name: "a", rule: orderable },
      { name: "b", rule: same(0) },
    ],
    repeats: true,
    result: { as: 0 },
    unit: { keep: 0 },
    orGroup: true,
    signature: "min(a, b, …)",
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
    orGroup: true,
    signature: "max(a, b, …)",
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
    example: "default([ownership float], 0)",
  },
  {
    name: "is_null",
    arguments: [{ name: "x", rule: any }],
    result: "boolean",
    unit: "none",
    signature: "is_null(x)",
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
    example: "at([daily close adj] / [daily open adj], -1)",
  },
  over("count", boolean, "number", "count"),
  over("any", boolean, "boolean", "none"),
  over("all", boolean, "boolean", "none"),
  over("avg", number, "number", { keep: 0 }),
  over("sum", number, "number", { keep: 0 }),
  over("highest", orderable, { as: 0 }, { keep: 0 }),
  over("lowest", orderable, { as: 0 }, { keep: 0 }),
  over("first", any, { as: 0 }, { keep: 0 }),
  over("last", any, { as: 0 }, { keep: 0 }),
  {
    name: "bars_since",
    arguments: [
      { name: "condition", rule: boolean },
      { name: "limit", rule: whole(1, 1000) },
    ],
    result: "number",
    unit: "sessions",
    signature: "bars_since(condition, limit)",
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
    example: "pct_change([daily close adj], 5)",
  },
  {
    name: "rank",
    arguments: [{ name: "x", rule: number }, group],
    optional: 1,
    result: "number",
    unit: "count",
    signature: "rank(x, by group)",
    example: "rank([daily volume])",
  },
  {
    name: "pct_rank",
    arguments: [{ name: "x", rule: number }, group],
    optional: 1,
    result: "number",
    unit: "percent",
    signature: "pct_rank(x, by group)",
    example: "pct_rank([daily volume])",
  },
  {
    name: "z_score",
    arguments: [{ name: "x", rule: number }, group],
    optional: 1,
    result: "number",
    unit: "none",
    signature: "z_score(x, by group)",
    example: "z_score([daily volume], by sector)",
  },
  {
    name: "group_median",
    arguments: [{ name: "x", rule: number }, group],
    result: "number",
    unit: { keep: 0 },
    signature: "group_median(x, by group)",
    example: "group_median([indicator rsi(14) close adj], by sector)",
  },
  {
    name: "percent",
    arguments: [{ name: "condition", rule: boolean }, group],
    result: "number",
    unit: "percent",
    signature: "percent(condition, by group)",
    example: "percent([daily close] > [daily open], by sector)",
  },
  {
    name: "market",
    arguments: [
      { name: "aggregate", rule: { kind: "aggregate" } },
      { name: "x", rule: { kind: "aggregated", by: 0 } },
    ],
    result: "number",
    unit: { aggregate: 0 },
    signature: "market(aggregate, x)",
    example: "market(percent, [daily close adj] > [indicator sma(50) close adj])",
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
    example: 'starts_with([identity symbol], "A")',
  },
  {
    name: "total_return",
    arguments: [{ name: "sessions", rule: whole(1, 2600) }],
    optional: 1,
    result: "number",
    unit: "percent",
    signature: "total_return(sessions)",
    example: "total_return(252)",
  },
  ...OWN_CALLS,
  ...TWO_SERIES_CALLS,
  {
    name: "mfe",
    arguments: [{ name: "days", rule: whole(1, 2600) }],
    result: "number",
    unit: "percent",
    signature: "mfe(days)",
    example: "mfe(5)",
  },
  {
    name: "mae",
    arguments: [{ name: "days", rule: whole(1, 2600) }],
    result: "number",
    unit: "percent",
    signature: "mae(days)",
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
    example: "first_touch(5, 3, 10)",
  },
  {
    name: "doubtful",
    arguments: [],
    result: "boolean",
    unit: "none",
    signature: "doubtful()",
    example: "doubtful()",
  },
] as const satisfies readonly CallEntry[];

export type CallName = (typeof ROWS)[number]["name"];
export const CALLS: readonly CallEntry<CallName>[] = ROWS;
