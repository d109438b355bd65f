import { columnKey, printCode, walk, type DataPoint, type Node } from "../../formula/index.ts";
import { barsAhead, factOf, minimumBars, windowOn } from "../../vocabulary/index.ts";
import type { ColumnTrees } from "../plan/lower.ts";
import { groupAt, literalAt } from "../plan/arguments.ts";
import type { Answer } from "./explanation.ts";
import { announcedDate, shortMoment, type History } from "./history.ts";
import { asOwn, type NullContext } from "./null-context.ts";
import { OVER_DAYS, type Part } from "./parts.ts";
import { reason, type Reason } from "./reasons.ts";
import { whyNoTrade } from "./trades.ts";
import { recipeOf } from "./recipe-of.ts";
import { outside, whyNoDays, whyNoPairs } from "./why-no-days.ts";
import { whyNoPeriod, whyNoPeriodIndicator } from "./why-no-period.ts";

/** Why a part has no value; only called where it has none. */
export function whyNull(part: Part, context: NullContext): Reason {
  const { node } = part;
  switch (node.kind) {
    case "number":
    case "time":
    case "date":
      return reason("overflow", { code: printCode(node) });
    case "text":
      return reason("empty-text", { code: printCode(node) });
    case "data":
      return whyNoData(node.point, part, context);
    case "trade":
      return whyNoTrade(part, context);
    case "call":
      return whyNoCall(node.name, part, context);
    case "column":
    case "negative":
    case "not":
    case "and":
    case "or":
    case "compare":
      return operands(part, context) ?? reason("empty-text", { code: printCode(node) });
    case "sum":
      return operands(part, context) ?? tooFar(part, context);
    case "product": {
      const divisor = node.rest.find(({ op }, index) => op === "/" && valueOf(part.parts[index + 1], context) === 0);
      return (
        operands(part, context) ??
        (divisor
          ? reason("division-by-zero", { divisor: printCode(divisor.node) }, [node.rest.indexOf(divisor) + 1])
          : tooFar(part, context))
      );
    }
  }
  return node satisfies never;
}

const valueOf = (part: Part | undefined, context: NullContext): Answer => (part ? context.value(part.value) : null);

/** Parts that are null, where any are: a result that combines them is null too. */
function operands(
  part: Part,
  context: NullContext,
  only: readonly number[] = part.parts.map((_, index) => index),
): Reason | null {
  const of = only.filter((index) => valueOf(part.parts[index], context) === null);
  if (of.length === 0 && !part.cut) return null;
  const codes = [
    ...new Set(
      of.flatMap((index) => {
        const inner = part.parts[index];
        return inner ? [printCode(inner.node)] : [];
      }),
    ),
  ];
  const named = codes.length > 3 ? `${codes.slice(0, 3).join(", ")} and ${codes.length - 3} more` : codes.join(", ");
  return reason("null-operand", { operands: named === "" ? "a part of it" : named }, of);
}

/** A result of known operands that cannot be shown: only a time has bounds of its own. */
function tooFar(part: Part, context: NullContext): Reason {
  const code = printCode(part.node);
  switch (context.type(part.value)) {
    case "time":
      return reason("outside-day", { code });
    case "text":
    case "boolean":
      return reason("empty-text", { code });
    case "number":
    case "date":
      return reason("overflow", { code });
  }
}

/** Why a security has no daily bar on a session; null where it has one with prices. */
function whyNoBar(session: number, { history }: NullContext): Reason | null {
  const date = history.date(session);
  if (!history.within(session)) return outside(session, session, history);
  const bar = history.bar(session);
  if (bar) return bar.offHours ? reason("off-hours-only", { date }) : null;
  if (session < history.firstBar) return reason("not-listed", { date, first: history.date(history.firstBar) });
  if (session > history.lastBar && history.delisted)
    return reason("delisted", { date, last: history.date(history.lastBar) });
  return reason("no-bar", { date });
}

function whyNoData(given: DataPoint, part: Part, on: NullContext): Reason {
  const own = asOwn(given, on);
  if (own === null)
    return reason("symbol-unknown", { symbol: given.ofSymbol ?? "", date: on.history.date(on.session) });
  const { point, context } = own;
  const { history } = context;
  const session = context.session + part.day + ("day" in point ? point.day : 0);
  const date = history.date(session);
  if (given.ofSymbol !== undefined && (point.group === "daily-range" || point.group === "daily-at"))
    return whyNoDays(point, session, history);
  switch (point.group) {
    case "daily":
      return whyNoBar(session, context) ?? reason("field-missing", { field: point.field, date });
    case "daily-range":
      return whyNoRange(part, context);
    case "daily-at": {
      const picked = part.range?.picked;
      const on = picked === undefined || picked === null ? null : context.value(picked);
      return typeof on === "string"
        ? reason("field-missing", { field: point.field, date: on })
        : whyNoRange(part, context);
    }
    case "intraday":
    case "intraday-at-time":
    case "intraday-at": {
      const none = whyNoMinutes(session, context);
      if (none) return none;
      const { start, end } = windowOf(point, session, history);
      const bars = history.minutes(session);
      return bars.some((minute) => minute >= start && minute <= end)
        ? reason("field-missing", { field: point.field, date })
        : reason("empty-window", { date, start: windowStart(point), end: windowEnd(point), bars: bars.length });
    }
    case "period-indicator":
      return whyNoPeriodIndicator(point, session, history);
    case "weekly":
    case "monthly":
      return whyNoPeriod(point, session, history);
    case "indicator":
      return whyNoIndicator(point, session, context);
    case "identity":
      if (point.field !== "old_symbol") return whyNoFact(point.field, session, context);
      return history.within(session) ? reason("never-renamed", { date }) : outside(session, session, history);
    case "fundamental":
    case "ownership":
      return whyNoFact(point.field, session, context);
    case "event":
      return history.within(session)
        ? reason("no-event-coverage", { kind: point.field, date })
        : outside(session, session, history);
    case "earnings":
      return whyNoStatement(point.item, point.quarter, session, context);
  }
  return point satisfies never;
}

type Intraday = Extract<DataPoint, { group: "intraday" | "intraday-at-time" | "intraday-at" }>;
const windowStart = (point: Intraday): number => (point.group === "intraday-at-time" ? point.time : point.start);
const windowEnd = (point: Intraday): number => (point.group === "intraday-at-time" ? point.time : point.end);

/** First and last minute of a window on a session, half days considered. */
export function windowOf(point: Intraday, session: number, history: History): { start: number; end: number } {
  return windowOn(windowStart(point), windowEnd(point), history.close(session));
}

function whyNoMinutes(session: number, context: NullContext): Reason | null {
  const { history } = context;
  const date = history.date(session);
  if (!history.within(session)) return outside(session, session, history);
  if (!history.hasMinutes(session))
    return reason("minutes-not-imported", { from: date, to: date, sessions: 1, missing: 1 });
  if (history.minutes(session).length > 0) return null;
  const none = whyNoBar(session, context);
  return none && none.code !== "no-bar" && none.code !== "off-hours-only" ? none : reason("no-minutes", { date });
}

type IndicatorPoint = Extract<DataPoint, { group: "indicator" }>;

function whyNoIndicator(point: IndicatorPoint, session: number, context: NullContext): Reason {
  const { history } = context;
  const recipe = recipeOf(point);
  const [needs, ahead] = recipe ? [minimumBars(recipe), barsAhead(recipe)] : [1, 0];
  if (point.bars === null) {
    const none = whyNoBar(session, context);
    if (none) return none;
    const has = history.pricedUpTo(session).length;
    if (has < needs) return reason("too-few-bars", { has, needs });
    const after = history.pricedAfter(session);
    return after < ahead
      ? reason("too-few-bars-after", { has: after, needs: ahead })
      : reason("indicator-undefined", { bars: has });
  }
  const none = whyNoMinutes(session, context);
  if (none) return none;
  const { count, today } = history.intraday({ session, ...point.bars });
  if (today === 0) return reason("no-complete-bar", { date: history.date(session), ...point.bars });
  return count < needs ? reason("too-few-bars", { has: count, needs }) : reason("indicator-undefined", { bars: count });
}

function whyNoFact(field: string, session: number, { history }: NullContext): Reason {
  if (!history.within(session)) return outside(session, session, history);
  const [first] = history.market.currentOnly.includes(field) ? [] : history.facts(field);
  const latest = history.factOn(field, session);
  if (factOf(field) !== field && latest !== undefined)
    return reason("announced-past", {
      date: announcedDate(latest),
      known: shortMoment(latest.known),
      row: history.date(session),
    });
  return first !== undefined && latest === undefined
    ? reason("not-known-yet", { field: factOf(field), known: shortMoment(first.known) })
    : reason("fact-missing", { field: factOf(field) });
}

function whyNoStatement(item: string, quarter: number, session: number, { history }: NullContext): Reason {
  if (!history.within(session)) return outside(session, session, history);
  const closing = history.closing(session);
  const [first] = history.statements;
  if (first === undefined) return reason("fact-missing", { field: item });
  const latest = latestQuarter(history, closing);
  return latest === null
    ? reason("not-known-yet", { field: item, known: shortMoment(first.known) })
    : reason("quarter-missing", { item, quarter, latest });
}

/** End of the latest fiscal quarter known at a moment; null where none is. */
export function latestQuarter(history: History, closing: string): string | null {
  const reported = history.statements.filter((each) => each.known <= closing).map(({ fiscal }) => fiscal);
  return reported.length === 0 ? null : reported.reduce((a, b) => (a > b ? a : b));
}

function whyNoRange(part: Part, context: NullContext): Reason {
  const { range } = part;
  const { history } = context;
  if (!range) return tooFar(part, context);
  const [from, to] = [context.session + range.from, context.session + range.to];
  if (!history.within(from) || !history.within(to)) return outside(from, to, history);
  const days = { from: history.date(from), to: history.date(to), sessions: to - from + 1 };
  const bars = history.barsWithin(from, to).length;
  if (bars === 0) return reason("empty-range", { ...days, bars });
  const used = range.counted && context.value(range.counted.used);
  // The count has the guard of its range: with bars in it, only missing minutes make it null.
  if (used === null) return reason("minutes-not-imported", { ...days, missing: uncovered(from, to, history) });
  return used === 0 ? reason("empty-range", { ...days, bars }) : tooFar(part, context);
}

function uncovered(from: number, to: number, history: History): number {
  let missing = 0;
  for (let session = from; session <= to; session++) if (!history.hasMinutes(session)) missing += 1;
  return missing;
}

function whyNoCall(name: string, part: Part, context: NullContext): Reason {
  const { history } = context;
  const { node } = part;
  if (node.kind !== "call") return tooFar(part, context);
  const session = context.session + part.day;
  if (name === "market")
    return history.within(session)
      ? reason("nobody", { date: history.date(session) })
      : outside(session, session, history);
  const by = groupAt(node.args);
  if (by !== null || name === "z_score") return whyNothingAcross(name, part, context);
  if (OVER_DAYS.has(name)) return whyNoRange(part, context);
  switch (name) {
    case "if": {
      const [condition, yes] = part.parts;
      const truth = valueOf(condition, context);
      if (truth === false && node.args.length === 2 && condition)
        return reason("no-else", { condition: printCode(condition.node) }, [0]);
      const chosen = truth === null ? 0 : truth === true ? 1 : 2;
      return operands(part, context, [chosen]) ?? tooFar(yes ?? part, context);
    }
    case "mine": {
      const [name, shift] = node.args;
      const on = session + (shift?.kind === "day" ? shift.day : 0);
      const field = name?.kind === "text" ? name.value : "";
      if (!history.within(on)) return outside(on, on, history);
      return reason("field-missing", { field, date: history.date(on) });
    }
    case "in_list":
      return outside(session, session, history);
    case "bars_since":
      return whyNeverTrue(part, context);
    case "rank":
    case "pct_rank":
      return rowless(session, context) ?? operands(part, context) ?? reason("alone", { date: history.date(session) });
    case "doubtful":
      return history.within(session)
        ? reason("not-checked", { date: history.date(session) })
        : outside(session, session, history);
    case "beta":
    case "correl":
    case "relative_strength":
      return whyNoPairs(name, part, context) ?? operands(part, context) ?? tooFar(part, context);
    case "first_touch": {
      const entry = operands(part, context);
      const until = session + literalAt(node.args, 2);
      return entry ?? outside(session, until, history);
    }
    case "sqrt":
    case "ln":
    case "pow": {
      const none = operands(part, context);
      const value = valueOf(part.parts[0], context);
      if (none || typeof value !== "number") return none ?? tooFar(part, context);
      const power = valueOf(part.parts[1], context);
      const has = name === "sqrt" ? value >= 0 : name === "ln" ? value > 0 : isPower(value, power);
      return has ? tooFar(part, context) : reason("domain", { function: name, value }, [0]);
    }
    case "total_return":
    case "pct_change": {
      const none = operands(part, context);
      const before = part.parts[1];
      return (
        none ??
        (before && valueOf(before, context) === 0
          ? reason(
              "division-by-zero",
              { divisor: `${printCode(before.node)} on ${history.date(context.session + before.day)}` },
              [1],
            )
          : tooFar(part, context))
      );
    }
    default:
      return operands(part, context) ?? tooFar(part, context);
  }
}

/** Of a group: the security is in none, has no value to be placed among the others, or there is nothing to compare with. */
function whyNothingAcross(name: string, part: Part, context: NullContext): Reason {
  const session = context.session + part.day;
  const date = context.history.date(session);
  const grouped = part.parts.length > 1 ? part.parts.length - 1 : null;
  const noGroup = grouped !== null && valueOf(part.parts[grouped], context) === null;
  const none = rowless(session, context) ?? (noGroup ? operands(part, context, [grouped]) : null);
  if (none !== null) return none;
  if (name === "rank" || name === "pct_rank") return operands(part, context) ?? reason("alone", { date });
  if (name === "z_score") return operands(part, context) ?? reason("all-equal", { date });
  return reason("nobody", { date });
}

/** Ranks are computed over rows: a day without a bar has none, even one with minutes outside the regular session. */
function rowless(session: number, context: NullContext): Reason | null {
  const none = whyNoBar(session, context);
  return none?.code === "off-hours-only" ? null : none;
}

function whyNeverTrue(part: Part, context: NullContext): Reason {
  const { history, columns } = context;
  const { node } = part;
  const [condition] = part.parts;
  const limit = node.kind === "call" ? literalAt(node.args, 1) : 0;
  const to = context.session + part.day;
  const from = to - limit;
  if (!history.within(to)) return outside(to, to, history);
  const first = Math.max(from, history.market.firstSession ?? 0);
  const missing = uncovered(first, to, history);
  if (missing > 0 && condition && readsMinutes(condition.node, columns))
    return reason("minutes-not-imported", {
      from: history.date(first),
      to: history.date(to),
      sessions: to - first + 1,
      missing,
    });
  return reason("never-true", { condition: condition ? printCode(condition.node) : "", sessions: to - first + 1 });
}

function readsMinutes(tree: Node, columns: ColumnTrees, seen = new Set<string>()): boolean {
  for (const node of walk(tree)) {
    if (node.kind === "data") {
      const { point } = node;
      if (point.group.startsWith("intraday") || (point.group === "indicator" && point.bars !== null)) return true;
    }
    if (node.kind !== "column" || seen.has(columnKey(node.name))) continue;
    seen.add(columnKey(node.name));
    const named = columns.get(columnKey(node.name));
    if (named && readsMinutes(named, columns, seen)) return true;
  }
  return false;
}

/** Whether x to the power of y is a real number; it may still be too large. */
const isPower = (x: number, y: Answer): boolean =>
  typeof y === "number" && (x > 0 || (x === 0 ? y >= 0 : Number.isInteger(y)));
