import {
  BASIS_WORDS,
  clock,
  DAY_WORDS,
  EVENT_WORDS,
  FUNCTION_WORDS,
  INDICATORS,
  JOINING_WORDS,
  PERIOD_WORDS,
  periodOfGroup,
  SO_FAR_WORDS,
  statementName,
} from "../../vocabulary/index.ts";
import type { Basis, Group, Minute, PeriodGroup, RangeFunctionName } from "../../vocabulary/index.ts";
import { fieldOf } from "../code/catalogue.ts";
import { numberText, textLiteral } from "../code/literal-text.ts";
import { EVENT_WINDOW, SO_FAR } from "../code/point-text.ts";
import type { DataPoint, Day, DayRange, Extreme } from "../tree.ts";
import { indicatorWords, wordOf } from "./phrases.ts";

const days = (count: number): string => `${count} day${count === 1 ? "" : "s"}`;

/** `3 days ago`, `today`, `1 day later`. */
export function dayWords(day: Day): string {
  if (day === 0) return wordOf(DAY_WORDS, "0");
  return day < 0 ? `${days(-day)} ago` : `${days(day)} later`;
}

/** `from 10 days ago to 1 day ago`. */
export const rangeWords = ({ from, to }: DayRange): string =>
  `${wordOf(JOINING_WORDS, "from")} ${dayWords(from)} ${wordOf(JOINING_WORDS, "to")} ${dayWords(to)}`;

/** `2 weeks ago`. */
function periodWords(group: PeriodGroup, offset: number): string {
  const count = Math.abs(offset);
  return `${count} ${periodOfGroup(group).name}${count === 1 ? "" : "s"} ${offset < 0 ? "ago" : "later"}`;
}

/** A day that is said only where it is not today. */
const dayTail = (day: Day): string => (day === 0 ? "" : dayWords(day));
const basisWords = (basis: Basis): string => (basis === "unadj" ? "" : wordOf(BASIS_WORDS, basis));
const functionWords = (func: RangeFunctionName): string => wordOf(FUNCTION_WORDS, func);
const fieldWords = (group: Group, name: string): string => fieldOf(group, name)?.label ?? name;

const windowWords = (start: Minute, end: Minute): string =>
  `${wordOf(JOINING_WORDS, "between")} ${clock(start)} and ${clock(end)}`;

const extremeWords = (group: "daily" | "intraday", { of, field }: Extreme): string => {
  const place = group === "daily" ? "at max of days" : "at max of minutes";
  return `${wordOf(JOINING_WORDS, place)} ${functionWords(of)} ${fieldWords(group, field)}`;
};

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

function indicator(point: Extract<DataPoint, { group: "indicator" | "period-indicator" }>): string {
  const { name, line, parameters, source } = point;
  const entry = INDICATORS.find((known) => known.name === name);
  const values = parameters.map((value) => (typeof value === "number" ? numberText(value) : textLiteral(value)));
  const head = `${entry ? indicatorWords(entry, line) : name}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
  const of = source === null ? "" : `${wordOf(JOINING_WORDS, "of")} ${fieldWords("daily", source)}`;
  if (point.group === "period-indicator") {
    const when = point.offset === 0 ? "" : periodWords(point.bars, point.offset);
    return joined(basisWords(point.basis), wordOf(PERIOD_WORDS, point.bars), head, of, when);
  }
  const { bars } = point;
  const on = bars ? `on ${bars.timeframe} minute bars ${wordOf(JOINING_WORDS, "at")} ${clock(bars.at)}` : "";
  return joined(basisWords(point.basis), head, of, on, dayTail(point.day));
}

/** An event behind `had` or `did not have`; its day is always said. */
export const eventWords = (point: Extract<DataPoint, { group: "event" }>, verb: string): string =>
  joined(ownEventWords(point, verb), ofWords(point));

function ownEventWords(point: Extract<DataPoint, { group: "event" }>, verb: string): string {
  const { field, start, end, day } = point;
  const whole = field === "ipo" || (start === EVENT_WINDOW.start && end === EVENT_WINDOW.end);
  const article = field === "ipo" ? "an" : "";
  return joined(verb, article, fieldWords("fundamental", field), whole ? "" : windowWords(start, end), dayWords(day));
}

/** A data point in words: basis, function, field, window, day, in this order; a day of 0 and `unadj` are left out. */
export function pointWords(point: DataPoint): string {
  return joined(ownWords(point), ofWords(point));
}

const ofWords = ({ ofSymbol }: DataPoint): string =>
  ofSymbol === undefined ? "" : `${wordOf(JOINING_WORDS, "of")} ${textLiteral(ofSymbol)}`;

function ownWords(point: DataPoint): string {
  switch (point.group) {
    case "daily":
      return joined(basisWords(point.basis), fieldWords("daily", point.field), dayTail(point.day));
    case "daily-range": {
      const { func, field, basis } = point;
      return joined(basisWords(basis), functionWords(func), fieldWords("daily", field), rangeWords(point.days));
    }
    case "daily-at": {
      const { field, at, basis } = point;
      return joined(basisWords(basis), fieldWords("daily", field), extremeWords("daily", at), rangeWords(point.days));
    }
    case "intraday": {
      const { func, field, start, end, day, basis } = point;
      const what = joined(functionWords(func), fieldWords("intraday", field));
      return joined(basisWords(basis), what, windowWords(start, end), dayTail(day));
    }
    case "intraday-at-time": {
      const { field, time, day, basis } = point;
      const at = `${wordOf(JOINING_WORDS, "at")} ${clock(time)}`;
      return joined(basisWords(basis), fieldWords("intraday", field), at, dayTail(day));
    }
    case "intraday-at": {
      const { field, at, start, end, day, basis } = point;
      const what = joined(fieldWords("intraday", field), extremeWords("intraday", at));
      return joined(basisWords(basis), what, windowWords(start, end), dayTail(day));
    }
    case "weekly":
    case "monthly": {
      const { group, field, basis, offset, soFar } = point;
      const when = soFar ? wordOf(SO_FAR_WORDS, SO_FAR) : offset === 0 ? "" : periodWords(group, offset);
      return joined(basisWords(basis), wordOf(PERIOD_WORDS, group), fieldWords(group, field), when);
    }
    case "indicator":
    case "period-indicator":
      return indicator(point);
    case "identity":
    case "fundamental":
    case "ownership":
      return joined(fieldWords(point.group, point.field), dayTail(point.day));
    case "event":
      return ownEventWords(point, wordOf(EVENT_WORDS, "had"));
    case "earnings":
      return statementName(point.item, point.quarter);
  }
  return point satisfies never;
}
