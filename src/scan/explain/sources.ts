import { check, type DataPoint } from "../../formula/index.ts";
import { sessionOf } from "../../market/index.ts";
import { type Basis, DAY_MS, factOf, minimumBars, RENAMED_FIELDS, warmupBars } from "../../vocabulary/index.ts";
import type { Answer, BarsUsed, Source } from "./explanation.ts";
import { announcedDate, moment, shortMoment, type History } from "./history.ts";
import type { Part, RangeParts } from "./parts.ts";
import { asOwn, type NullContext } from "./null-context.ts";
import { tradeSource } from "./trades.ts";
import { recipeOf } from "./recipe-of.ts";
import { latestQuarter, windowOf } from "./why-null.ts";
import { periodsUpTo, spanOfPeriod } from "./why-no-period.ts";

/** Where the value of a part comes from; null for what only combines others. */
export function sourceOf(part: Part, context: NullContext): Source | null {
  const { node } = part;
  if (part.trade) return tradeSource(part, context);
  if (node.kind !== "data") return part.range ? rangeSource(part.range, context, "unadj", null) : null;
  const symbol = node.point.ofSymbol;
  if (symbol === undefined) return ownSource(node.point, part, context);
  const own = asOwn(node.point, context);
  const source = own && ownSource(own.point, part, own.context);
  return source && { ...source, symbol };
}

function ownSource(point: DataPoint, part: Part, context: NullContext): Source | null {
  const { history } = context;
  const session = context.session + part.day + ("day" in point ? point.day : 0);
  const base = { date: history.date(session), day: session - context.session };
  switch (point.group) {
    case "daily":
      return {
        kind: "day",
        ...base,
        factor: factorOn(point, session, history),
        ...dividendsOn(point, session, history),
      };
    case "daily-range":
    case "daily-at": {
      const picked = part.range?.picked ?? null;
      if (part.range === null) {
        const { from, to } = point.days;
        const days = { from: from + part.day, to: to + part.day, counted: null, picked: null, elements: null };
        return rangeSource(days, context, point.basis, null, barsOf(history, session + from, session + to));
      }
      return (
        part.range && rangeSource(part.range, context, point.basis, picked === null ? null : context.value(picked))
      );
    }
    case "intraday":
    case "intraday-at-time":
    case "intraday-at": {
      const { start, end } = windowOf(point, session, history);
      const bars = history.minutes(session).filter((minute) => minute >= start && minute <= end);
      const picked = part.picked === null ? null : context.value(part.picked);
      return {
        kind: "window",
        ...base,
        start,
        end,
        bars: bars.length,
        first: bars[0] ?? null,
        last: bars.at(-1) ?? null,
        picked: typeof picked === "number" ? picked : null,
        factor: factorOn(point, session, history),
        ...dividendsOn(point, session, history),
      };
    }
    case "weekly":
    case "monthly": {
      const span = spanOfPeriod(point, session);
      if (span === null) return null;
      const [from, to] = [span.from - context.session, span.to - context.session];
      const days = { from, to, counted: null, picked: null, elements: null };
      return rangeSource(
        days,
        context,
        point.basis,
        null,
        datesOf(
          history,
          history.pricedUpTo(span.to).filter((day) => day >= span.from),
        ),
      );
    }
    case "indicator": {
      const recipe = recipeOf(point);
      const settles = recipe ? warmupBars(recipe) : 1;
      return {
        kind: "indicator",
        ...base,
        bars: indicatorBars(point, session, history),
        needs: recipe ? minimumBars(recipe) : 1,
        settles: Number.isFinite(settles) ? settles : null,
        factor: factorOn(point, session, history),
        ...dividendsOn(point, session, history),
      };
    }
    case "period-indicator": {
      const span = spanOfPeriod(point, session);
      if (span === null) return null;
      const recipe = recipeOf(point);
      const settles = recipe ? warmupBars(recipe) : 1;
      const bars = periodsUpTo(point, span.to, history);
      return {
        kind: "indicator",
        date: history.date(span.to),
        day: span.to - context.session,
        bars: datesOf(
          history,
          bars.map(({ to }) => to),
        ),
        needs: recipe ? minimumBars(recipe) : 1,
        settles: Number.isFinite(settles) ? settles : null,
        factor: factorOn(point, span.to, history),
        ...dividendsOn(point, span.to, history),
      };
    }
    case "identity":
    case "fundamental":
    case "ownership":
      return { kind: "fact", ...base, ...knownFrom(point.field, session, history) };
    case "event":
      return {
        kind: "event",
        ...base,
        minutes: history.events(point.field, session).map((minute) => minute ?? 0),
      };
    case "earnings":
      return { kind: "statement", ...base, ...statementOf(point.item, point.quarter, session, history) };
  }
  return point satisfies never;
}

function factorOn(point: DataPoint, session: number, history: History): number | null {
  return "basis" in point && point.basis !== "unadj" ? (history.bar(session)?.factor ?? null) : null;
}

/** What later dividends take out of the prices of a session, where the point is without them. */
const dividendsOn = (point: DataPoint, session: number, history: History): { readonly dividends?: number } =>
  "basis" in point && point.basis === "adjdiv" ? { dividends: history.dividendFactor(session) } : {};

function rangeSource(range: RangeParts, context: NullContext, basis: Basis, picked: Answer, bars?: BarsUsed): Source {
  const { history } = context;
  const [from, to] = [context.session + range.from, context.session + range.to];
  const used = bars ?? usedOf(range, context);
  const skipped = { outside: 0, halted: 0, unlisted: 0, delisted: 0, empty: 0 };
  for (let session = from; session <= to; session++) {
    if (history.bar(session) !== null) continue;
    if (!history.within(session)) skipped.outside += 1;
    else if (session < history.firstBar) skipped.unlisted += 1;
    else if (session > history.lastBar && history.delisted) skipped.delisted += 1;
    else skipped.halted += 1;
  }
  if (used) skipped.empty = history.barsWithin(from, to).length - used.count;
  const [first = null, last = null] = [used?.first, used?.last].map((date) => factorAt(date ?? null, history));
  return {
    kind: "range",
    from: history.date(from),
    to: history.date(to),
    sessions: to - from + 1,
    used,
    skipped,
    picked: textOf(picked),
    factors: basis !== "unadj" && first !== null && last !== null ? [first, last] : null,
  };
}

const barsOf = (history: History, from: number, to: number): BarsUsed => datesOf(history, history.barsWithin(from, to));

function datesOf(history: History, sessions: readonly number[]): BarsUsed {
  const dates = sessions.map((session) => history.date(session));
  return { count: dates.length, first: dates[0] ?? null, last: dates.at(-1) ?? null };
}

/**
 * The elements with a value; null where a long range holds sessions without minutes, of which the engine counts none.
 */
function usedOf(range: RangeParts, context: NullContext): BarsUsed | null {
  const { history } = context;
  if (range.counted === null) return { count: 0, first: null, last: null };
  const { used, first, last } = range.counted;
  const count = context.value(used);
  if (typeof count === "number")
    return { count, first: textOf(context.value(first)), last: textOf(context.value(last)) };
  const bars = history.barsWithin(context.session + range.from, context.session + range.to);
  if (bars.length === 0) return { count: 0, first: null, last: null };
  if (range.elements === null) return null;
  const dates = range.elements.flatMap((query, index) => {
    const session = context.session + range.from + index;
    return history.bar(session) === null || context.value(query) === null ? [] : [history.date(session)];
  });
  return { count: dates.length, first: dates[0] ?? null, last: dates.at(-1) ?? null };
}

const factorAt = (date: string | null, history: History): number | null =>
  date === null ? null : (history.bar(sessionOf(date)?.session ?? -1)?.factor ?? null);

const textOf = (value: Answer): string | null => (typeof value === "string" ? value : null);

function indicatorBars(point: Extract<DataPoint, { group: "indicator" }>, session: number, history: History): BarsUsed {
  if (point.bars !== null) {
    const { count, first, last } = history.intraday({ session, ...point.bars });
    return count === 0
      ? { count, first: null, last: null }
      : { count, first: history.date(first), last: history.date(last) };
  }
  const bars = history.pricedUpTo(session);
  const [first, last] = [bars[0], bars.at(-1)];
  return {
    count: bars.length,
    first: first === undefined ? null : history.date(first),
    last: last === undefined ? null : history.date(last),
  };
}

/** When the value in force became known, null where the data have only the present one; and the day that it announces. */
function knownFrom(
  field: string,
  session: number,
  history: History,
): { readonly known: string | null; readonly announced?: string } {
  if (RENAMED_FIELDS.has(field))
    return { known: history.changes.findLast((date) => date <= history.date(session)) ?? null };
  const found = history.factOn(field, session);
  if (found === undefined) return { known: null };
  const known = shortMoment(found.known);
  return factOf(field) === field ? { known } : { known, announced: announcedDate(found) };
}

/** Quarters are counted in steps of a quarter of a year back from the latest one known. */
function statementOf(
  item: string,
  quarter: number,
  session: number,
  history: History,
): { readonly quarter: string | null; readonly known: string | null } {
  const closing = history.closing(session);
  const latest = latestQuarter(history, closing);
  if (latest === null) return { quarter: null, known: null };
  // As the scan: of the ends at that place the one nearest to the whole number of quarters, the later of two as near.
  const deviation = (fiscal: string): number => daysBefore(latest, fiscal) - (quarter - 1) * DAYS_OF_QUARTER;
  const [end] = history.statements
    .filter((each) => each.item === item && each.known <= closing)
    .map(({ fiscal }) => fiscal)
    .filter((fiscal) => Math.round(daysBefore(latest, fiscal) / DAYS_OF_QUARTER) === quarter - 1)
    .toSorted((a, b) => Math.abs(deviation(a)) - Math.abs(deviation(b)) || (a < b ? 1 : -1));
  const found = history.statements.findLast(
    (each) => each.item === item && each.known <= closing && each.fiscal === end,
  );
  return found ? { quarter: found.fiscal, known: shortMoment(found.known) } : { quarter: null, known: null };
}

const DAYS_OF_QUARTER = 91.3125;
const daysBefore = (latest: string, fiscal: string): number => (Date.parse(latest) - Date.parse(fiscal)) / DAY_MS;

/** When a data point became public, yyyy-MM-dd HH:MM. */
export function knownAtOf(part: Part, context: NullContext): string | null {
  const { node } = part;
  if (node.kind !== "data") return null;
  const { knownAt } = check(node, { columns: new Map(), use: "column" });
  if (knownAt === null) return null;
  const session = context.session + part.day + knownAt.day;
  return moment(session, knownAt.minute === "close" ? context.history.close(session) : knownAt.minute);
}
