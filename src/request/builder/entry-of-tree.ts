import { isNode, printCode, sameTree, walk } from "../../formula/index.ts";
import type { DataPoint, Day, DayRange, Node } from "../../formula/index.ts";
import {
  adjustedOf,
  AMONG,
  cardOf,
  clock,
  CONDITIONS,
  EARNINGS_DATA_POINTS,
  statementName,
} from "../../vocabulary/index.ts";
import type {
  Adjusted,
  Basis,
  CardSide,
  CardTitle,
  Condition,
  RangeFunctionName,
  TabName,
} from "../../vocabulary/index.ts";
import { typeOf } from "../card-values.ts";
import { namesColumn, TRADE_COLUMN, tradeOptions } from "../trade-card.ts";
import type { CardItem, EntryOptions, EntryValue, Placed } from "./entry.ts";
import { functionName, indicatorNamed } from "../indicator-of.ts";
import { countsBars } from "./indicator-options.ts";
import { treeOfItem } from "./tree-of-entry.ts";

/** Why a formula stays a formula, by rule. */
export const NO_CARD = {
  comment: "It holds a comment, which a card would lose.",
  operation: "A card compares one data point with values or another one; this calculates, joins or calls.",
  column: "A column card shows one data point; this calculates.",
  dailyRange: "No card looks over a range of days; the Indicator card counts a security's own bars.",
  oneMinute: "No card takes the value of one minute; the Intraday card looks over a window.",
  filterAdvanced: "The Intraday card has Advanced options for columns only.",
  earnings: "The Earnings card has no such item.",
  spelled: "The card would write it differently.",
} as const;

interface PointPlace {
  readonly title: Exclude<CardTitle, "Custom">;
  readonly tab: TabName;
  readonly data_point: string;
  readonly options: EntryOptions;
}

const adjusted = (basis: Basis): { adjusted: Adjusted } => ({ adjusted: adjustedOf(basis) });
/** Offset counts back from the current day. */
const offset = (day: Day): { offset: number } => ({ offset: day === 0 ? 0 : -day });
const counted = ({ from, to }: DayRange): { days: number; offset: number } => ({ days: to - from + 1, ...offset(to) });
const capital = (func: RangeFunctionName): string => func.toUpperCase();
const window = ({ start, end }: { start: number; end: number }): { start_time: string; end_time: string } => ({
  start_time: clock(start),
  end_time: clock(end),
});
const extreme = ({ of, field }: { of: "max" | "min"; field: string }) =>
  ({ is_the: of === "max" ? "MAX" : "MIN", data_point_to_evaluate: field }) as const;

/** The card, tab and options that show a value; a text where none does, null where it is none that a card could have. */
function placeOf(node: Node, side: CardSide): PointPlace | string | null {
  if (node.kind === "data") {
    const place = placeOfPoint(node.point, side);
    const { ofSymbol } = node.point;
    return typeof place === "string" || ofSymbol === undefined
      ? place
      : { ...place, options: { ...place.options, of: ofSymbol } };
  }
  if (node.kind === "trade")
    return namesColumn(node)
      ? TRADE_COLUMN
      : { title: "Trade", tab: "", data_point: node.trade.field, options: tradeOptions(node.trade) };
  if (node.kind !== "call") return null;
  const { name, args } = node;
  const [first, second] = args;
  const own = { title: "Identity", tab: "" } as const;
  if (name === "in_list" && first?.kind === "text")
    return { ...own, data_point: "in_list", options: { list: first.value } };
  if (name === "mine" && first?.kind === "text")
    return {
      ...own,
      data_point: "mine",
      options: { number: first.value, day: second?.kind === "day" ? second.day : 0 },
    };
  const among = AMONG.find(
    ({ call, by, aggregate }) =>
      call === name &&
      args.every(
        (arg) =>
          isNode(arg) || (arg.kind === "group" ? arg.by === by : arg.kind === "aggregate" && arg.of === aggregate),
      ) &&
      args.length === (by === undefined && aggregate === undefined ? 1 : 2),
  );
  const of = args.find(isNode);
  const place = among && of ? placeOf(of, side) : null;
  return among === undefined || place === null || typeof place === "string"
    ? place
    : { ...place, options: { ...place.options, among: among.value } };
}

/** Of a data point, whoever's it is. */
function placeOfPoint(point: DataPoint, side: CardSide): PointPlace | string {
  switch (point.group) {
    case "daily":
      return {
        title: "Daily",
        tab: "",
        data_point: point.field,
        options: { ...adjusted(point.basis), day: point.day },
      };
    case "daily-range":
      return NO_CARD.dailyRange;
    case "daily-at":
      return {
        title: "Indicator",
        tab: "Daily",
        data_point: point.field,
        options: { ...adjusted(point.basis), ...extreme(point.at), ...counted(point.days) },
      };
    case "weekly":
    case "monthly":
      return {
        title: "Daily",
        tab: "",
        data_point: point.field,
        options: {
          ...adjusted(point.basis),
          ...(point.soFar ? { period: `${point.group} so far` } : { period: point.group, day: point.offset }),
        },
      };
    case "intraday":
      return {
        title: "Intraday",
        tab: "",
        data_point: point.field,
        options: { ...adjusted(point.basis), func: capital(point.func), day: point.day, ...window(point) },
      };
    case "intraday-at-time":
      return NO_CARD.oneMinute;
    case "intraday-at":
      return side === "filters"
        ? NO_CARD.filterAdvanced
        : {
            title: "Intraday",
            tab: "",
            data_point: point.field,
            options: { ...adjusted(point.basis), ...extreme(point.at), day: point.day, ...window(point) },
          };
    case "indicator":
    case "period-indicator":
      return indicatorPlace(point);
    case "identity":
      return { title: "Identity", tab: "", data_point: point.field, options: { day: point.day } };
    case "fundamental":
      return { title: "Fundamental", tab: "", data_point: point.field, options: { day: point.day } };
    case "event":
      return {
        title: "Fundamental",
        tab: "",
        data_point: point.field,
        options: { day: point.day, ...(point.field === "ipo" ? {} : window(point)) },
      };
    case "ownership":
      return { title: "Ownership", tab: "", data_point: point.field, options: { day: point.day } };
    case "earnings": {
      const name = statementName(point.item, point.quarter);
      return EARNINGS_DATA_POINTS.some(({ data_point }) => data_point === name)
        ? { title: "Earnings", tab: "", data_point: name, options: {} }
        : NO_CARD.earnings;
    }
  }
  return point satisfies never;
}

function indicatorPlace(point: Extract<DataPoint, { group: "indicator" | "period-indicator" }>): PointPlace | string {
  const indicator = indicatorNamed(point.name);
  if (indicator === null) return NO_CARD.spelled;
  const [length] = point.parameters;
  const bars = countsBars(indicator) && typeof length === "number" ? length : null;
  const params = bars === null && point.parameters.length > 0 ? { params: point.parameters } : {};
  const line = indicator.lines.length > 1 ? { line: point.line } : {};
  const base = {
    ...adjusted(point.basis),
    func: functionName(indicator, typeof point.bars === "object" && point.bars !== null ? "minutes" : "days"),
    ...line,
    ...params,
  };
  const place = { title: "Indicator", data_point: point.source ?? "" } as const;
  const days = { ...base, ...(bars === null ? {} : { days: bars }) };
  if (point.group === "period-indicator")
    return { ...place, tab: "Daily", options: { ...days, period: point.bars, ...offset(point.offset) } };
  return point.bars === null
    ? { ...place, tab: "Daily", options: { ...days, ...offset(point.day) } }
    : {
        ...place,
        tab: "Intraday",
        options: {
          ...base,
          bar: point.bars.timeframe,
          ...(bars === null ? {} : { num_bars: bars }),
          time: clock(point.bars.at),
          day: point.day,
        },
      };
}

/** A comparison of a card as its value, condition and what that is compared with; null where it is none. */
function comparison(tree: Node): { of: Node; options: EntryOptions } | null {
  const event = tree.kind === "not" ? tree.of : tree;
  if (event.kind === "data" ? event.point.group === "event" : event.kind === "call" && event.name === "in_list")
    return { of: event, options: { value: tree.kind !== "not" } };
  if (tree.kind === "not") {
    const among = listed(tree.of);
    return among && { ...among, options: { ...among.options, condition: "IS NOT" } };
  }
  if (tree.kind !== "compare") return listed(tree);
  const { left, right, op } = tree;
  const type = typeOf(left);
  const value = right.kind === "data" && type === "number" ? printCode(right) : literal(right);
  if (value === null) return null;
  const condition: Condition | undefined =
    type === "text"
      ? op === "="
        ? "IS"
        : op === "!="
          ? "IS NOT"
          : undefined
      : CONDITIONS.find((known) => known === op);
  return condition === undefined ? null : { of: left, options: { condition, value } };
}

/** `in([identity symbol], "A", "B")`; texts only, and two of them at least. */
function listed(tree: Node): { of: Node; options: EntryOptions } | null {
  if (tree.kind !== "call" || tree.name !== "in") return null;
  const [first, ...rest] = tree.args;
  if (first?.kind !== "data" || rest.length < 2) return null;
  const value = rest.flatMap((arg) => (arg.kind === "text" && !arg.value.includes(",") ? [arg.value] : []));
  return value.length === rest.length ? { of: first, options: { condition: "IS", value } } : null;
}

/** A text with a comma would be several. */
function literal(node: Node): EntryValue | null {
  // A card has no place for a parameter.
  if (node.kind === "number") return node.parameter === undefined ? node.value : null;
  if (node.kind === "text") return node.value.includes(",") ? null : node.value;
  if (node.kind === "time") return clock(node.minute);
  if (node.kind === "date") return node.date;
  return node.kind === "negative" && typeof literal(node.of) === "number" && literal(node.of) !== 0
    ? -Number(literal(node.of))
    : null;
}

/**
 * The entry of a card that means this tree, or why there is none. What is found is read back and must give the same tree:
 * nothing a card shows is an approximation.
 */
export function placedTree(tree: Node, side: CardSide): Placed {
  const no = (why: string): Placed => ({ why, tree });
  for (const { comments, commentsAfter } of walk(tree))
    if ((comments?.length ?? 0) > 0 || (commentsAfter?.length ?? 0) > 0) return no(NO_CARD.comment);
  const placed = side === "columns" ? { of: tree, options: {} } : comparison(tree);
  const place = placed && placeOf(placed.of, side);
  if (placed === null || place === null) return no(side === "columns" ? NO_CARD.column : NO_CARD.operation);
  if (typeof place === "string") return no(place);
  const { title, tab, data_point } = place;
  if (!offered(side, title, tab, data_point)) return no(NO_CARD.spelled);
  const item: CardItem = { kind: "card", tab, data_point, options: { ...place.options, ...placed.options } };
  const { tree: again } = treeOfItem(side, title, item);
  return again !== null && sameTree(again, tree) ? { title, item } : no(NO_CARD.spelled);
}

/** Whether a card has the data point; an indicator without a source stands on any chip. */
function offered(side: CardSide, title: CardTitle, tab: TabName, name: string): boolean {
  const card = cardOf(side, title);
  if (card === null) return false;
  if (card.kind === "earnings") return true;
  if (title === "Indicator" && name === "") return true;
  return card.tabs.some((known) => known.name === tab && known.dataPoints.some((point) => point.name === name));
}
