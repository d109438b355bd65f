import { cardOf } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle, Condition } from "../../vocabulary/index.ts";
import type { CardItem, CustomItem, EntryOptions, EntryValue, Item } from "./entry.ts";

/** A plain object as JSON has it. */
export type Json = Readonly<Record<string, unknown>>;

/** On sending, IS becomes equal and IS NOT becomes not equal. */
const operatorSent = (condition: Condition): string =>
  condition === "IS" ? "equal" : condition === "IS NOT" ? "not equal" : condition;

/** Numeric text becomes a number where that says the same. */
function valueSent(value: EntryValue): unknown {
  if (typeof value !== "string") return value;
  return value !== "" && String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Key under which an option is sent: day and days as n, condition as operator, an indicator's function as type. */
function keySent(title: CardTitle, option: keyof EntryOptions): string {
  switch (option) {
    case "day":
    case "days":
      return "n";
    case "func":
      return title === "Indicator" ? "type" : "func";
    case "condition":
      return "operator";
    case "bar":
      return "timeframe";
    case "adjusted":
    case "offset":
    case "start_time":
    case "end_time":
    case "is_the":
    case "data_point_to_evaluate":
    case "num_bars":
    case "params":
    case "line":
    case "time":
    case "value":
    case "name":
    case "tag":
      return option;
  }
  return option satisfies never;
}

/** An item of a card as it is sent (docs/product-rules.md, What is sent). An event is compared with `equal`. */
function cardItemSent(side: CardSide, title: CardTitle, item: CardItem): Json {
  const sent: [string, unknown][] = [];
  const { data_point, options } = item;
  if (data_point !== "") sent.push(["data_point", nameSent(side, title, data_point)]);
  for (const option of optionNames(options)) {
    const value = options[option];
    if (value === undefined || value === "") continue;
    if (option === "condition" && options.condition !== undefined)
      sent.push(["operator", operatorSent(options.condition)]);
    else if (option === "value" && options.value !== undefined) {
      if (options.condition === undefined) sent.push(["operator", "equal"]);
      sent.push(["value", valueSent(options.value)]);
    } else sent.push([keySent(title, option), value]);
  }
  return Object.fromEntries(sent);
}

/** Security class goes as `type` with columns and as `code` with filters. */
function nameSent(side: CardSide, title: CardTitle, name: string): string {
  for (const { dataPoints } of cardOf(side, title)?.tabs ?? []) {
    const point = dataPoints.find((known) => known.name === name);
    if (point?.sentAs !== undefined) return point.sentAs;
  }
  return name;
}

const OPTION_ORDER: readonly (keyof EntryOptions)[] = [
  "adjusted",
  "day",
  "days",
  "offset",
  "start_time",
  "end_time",
  "func",
  "line",
  "params",
  "bar",
  "num_bars",
  "time",
  "is_the",
  "data_point_to_evaluate",
  "condition",
  "value",
  "tag",
  "name",
];

const optionNames = (options: EntryOptions): readonly (keyof EntryOptions)[] =>
  OPTION_ORDER.filter((option) => options[option] !== undefined);

/**
 * A formula as it is sent: its members, the typed text beside them (members have no comments), and the tab it was written
 * on. One that does not parse has no members: its text stands in their place, to be refused there.
 */
function customItemSent({ formula }: CustomItem): Json {
  const { inputFormula, jsonFormula, type, tag, name } = formula;
  return {
    ...(tag === "" ? {} : { tag }),
    ...(name === "" ? {} : { name }),
    ...(jsonFormula.length === 0 ? { formula: inputFormula } : { formula: jsonFormula, inputFormula }),
    type,
  };
}

/** An added item as a request carries it in its card's list. */
export const itemSent = (side: CardSide, title: CardTitle, item: Item): Json =>
  item.kind === "custom" ? customItemSent(item) : cardItemSent(side, title, item);
