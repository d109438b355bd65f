import { CARD_OPTION_NAMES, cardOf, optionRow } from "../../vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { CardItem, CustomItem, Item } from "./entry.ts";
import { optionJson } from "./option-kinds.ts";

/** A plain object as JSON has it. */
export type Json = Readonly<Record<string, unknown>>;

/** Key under which an option is sent: day and days as n, condition as operator, an indicator's function as type. */
function jsonKey(title: CardTitle, option: CardOptionName): string {
  const { sentAs, sentByIndicator } = optionRow(option);
  return title === "Indicator" ? (sentByIndicator ?? sentAs) : sentAs;
}

/** An item of a card as it is sent (docs/product-rules.md, What is sent). An event is compared with `equal`. */
function cardItemJson(side: CardSide, title: CardTitle, item: CardItem): Json {
  const sent: [string, unknown][] = [];
  const { data_point, options } = item;
  if (data_point !== "") sent.push(["data_point", nameJson(side, title, data_point)]);
  for (const option of CARD_OPTION_NAMES) {
    const value = optionJson(option, options);
    if (value === undefined) continue;
    if (option === "value" && options.condition === undefined) sent.push([jsonKey(title, "condition"), "equal"]);
    sent.push([jsonKey(title, option), value]);
  }
  return Object.fromEntries(sent);
}

/** Security class goes as `type` with columns and as `code` with filters. */
function nameJson(side: CardSide, title: CardTitle, name: string): string {
  for (const { dataPoints } of cardOf(side, title)?.tabs ?? []) {
    const point = dataPoints.find((known) => known.name === name);
    if (point?.sentAs !== undefined) return point.sentAs;
  }
  return name;
}

/**
 * A formula as it is sent: its members, the typed text beside them (members have no comments), and the tab it was written
 * on. One that does not parse has no members: its text stands in their place, to be refused there.
 */
function customItemJson({ formula }: CustomItem): Json {
  const { inputFormula, jsonFormula, type, tag, name } = formula;
  return {
    ...(tag === "" ? {} : { tag }),
    ...(name === "" ? {} : { name }),
    ...(jsonFormula.length === 0 ? { formula: inputFormula } : { formula: jsonFormula, inputFormula }),
    type,
  };
}

/** An added item as a request carries it in its card's list. */
export const itemJson = (side: CardSide, title: CardTitle, item: Item): Json =>
  item.kind === "custom" ? customItemJson(item) : cardItemJson(side, title, item);
