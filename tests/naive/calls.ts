import type { Argument, Node } from "../../src/formula/index.ts";
import type { AggregateName } from "../../src/vocabulary/index.ts";
import { aggregate, dataPoint, rangeOfSessions } from "./data-points.ts";
import { calendar, symbolOn } from "./market.ts";
import { isValue, literal, type Evaluator } from "./place.ts";
import { isAsTraded, minuteDays } from "./reads.ts";
import { beta, correl, relativeStrength } from "./two-series.ts";
import { acrossSecurities, group, ranked, zscore, type Ranked } from "./groups.ts";
import { and, difference, finite, not, or, order, round, textKey, textOf, type Value } from "./values.ts";

type Call = Extract<Node, { kind: "call" }>;
type Function = (evaluation: Evaluator, args: readonly Argument[], session: number) => Value;

/** Value of a function of the language. */
export function call(evaluation: Evaluator, { name, args }: Call, session: number): Value {
  const compute = args[1]?.kind === "group" ? (BY_GROUP[name] ?? FUNCTIONS[name]) : FUNCTIONS[name];
  if (!compute) throw new RangeError(`no function ${name}`);
  return compute(evaluation, args, session);
}

function node(args: readonly Argument[], index: number): Node {
  const arg = args[index];
  if (!isValue(arg)) throw new TypeError(`argument ${index + 1} is no value`);
  return arg;
}

const nodes = (args: readonly Argument[]): readonly Node[] => args.map((_, index) => node(args, index));

/** A function of one number; what has no finite result is null. */
const math =
  (of: (x: number) => number, rounds = false): Function =>
  (evaluation, args, session) => {
    const x = evaluation.number(node(args, 0), session);
    const result = x === null ? null : finite(of(x));
    return result === null || !rounds ? result : evaluation.place.noise(result);
  };

/** Elements of a function over days: its argument on every session of the range on which the security has a bar. */
function elements(evaluation: Evaluator, args: readonly Argument[], session: number): readonly Value[] | null {
  const { view, security } = evaluation.place;
  const [x, range] = [node(args, 0), args[1]];
  const days = range?.kind === "range" ? range.days : { from: literal(range), to: literal(range) };
  const sessions = rangeOfSessions(days, view, session);
  if (sessions === null || sessions.some((each) => !minutesThere(evaluation, x, each))) return null;
  return sessions
    .filter((each) => view.day(security, each) !== null)
    .map((each) => evaluation.namedOn(each).value(x, each))
    .filter((value) => value !== null);
}

/** Whether minutes were imported for every day on which x reads them. */
const minutesThere = (evaluation: Evaluator, x: Node, session: number): boolean =>
  minuteDays(x, evaluation.columns).every((day) => evaluation.place.view.minuteSessions.has(session + day));

const over =
  (of: (values: readonly Value[], evaluation: Evaluator) => Value): Function =>
  (evaluation, args, session) => {
    const values = elements(evaluation, args, session);
    return values === null || values.length === 0 ? null : of(values, evaluation);
  };

const overDays = (func: "first" | "last" | "max" | "min" | "avg" | "sum"): Function =>
  over((values, { place }) => aggregate(func, values, place.noise));

const least =
  (sign: 1 | -1): Function =>
  (evaluation, args, session) => {
    const values = nodes(args).map((each) => evaluation.value(each, session));
    const known = values.filter((value) => value !== null);
    if (known.length < values.length) return null;
    return known.reduce((a, b) => (order(b, a, true) * sign < 0 ? b : a));
  };

const change =
  (percent: boolean): Function =>
  (evaluation, args, session) => {
    const { noise } = evaluation.place;
    const n = args.length > 1 ? literal(args[1]) : 1;
    const [now, then] = [session, session - n].map((each) => evaluation.number(node(args, 0), each));
    if (now === null || then === null || now === undefined || then === undefined) return null;
    const exact = isAsTraded(node(args, 0), evaluation.columns);
    if (!percent) return noisy(finite(difference(now, then, exact)), noise);
    return then === 0 ? null : noisy(percentOver(now, then, noise), noise);
  };

const noisy = (value: number | null, noise: (value: number) => number): number | null =>
  value === null ? null : noise(value);

const percentOver = (value: number, base: number, noise: (value: number) => number): number | null =>
  base === 0 ? null : finite(difference(noise(value / base), 1, false) * 100);

/** Of a share whose dividends stayed in it. */
function totalReturn({ place }: Evaluator, args: readonly Argument[], session: number): Value {
  const close = (back: number): Value =>
    dataPoint({ group: "daily", field: "close", day: -back, basis: "adjdiv" }, place, session);
  const [now, then] = [close(0), close(args.length > 0 ? literal(args[0]) : 1)];
  return typeof now === "number" && typeof then === "number"
    ? noisy(percentOver(now, then, place.noise), place.noise)
    : null;
}

/** a on the far side of b today, not yet the session before; unknown where either day is. */
const crosses =
  (today: ">" | "<", before: "<=" | ">="): Function =>
  (evaluation, args, session) => {
    const [a, b] = [node(args, 0), node(args, 1)];
    const now = evaluation.compared(today, a, b, session);
    const then = evaluation.compared(before, a, b, session - 1);
    return now === null || then === null ? null : now && then;
  };

/** How many stand before its own in the order; one that equals its neighbour has that one's place. */
function ahead({ own, all, exact }: Ranked, by: (a: number, b: number) => number): number {
  const sorted = all.toSorted(by);
  let place = 0;
  for (const [index, value] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && order(value, before, exact) !== 0) place = index;
    if (value === own) break;
  }
  return place;
}

/** Adjusted open, high, low, close of the days 1 .. n, and the close of day 0; null without one. */
function outcome(evaluation: Evaluator, session: number, days: number) {
  const { place } = evaluation;
  const read = (field: "open" | "high" | "low" | "close", day: number): number | null => {
    const value = dataPoint({ group: "daily", field, day, basis: "adj" }, place, session);
    return typeof value === "number" ? value : null;
  };
  const close = read("close", 0);
  if (close === null) return null;
  const after = Array.from({ length: days }, (_, index) => index + 1).flatMap((day) => {
    const [open, high, low] = [read("open", day), read("high", day), read("low", day)];
    return open === null || high === null || low === null ? [] : [{ open, high, low }];
  });
  return { close, after, complete: place.view.within(session + days) };
}

const excursion =
  (of: "high" | "low"): Function =>
  (evaluation, args, session) => {
    const found = outcome(evaluation, session, literal(args[0]));
    if (found === null || !found.complete || found.after.length === 0) return null;
    const { noise } = evaluation.place;
    const prices = found.after.map((bar) => bar[of]);
    const best = of === "high" ? Math.max(...prices) : Math.min(...prices);
    return noisy(percentOver(best, found.close, noise), noise);
  };

/** Open first, then the stop, then the target; both on one day is the stop. */
function firstTouch(evaluation: Evaluator, args: readonly Argument[], session: number): Value {
  const found = outcome(evaluation, session, literal(args[2]));
  if (found === null) return null;
  const { noise } = evaluation.place;
  const target = noise(found.close * (1 + literal(args[0]) / 100));
  const stop = noise(found.close * (1 - literal(args[1]) / 100));
  const reaches = (price: number, level: number): boolean => order(price, level, false) >= 0;
  for (const { open, high, low } of found.after) {
    if (reaches(open, target)) return 1;
    if (reaches(stop, open) || reaches(stop, low)) return -1;
    if (reaches(high, target)) return 1;
  }
  return found.complete ? 0 : null;
}

/** Sessions since the condition was last true. What lies on days that are not in the data cannot be said. */
function barsSince(evaluation: Evaluator, args: readonly Argument[], session: number): Value {
  const { view, security } = evaluation.place;
  const condition = node(args, 0);
  for (let since = 0; since <= literal(args[1]); since++) {
    const day = session - since;
    if (!view.within(day) || !minutesThere(evaluation, condition, day)) return null;
    const then = evaluation.namedOn(day);
    if (view.day(security, day) !== null && then.truth(condition, day) === true) return since;
  }
  return null;
}

function keysOf(evaluation: Evaluator, args: readonly Argument[], session: number): readonly [string, string] | null {
  const [text, part] = [0, 1].map((index) => textOf(evaluation.value(node(args, index), session)));
  return text === null || part === null || text === undefined || part === undefined
    ? null
    : [textKey(text), textKey(part)];
}

/** Whether any row of the list has the symbol that the security has on that day, and the day. */
function onList({ place }: Evaluator, args: readonly Argument[], session: number): Value {
  const [name] = args;
  const rows = name?.kind === "text" ? place.view.market.lists?.[name.value.trim().toLowerCase()] : undefined;
  if (!rows) throw new TypeError("no such list");
  if (!place.view.within(session)) return null;
  const { date } = calendar(session);
  const symbol = symbolOn(place.security, date);
  return rows.some(
    (row) =>
      row.symbol === symbol && (row.day === null || row.day <= date) && (row.until === null || date <= row.until),
  );
}

const FUNCTIONS: Readonly<Record<string, Function>> = {
  abs: math(Math.abs),
  sign: math(Math.sign),
  sqrt: math((x) => (x < 0 ? NaN : Math.sqrt(x)), true),
  ln: math((x) => (x <= 0 ? NaN : Math.log(x)), true),
  exp: math(Math.exp, true),
  floor: math(Math.floor),
  ceil: math(Math.ceil),
  pow: (evaluation, args, session) => {
    const [x, y] = nodes(args).map((each) => evaluation.number(each, session));
    return x === null || y === null || x === undefined || y === undefined
      ? null
      : noisy(finite(x ** y), evaluation.place.noise);
  },
  round: (evaluation, args, session) => {
    const x = evaluation.number(node(args, 0), session);
    return x === null ? null : round(x, args.length > 1 ? literal(args[1]) : 0);
  },
  min: least(1),
  max: least(-1),
  if: (evaluation, args, session) => {
    const condition = evaluation.truth(node(args, 0), session);
    if (condition === null) return null;
    if (condition) return evaluation.value(node(args, 1), session);
    return args.length > 2 ? evaluation.value(node(args, 2), session) : null;
  },
  in: (evaluation, args, session) => {
    const [x, ...values] = nodes(args);
    if (!x) return null;
    return or(values.map((value) => evaluation.compared("=", x, value, session)));
  },
  between: (evaluation, args, session) => {
    const [x, low, high] = [node(args, 0), node(args, 1), node(args, 2)];
    const outside = evaluation.compared(">", low, high, session);
    if (outside === true) return false;
    return and([evaluation.compared("<=", low, x, session), evaluation.compared("<=", x, high, session), not(outside)]);
  },
  default: (evaluation, args, session) =>
    evaluation.value(node(args, 0), session) ?? evaluation.value(node(args, 1), session),
  is_null: (evaluation, args, session) => evaluation.value(node(args, 0), session) === null,
  at: (evaluation, args, session) => evaluation.value(node(args, 0), session + literal(args[1])),
  count: over((values) => values.filter((value) => value === true).length),
  any: over((values) => values.includes(true)),
  all: over((values) => !values.includes(false)),
  avg: overDays("avg"),
  sum: overDays("sum"),
  highest: overDays("max"),
  lowest: overDays("min"),
  first: overDays("first"),
  last: overDays("last"),
  bars_since: barsSince,
  crosses_above: crosses(">", "<="),
  crosses_below: crosses("<", ">="),
  change: change(false),
  pct_change: change(true),
  rank: (evaluation, args, session) => {
    const found = ranked(evaluation, node(args, 0), group(args[1]), session);
    return found && 1 + ahead(found, (a, b) => b - a);
  },
  pct_rank: (evaluation, args, session) => {
    const found = ranked(evaluation, node(args, 0), group(args[1]), session);
    if (found === null || found.all.length < 2) return null;
    return (100 * ahead(found, (a, b) => a - b)) / (found.all.length - 1);
  },
  z_score: (evaluation, args, session) => zscore(ranked(evaluation, node(args, 0), group(args[1]), session)),
  market: (evaluation, args, session) =>
    args[0]?.kind === "aggregate" ? acrossSecurities(args[0].of, evaluation, node(args, 1), null, session) : null,
  contains: (evaluation, args, session) => {
    const keys = keysOf(evaluation, args, session);
    return keys && keys[0].includes(keys[1]);
  },
  starts_with: (evaluation, args, session) => {
    const keys = keysOf(evaluation, args, session);
    return keys && keys[0].startsWith(keys[1]);
  },
  in_list: onList,
  mine: ({ place }, args, session) => {
    const [name, shift] = args;
    const on = session + (shift === undefined ? 0 : literal(shift));
    if (name?.kind !== "text") throw new TypeError("no name");
    if (!place.view.within(on)) return null;
    const { date } = calendar(on);
    const symbol = symbolOn(place.security, date);
    return (
      place.view.market.numbers?.find((row) => row.symbol === symbol && row.day === date)?.values[name.value] ?? null
    );
  },
  beta,
  correl,
  relative_strength: relativeStrength,
  total_return: totalReturn,
  mfe: excursion("high"),
  mae: excursion("low"),
  first_touch: firstTouch,
  doubtful: ({ place: { view, security } }, _args, session) =>
    view.checked && view.within(session) ? (security.doubts?.has(session) ?? false) : null,
};

const byGroup =
  (of: AggregateName): Function =>
  (evaluation, args, session) =>
    acrossSecurities(of, evaluation, node(args, 0), group(args[1]), session);

/** Functions that take a group in place of days or of a second value. */
const BY_GROUP: Readonly<Record<string, Function>> = {
  count: byGroup("count"),
  percent: byGroup("percent"),
  avg: byGroup("avg"),
  sum: byGroup("sum"),
  group_median: byGroup("median"),
  min: byGroup("min"),
  max: byGroup("max"),
};
