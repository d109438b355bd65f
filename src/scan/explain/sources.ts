import { check, type DataPoint } from "../../formula/index.ts";
import { minimumBars, warmupBars } from "../../vocabulary/index.ts";
import type { Answer, BarsUsed, Source } from "./explanation.ts";
import { moment, type History } from "./history.ts";
import type { Part, RangeParts } from "./parts.ts";
import { latestQuarter, recipeOf, windowOf, type Known } from "./why-null.ts";

/** Where the value of a part comes from; null for what only combines others. */
export function sourceOf(part: Part, known: Known): Source | null {
  const { node } = part;
  if (node.kind !== "data") return part.range ? rangeSource(part.range, known, "unadj", null) : null;
  const { point } = node;
  const { history } = known;
  const session = known.session + part.day + ("day" in point ? point.day : 0);
  const base = { date: history.date(session), day: session - known.session };
  switch (point.group) {
    case "daily":
      return { kind: "day", ...base, factor: factorOn(point, session, history) };
    case "daily-range":
    case "daily-at": {
      const picked = part.range?.picked ?? null;
      return part.range && rangeSource(part.range, known, point.basis, picked === null ? null : known.value(picked));
    }
    case "intraday":
    case "intraday-at-time":
    case "intraday-at": {
      const { start, end } = windowOf(point, session, history);
      const bars = history.minutes(session).filter((minute) => minute >= start && minute <= end);
      const picked = part.picked === null ? null : known.value(part.picked);
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
      };
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
      };
    }
    case "identity":
    case "fundamental":
    case "ownership":
      return { kind: "fact", ...base, known: knownFrom(point.field, session, history) };
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
  return "basis" in point && point.basis === "adj" ? (history.bar(session)?.factor ?? null) : null;
}

function rangeSource(range: RangeParts, known: Known, basis: "adj" | "unadj", picked: Answer): Source {
  const { history } = known;
  const [from, to] = [known.session + range.from, known.session + range.to];
  const count = known.value(range.used);
  const used = {
    count: typeof count === "number" ? count : 0,
    first: textOf(known.value(range.first)),
    last: textOf(known.value(range.last)),
  };
  const [first, last] = [from, to].map((edge) => Math.min(Math.max(edge, history.firstBar), history.lastBar));
  const bars = history.barsWithin(from, to);
  const size = (a: number, b: number): number => Math.max(0, b - a + 1);
  const unlisted = size(from, Math.min(to, history.firstBar - 1));
  const late = size(Math.max(from, history.lastBar + 1), to);
  const delisted = history.delisted ? late : 0;
  const factors = [bars[0], bars.at(-1)].map((session) =>
    session === undefined ? null : (history.bar(session)?.factor ?? null),
  );
  const [firstFactor = null, lastFactor = null] = factors;
  return {
    kind: "range",
    from: history.date(from),
    to: history.date(to),
    sessions: to - from + 1,
    used,
    skipped: {
      halted: first === undefined || last === undefined ? 0 : to - from + 1 - bars.length - unlisted - delisted,
      unlisted,
      delisted,
      empty: bars.length - used.count,
    },
    picked: textOf(picked),
    factors: basis === "adj" && firstFactor !== null && lastFactor !== null ? [firstFactor, lastFactor] : null,
  };
}

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

/** When the value in force at the close became known; null where the data have only the present one. */
function knownFrom(field: string, session: number, history: History): string | null {
  if (field === "symbol" || field === "old_symbol")
    return history.changes.findLast((date) => date <= history.date(session)) ?? null;
  const closing = history.closing(session);
  return history.facts(field).findLast((known) => known <= closing) ?? null;
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
  const back = (fiscal: string): number =>
    Math.round((Date.parse(latest) - Date.parse(fiscal)) / 86_400_000 / DAYS_OF_QUARTER);
  const found = history.statements.findLast(
    (each) => each.item === item && each.known <= closing && back(each.fiscal) === quarter - 1,
  );
  return { quarter: found?.fiscal ?? null, known: found?.known ?? null };
}

const DAYS_OF_QUARTER = 91.3125;

/** When a data point became public, yyyy-MM-dd HH:MM. */
export function knownAtOf(part: Part, known: Known): string | null {
  const { node } = part;
  if (node.kind !== "data") return null;
  const { knownAt } = check(node, { columns: new Map(), use: "column" });
  if (knownAt === null) return null;
  const session = known.session + part.day + knownAt.day;
  return moment(session, knownAt.minute === "close" ? known.history.close(session) : knownAt.minute);
}
