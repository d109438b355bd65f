import { factPoint } from "../formula/index.ts";
import type { Argument, DataPoint, DayRange, Node } from "../formula/index.ts";
import {
  AMONG,
  BAR_FIELD_NAMES,
  basisOf,
  cardsOf,
  FIELDS_OF,
  isOneOf,
  isPeriodGroup,
  ownFieldName,
  PERIOD_CHOICES,
  POINT_OPTION_NAMES,
  readStatementName,
  REGULAR_CLOSE,
  REGULAR_OPEN,
  screenText,
  TIMEFRAMES,
} from "../vocabulary/index.ts";
import type {
  Among,
  Basis,
  CardTitle,
  Field,
  Group,
  Minute,
  PeriodGroup,
  RangeFunctionName,
} from "../vocabulary/index.ts";
import { dataNode, SPAN, typeOf } from "./card-values.ts";
import { functionName, indicatorNamed, indicatorOf } from "./indicator-of.ts";
import { keyOf, rangeFunction, windowMistake } from "./selection.ts";
import type { OptionName, Selection } from "./selection.ts";
import type { EntryGroup } from "./request.ts";
import type { Made, Refused } from "./made.ts";
import { tradeOf } from "./trade-card.ts";

/** The data point of it, without what the same options of all cards make of that. */
type Point = DataPoint | Refused;

/** How entries of one card's list are read: what they may say, and what they mean. */
export interface Card {
  readonly group: Exclude<EntryGroup, "custom">;
  readonly title: CardTitle;
  readonly options: readonly OptionName[];
  readonly make: (dataPoint: string, selection: Selection) => Made;
}

const refuse = (key: string, refused: string): Refused => ({ key, refused });

/** `Market cap`, `market-cap` and `MARKET_CAP` are one data point. */
const fieldKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const spellings = ({ name, label, aliases = [] }: Field): readonly string[] => [name, label, ...aliases].map(fieldKey);

/** The field of a group under any of its spellings; null where it has none such. */
export function fieldOf<G extends Group>(group: G, name: string): Field<G> | null {
  const key = fieldKey(name);
  return FIELDS_OF[group].find((field) => spellings(field).includes(key)) ?? null;
}

const names = (group: Group): string => FIELDS_OF[group].map(({ name }) => name).join(", ");

const unknown = (group: Group, given: string, key = "data_point"): Point =>
  refuse(key, `${given} is no data point of ${group}: ${names(group)}.`);

const basis = (selection: Selection): Basis => basisOf(selection.adjusted ?? false);

const isBar = isOneOf(BAR_FIELD_NAMES);
const isTimeframe = isOneOf(TIMEFRAMES);

/** `day`, or `offset` which counts back: offset 1 is day -1. */
function dayOf(selection: Selection): number {
  const back = selection.offset ?? 0;
  return selection.day ?? (back === 0 ? 0 : -back);
}

/** days n, offset k is the range -(n-1+k) .. -k. */
function rangeOf(days: number, selection: Selection): DayRange {
  const to = dayOf(selection);
  return { from: to - days + 1, to };
}

function twoDays(selection: Selection): Refused | null {
  return selection.day !== null && selection.offset !== null && selection.day !== -selection.offset
    ? refuse("offset", "day and offset say different days; send one of them.")
    : null;
}

const bothOrNone = (selection: Selection): Refused | null =>
  selection.is_the !== null && selection.data_point_to_evaluate === null
    ? refuse("data_point_to_evaluate", "is_the needs a data point to evaluate.")
    : selection.is_the === null && selection.data_point_to_evaluate !== null
      ? refuse("is_the", "A data point to evaluate needs is_the: MAX or MIN.")
      : null;

function daily(dataPoint: string, selection: Selection): Point {
  const field = fieldOf("daily", dataPoint)?.name;
  if (field === undefined) return unknown("daily", dataPoint);
  const mistake = twoDays(selection) ?? bothOrNone(selection);
  if (mistake !== null) return mistake;
  if (selection.period !== null) return ofPeriod(dataPoint, selection);
  if (selection.is_the !== null) {
    const at = fieldOf("daily", selection.data_point_to_evaluate ?? "")?.name;
    if (at === undefined) return unknown("daily", selection.data_point_to_evaluate ?? "", "data_point_to_evaluate");
    if (selection.days === null) return refuse("days", "is_the looks over a number of days; days is missing.");
    const days = rangeOf(selection.days, selection);
    return { group: "daily-at", field, at: { of: selection.is_the, field: at }, days, basis: basis(selection) };
  }
  if (selection.func === null) {
    if (selection.days !== null && selection.days > 1)
      return refuse("func", "A number of days needs a function: FIRST, MIN, MAX, AVG, SUM or LAST.");
    return { group: "daily", field, day: dayOf(selection), basis: basis(selection) };
  }
  const func = rangeFunction(selection.func);
  if (func === null) return refuse("func", `${selection.func} is none of FIRST, MIN, MAX, AVG, SUM, LAST.`);
  if (selection.days === null) return refuse("days", "A function looks over a number of days; days is missing.");
  return { group: "daily-range", func, field, days: rangeOf(selection.days, selection), basis: basis(selection) };
}

/** Weeks or months by the option *Bars*, and whether they are so far; null where that says neither. */
function periodOf(selection: Selection): { readonly group: PeriodGroup; readonly soFar: boolean } | null {
  const [, group = "", soFar] = /^(weekly|monthly)( so far)?$/i.exec(selection.period ?? "") ?? [];
  const name = group.toLowerCase();
  return isPeriodGroup(name) ? { group: name, soFar: soFar !== undefined } : null;
}

const noPeriod = (): Point => refuse("period", `One of ${PERIOD_CHOICES.slice(1).join(", ")} belongs here.`);

function ofPeriod(dataPoint: string, selection: Selection): Point {
  const period = periodOf(selection);
  if (period === null) return noPeriod();
  const field = fieldOf(period.group, dataPoint)?.name;
  if (field === undefined) return unknown(period.group, dataPoint);
  if (selection.func !== null || selection.days !== null || selection.is_the !== null)
    return refuse("period", "Over several weeks or months, take an indicator, such as MAX.");
  const offset = dayOf(selection);
  if (period.soFar && offset !== 0) return refuse("day", "So far takes no day.");
  return { ...period, field, offset, basis: basis(selection) };
}

/** The regular session, as on a new entry. */
const DEFAULT_START: Minute = REGULAR_OPEN;
const DEFAULT_END: Minute = REGULAR_CLOSE - 1;

function intraday(dataPoint: string, selection: Selection): Point {
  const known = fieldOf("intraday", dataPoint);
  if (known === null) return unknown("intraday", dataPoint);
  const field = known.name;
  const mistake = twoDays(selection) ?? bothOrNone(selection);
  if (mistake !== null) return mistake;
  const day = dayOf(selection);
  if (selection.time !== null) {
    const wrong = windowMistake(selection.time, selection.time);
    if (wrong !== null) return refuse("time", wrong);
    return { group: "intraday-at-time", field, time: selection.time, day, basis: basis(selection) };
  }
  const start = selection.start_time ?? DEFAULT_START;
  const end = selection.end_time ?? DEFAULT_END;
  const wrong = windowMistake(start, end);
  if (wrong !== null) return refuse("start_time", wrong);
  if (selection.is_the !== null) {
    const at = fieldOf("intraday", selection.data_point_to_evaluate ?? "")?.name;
    if (at === undefined) return unknown("intraday", selection.data_point_to_evaluate ?? "", "data_point_to_evaluate");
    const extreme = { of: selection.is_the, field: at };
    return { group: "intraday-at", field, at: extreme, start, end, day, basis: basis(selection) };
  }
  const func: RangeFunctionName | null =
    selection.func === null ? (known.windowDefault ?? null) : rangeFunction(selection.func);
  if (func === null)
    return selection.func === null
      ? refuse("func", `${field} over a window needs a function or is_the with a data point to evaluate.`)
      : refuse("func", `${selection.func} is none of FIRST, MIN, MAX, AVG, SUM, LAST.`);
  return { group: "intraday", func, field, start, end, day, basis: basis(selection) };
}

/** What the Advanced options of the Indicator card leave no room for. */
const PLAIN_INDICATOR = ["func", "num_bars", "line", "params", "period", "bar", "time"] as const;

function evaluated(dataPoint: string, selection: Selection): Point {
  const other = PLAIN_INDICATOR.find((option) => selection[option] !== null);
  if (other !== undefined)
    return refuse(keyOf(other), `is_the looks over a number of days and takes no ${keyOf(other)}.`);
  return daily(dataPoint === "" ? (selection.ind_dp ?? "") : dataPoint, selection);
}

/**
 * Indicator card: `func` (or `type`) names the indicator, `data_point` (or `ind_dp`) its source, `num_bars` (or `days`,
 * or `params`) its parameters; with `timeframe` and `time` it runs on intraday bars.
 */
function indicator(dataPoint: string, selection: Selection): Point {
  // Advanced: the value on the day on which another data point is highest or lowest.
  if (selection.is_the !== null || selection.data_point_to_evaluate !== null) return evaluated(dataPoint, selection);
  const given = selection.func ?? dataPoint;
  if (given === "") return refuse("func", "func is missing: the indicator, such as RSI.");
  const { time: at, bar: timeframe } = selection;
  const bars = at === null && timeframe === null ? "days" : "minutes";
  // VWAP as a data point may be meant as a field: only as a function is it the rolling one over days.
  const entry = selection.func === null ? indicatorNamed(given) : indicatorOf(given, bars);
  if (entry === null) return refuse("func", `${given} is no indicator of the catalogue.`);
  if (bars === "days" && entry.intradayOnly === true)
    return refuse("timeframe", `${entry.code} runs on intraday bars only; send timeframe and time.`);
  const mistake = twoDays(selection);
  if (mistake !== null) return mistake;

  const source = selection.ind_dp ?? (selection.func === null || dataPoint === "" ? null : dataPoint);
  const sourceField = source === null ? entry.source : (fieldOf("daily", source)?.name ?? "");
  if (sourceField !== null && !isBar(sourceField)) return unknown("daily", source ?? "", "ind_dp");

  if (selection.num_bars !== null && selection.days !== null && selection.num_bars !== selection.days)
    return refuse("days", "num_bars and days say different lengths; send one of them.");
  const length = selection.num_bars ?? selection.days;
  const params = selection.params ?? (length === null ? [] : [length]);
  if (params.length > entry.parameters.length)
    return refuse("params", `${entry.code} takes ${entry.parameters.length} parameters, not ${params.length}.`);
  // Where a name exists for days and for minutes, the bar length decides: VWAP alone may be the day's.
  if (params.length === 0 && functionName(entry, bars) !== entry.code && given.toUpperCase() !== entry.code)
    return refuse("days", `${given} looks over a number of days; days is missing.`);
  const parameters = entry.parameters.map((parameter, index) => params[index] ?? parameter.default);

  const [first, second] = entry.lines;
  const line = selection.line?.toLowerCase() ?? (second === undefined ? first?.name : undefined);
  if (line === undefined || !entry.lines.some((known) => known.name === line))
    return refuse("line", `${entry.code} has the lines ${entry.lines.map((known) => known.name).join(", ")}.`);

  if ((at === null) !== (timeframe === null))
    return refuse(at === null ? "time" : "timeframe", "An intraday indicator needs both timeframe and time.");
  if (timeframe !== null && !isTimeframe(timeframe))
    return refuse("timeframe", `Bars have ${TIMEFRAMES.join(", ")} minutes, not ${timeframe}.`);
  const point = { name: entry.name, line, parameters, source: entry.source === null ? null : sourceField };
  if (selection.period !== null) {
    const period = periodOf(selection);
    if (period === null) return noPeriod();
    if (period.soFar || timeframe !== null) return refuse("period", "An indicator takes whole weeks or months.");
    return {
      group: "period-indicator",
      ...point,
      bars: period.group,
      offset: dayOf(selection),
      basis: basis(selection),
    };
  }
  return {
    group: "indicator",
    ...point,
    bars: at === null || timeframe === null ? null : { timeframe, at },
    day: dayOf(selection),
    basis: basis(selection),
  };
}

const EVENT_START: Minute = 0;
const EVENT_END: Minute = 1_439;

/** before, after, minutes and from_start_time as a plain window; both ends included. */
function eventWindow(selection: Selection): { start: Minute; end: Minute } {
  const { before_or_after: side, minutes, from_start_time: from } = selection;
  if (side === null || minutes === null || from === null)
    return { start: selection.start_time ?? EVENT_START, end: selection.end_time ?? EVENT_END };
  return side === "before"
    ? { start: Math.max(EVENT_START, from - minutes), end: from - 1 }
    : { start: from, end: Math.min(EVENT_END, from + minutes - 1) };
}

function fundamental(dataPoint: string, selection: Selection): Point {
  const field = fieldOf("fundamental", dataPoint);
  const mistake = twoDays(selection);
  if (mistake !== null) return mistake;
  const day = dayOf(selection);
  if (field === null) return unknown("fundamental", dataPoint);
  if (field.event === undefined) return factPoint(field, day);
  if (field.event === "day") return { group: "event", field: field.name, start: EVENT_START, end: EVENT_END, day };
  const { start, end } = eventWindow(selection);
  if (start > end) return refuse("start_time", screenText("time-order"));
  return { group: "event", field: field.name, start, end, day };
}

/** Of the groups whose data points are a field on a day. */
const fact =
  (group: "identity" | "ownership") =>
  (dataPoint: string, selection: Selection): Point => {
    const field = fieldOf(group, dataPoint);
    return field === null ? unknown(group, dataPoint) : (twoDays(selection) ?? factPoint(field, dayOf(selection)));
  };

/** `total-revenue-1q` is quarter 1 of `total-revenue`; an item without a suffix is quarter 1. */
function earnings(dataPoint: string): Point {
  const read = readStatementName(dataPoint);
  return read === null ? refuse("data_point", `${dataPoint} is no statement item.`) : { group: "earnings", ...read };
}

/** Whether the security is on a list of the account's own, or a number of its own; null for any other data point. */
function ownOf(dataPoint: string, selection: Selection): Made | null {
  const key = fieldKey(dataPoint);
  const name =
    key === "in_list" || key === "my_list" ? "list" : key === "mine" || key === "my_number" ? "number" : null;
  if (name === null) return null;
  const other = (["of", "list", "number"] as const).find((one) => one !== name && selection[one] !== null);
  if (other !== undefined) return refuse(other, `${dataPoint} takes no ${other}.`);
  const text = selection[name];
  if (text === null) return refuse(name, `${name} is missing: the name of a ${name} of yours.`);
  const args = [{ ...SPAN, kind: "text", value: name === "list" ? text : text.toLowerCase() }] as const;
  const day = dayOf(selection);
  if (name === "list")
    return day === 0
      ? { ...SPAN, kind: "call", name: "in_list", args }
      : refuse("day", "A list is that of the row's day; write at(in_list(…), -1) as a formula.");
  if (!ownFieldName.test(text)) return refuse("number", `${text} is no name of a number.`);
  const mistake = twoDays(selection);
  return (
    mistake ?? {
      ...SPAN,
      kind: "call",
      name: "mine",
      args: day === 0 ? args : [...args, { ...SPAN, kind: "day", day }],
    }
  );
}

/** A number among those of other securities, by the option *Among*. */
function amongOthers(node: Node, { among }: Selection): Made {
  if (among === null) return node;
  const found = AMONG.find(({ value }) => value === among.toLowerCase());
  if (found === undefined) return refuse("among", `One of ${AMONG.map(({ value }) => value).join(", ")} belongs here.`);
  if (typeOf(node) !== "number") return refuse("among", "Only a number has a place among others.");
  return { ...SPAN, kind: "call", name: found.call, args: argumentsAmong(node, found) };
}

const argumentsAmong = (node: Node, { by, aggregate }: Among): readonly Argument[] => [
  ...(aggregate === undefined ? [] : [{ ...SPAN, kind: "aggregate", of: aggregate } as const]),
  node,
  ...(by === undefined ? [] : [{ ...SPAN, kind: "group", by } as const]),
];

/** The options that a card offers on some tab of one side or the other. */
function offeredBy(title: CardTitle): readonly OptionName[] {
  const cards = [...cardsOf("filters"), ...cardsOf("columns")].filter((card) => card.title === title);
  const points = cards.flatMap(({ tabs }) => tabs.flatMap(({ dataPoints }) => dataPoints));
  const offered = new Set(points.flatMap(({ options, advancedOptions = [] }) => [...options, ...advancedOptions]));
  return POINT_OPTION_NAMES.filter((name) => offered.has(name));
}

/** A card takes what it offers, and what else a request may say of its data points. */
const card = (
  group: Group,
  title: CardTitle,
  make: (dataPoint: string, selection: Selection) => Point,
  ...more: readonly OptionName[]
): Card => ({
  group,
  title,
  options: [...offeredBy(title), ...more],
  make: (dataPoint, selection) => {
    const own = group === "identity" ? ownOf(dataPoint, selection) : null;
    if (own !== null) return "refused" in own ? own : amongOthers(own, selection);
    const key = (["list", "number"] as const).find((name) => selection[name] !== null);
    if (key !== undefined)
      return refuse(key, `Only the data point ${key === "list" ? "in_list" : "mine"} has a ${key}.`);
    const made = make(dataPoint, selection);
    if ("refused" in made) return made;
    return amongOthers(dataNode(selection.of === null ? made : { ...made, ofSymbol: selection.of }), selection);
  },
});

/** The cards in the order of the columns of a workbook. */
export const CARDS: readonly Card[] = [
  card("identity", "Identity", fact("identity"), "offset"),
  card("daily", "Daily", daily, "offset", "days", "func", "is_the", "data_point_to_evaluate"),
  card("intraday", "Intraday", intraday, "offset", "time"),
  card("indicator", "Indicator", indicator, "ind_dp"),
  card("fundamental", "Fundamental", fundamental, "offset", "before_or_after", "minutes", "from_start_time"),
  card("ownership", "Ownership", fact("ownership"), "offset"),
  card("earnings", "Earnings", earnings),
  { group: "trade", title: "Trade", options: offeredBy("Trade"), make: tradeOf },
];
