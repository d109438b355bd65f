import type { Node } from "../../formula/index.ts";
import {
  CONDITION_LABELS,
  EARNINGS_DATA_POINTS,
  EVENT_VALUES,
  FIELDS,
  listedValue,
  screenText,
  TIMEFRAMES,
} from "../../vocabulary/index.ts";
import type { CardDataPoint, CardOptionName, CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { CardItem, CustomItem, EntryOptions, EntryValue, Item, WordingPart } from "./entry.ts";
import { knownCard, optionOf } from "./form.ts";
import { sentenceOf, treeOfText } from "./notation.ts";
import { treeOfItem } from "./tree-of-entry.ts";

/** Numbers are shown with thousands separators. */
export const shownNumber = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 20, useGrouping: true });

/** The wording parts of an item: its field form, a label and a text each. */
export const wordingParts = (side: CardSide, title: CardTitle, item: Item): readonly WordingPart[] =>
  item.kind === "custom" ? formulaParts(item) : cardParts(side, title, item);

function formulaParts({ formula }: CustomItem): readonly WordingPart[] {
  const parts = [{ label: "Formula", text: formula.inputFormula }];
  if (formula.tag !== "") parts.push({ label: "Tag", text: formula.tag });
  if (formula.name !== "") parts.push({ label: screenText("column-name"), text: formula.name });
  return parts;
}

function cardParts(side: CardSide, title: CardTitle, item: CardItem): readonly WordingPart[] {
  const card = knownCard(side, title);
  const parts: WordingPart[] = [];
  if (card.kind === "earnings") {
    const known = EARNINGS_DATA_POINTS.find(({ data_point }) => data_point === item.data_point);
    parts.push({ label: "Data point", text: known?.name ?? item.data_point });
    if (item.options.name !== undefined) parts.push({ label: screenText("column-name"), text: item.options.name });
    return parts;
  }
  const tab = card.tabs.find(({ name }) => name === item.tab) ?? card.tabs[0];
  const point = tab.dataPoints.find(({ name }) => name === item.data_point);
  const any = point ?? tab.dataPoints[0];
  if (any === undefined) return parts;
  if (point !== undefined) parts.push({ label: "Data point", text: point.label });
  const options = item.options.is_the === undefined ? any.options : (any.advancedOptions ?? any.options);
  for (const option of options) {
    const text = partText(any, option, item.options);
    if (text !== null) parts.push({ label: optionOf(any, option).label, text });
  }
  return parts;
}

/** The text of one option; null where the entry has none. */
function partText(point: CardDataPoint, option: CardOptionName, options: EntryOptions): string | null {
  switch (option) {
    case "adjusted":
      return options.adjusted === undefined ? null : options.adjusted ? "Adjusted" : "Unadjusted";
    case "condition":
      return options.condition === undefined ? null : CONDITION_LABELS[options.condition];
    case "value":
      return options.value === undefined ? null : valueText(point, options.value);
    case "day":
    case "days":
    case "offset":
    case "num_bars": {
      const value = options[option];
      return value === undefined ? null : shownNumber(value);
    }
    case "bar":
      return TIMEFRAMES.some((minutes) => minutes === options.bar) ? `${String(options.bar)} min` : null;
    case "params":
      return options.params?.map((one) => (typeof one === "number" ? shownNumber(one) : one)).join(", ") ?? null;
    case "data_point_to_evaluate":
      return options.data_point_to_evaluate === undefined ? null : fieldLabel(options.data_point_to_evaluate);
    case "func":
    case "is_the":
    case "line":
    case "start_time":
    case "end_time":
    case "time":
    case "name":
    case "tag":
      return options[option] ?? null;
  }
  return option satisfies never;
}

const fieldLabel = (name: string): string => FIELDS.find((field) => field.name === name)?.label ?? name;

function valueText(point: CardDataPoint, value: EntryValue): string {
  if (typeof value === "number") return shownNumber(value);
  if (typeof value === "boolean") return EVENT_VALUES.find((known) => known.value === value)?.label ?? "";
  const list = typeof value === "string" ? [value] : value;
  return list.map((one) => listedValue(point.name, one)?.value ?? one).join(", ");
}

/** The tree of any added item; null where its text does not parse. */
export const treeOf = (side: CardSide, title: CardTitle, item: Item): Node | null =>
  item.kind === "custom"
    ? treeOfText(item.formula.type, item.formula.inputFormula)
    : treeOfItem(side, title, item).tree;

/** The sentence form: the canonical words of the item's tree; a formula without one as it was typed. */
export function sentence(side: CardSide, title: CardTitle, item: Item): string {
  const tree = treeOf(side, title, item);
  return tree === null ? (item.kind === "custom" ? item.formula.inputFormula : "") : sentenceOf(tree);
}
