import { walk, type DataPoint } from "../../formula/index.ts";
import { sessionOf } from "../../market/index.ts";
import { factOf, LISTING_FIELDS, RENAMED_FIELDS } from "../../vocabulary/index.ts";
import type { Source } from "./explanation.ts";
import type { History } from "./history.ts";
import { asOwn, type NullContext } from "./null-context.ts";
import type { Origin } from "./origins.ts";
import type { Part } from "./parts.ts";

/** What brought everything that the value of a part rests on, by what its source names. */
export function originsOf(part: Part, source: Source, context: NullContext): readonly Origin[] {
  const { node } = part;
  const own = node.kind === "data" ? asOwn(node.point, context) : null;
  const history = own?.context.history ?? context.history;
  const point = own?.point ?? null;
  const at = (date: string | null): number => (date === null ? 0 : (sessionOf(date)?.session ?? 0));
  switch (source.kind) {
    case "day": {
      const session = at(source.date);
      return [...dailyBars(history, session, session), ...adjustments(history, point, session)];
    }
    case "window": {
      const session = at(source.date);
      return source.bars === 0 ? [] : [...history.origins.minutes([session]), ...adjustments(history, point, session)];
    }
    case "range": {
      if (source.used?.count === 0) return [];
      const [first, last] = [at(source.used?.first ?? source.from), at(source.used?.last ?? source.to)];
      const bars = ofMinutes(part)
        ? history.origins.minutes(history.barsWithin(first, last))
        : dailyBars(history, first, last);
      return [...bars, ...adjustments(history, point, first)];
    }
    case "indicator": {
      const { first, last } = source.bars;
      if (first === null || last === null) return [];
      const ofDay = point?.group === "indicator" && point.bars !== null;
      const bars = ofDay
        ? history.origins.minutes(history.barsWithin(at(first), at(last)))
        : dailyBars(history, at(first), at(last));
      return [...bars, ...adjustments(history, point, at(first))];
    }
    case "fact":
      return point !== null && "field" in point ? factOrigins(history, point.field, source.known, at(source.date)) : [];
    case "statement":
      if (source.known === null || source.quarter === null || point?.group !== "earnings") return [];
      return history.origins.rows("statements", [
        { at: `${toSecond(source.known)} ${source.quarter}`, item: point.item },
      ]);
    case "event":
      return point?.group === "event" ? history.origins.events(point.field, at(source.date)) : [];
    case "trade": {
      const from = context.session + part.day;
      const to = source.date === null ? from : at(source.date);
      if (source.path !== "minutes") return dailyBars(history, from, to);
      // A closing price is of the daily bar, whatever was walked.
      const closes =
        part.node.kind !== "trade"
          ? []
          : [
              ...(part.node.trade.entry.at === "close" ? [from] : []),
              ...(part.node.trade.until.minute === "close" ? [to] : []),
            ];
      return [
        ...history.origins.minutes(history.barsWithin(from, to)),
        ...closes.flatMap((day) => dailyBars(history, day, day)),
      ];
    }
  }
}

/** Bars of a range; those that were made of minutes have the origins of these. */
function dailyBars(history: History, from: number, to: number): readonly Origin[] {
  const bars = history.barsWithin(from, to).map((session) => ({ session, symbol: history.bar(session)?.symbol ?? "" }));
  return [
    ...history.origins.daily(bars.filter(({ symbol }) => symbol !== "")),
    ...history.origins.minutes(bars.filter(({ symbol }) => symbol === "").map(({ session }) => session)),
  ];
}

/** The splits and dividends after a session that its prices are adjusted for. */
function adjustments(history: History, point: DataPoint | null, session: number): readonly Origin[] {
  if (point === null || !("basis" in point) || point.basis === "unadj") return [];
  const after = history.date(session);
  const later = (dates: readonly string[]) => dates.filter((date) => date > after).map((date) => ({ at: date }));
  return [
    ...history.origins.rows("splits", later(history.splits)),
    ...(point.basis === "adjdiv" ? history.origins.rows("dividends", later(history.dividendDates)) : []),
  ];
}

function factOrigins(history: History, field: string, known: string | null, session: number): readonly Origin[] {
  if (RENAMED_FIELDS.has(field))
    return known === null ? dailyBars(history, session, session) : history.origins.rows("symbols", [{ at: known }]);
  if (known !== null) return history.origins.rows("facts", [{ at: toSecond(known), item: factOf(field) }]);
  return history.listed === null || !LISTING_FIELDS.has(field)
    ? []
    : history.origins.rows("securities", [{ at: history.listed }]);
}

const toSecond = (moment: string): string => (moment.length === "yyyy-MM-dd HH:MM".length ? `${moment}:00` : moment);

const ofMinutes = ({ node }: Part): boolean =>
  [...walk(node)].some((each) => each.kind === "data" && each.point.group.startsWith("intraday"));
