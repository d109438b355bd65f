import type { Node } from "../../formula/index.ts";
import { EARNINGS_DATA_POINTS, screenText } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { CardItem, CustomItem, Item, WordingPart } from "./entry.ts";
import { knownCard } from "./form.ts";
import { sentenceOf, treeOfText } from "./notation.ts";
import { optionWording } from "./option-kinds.ts";
import { optionOf } from "./option-of.ts";
import { treeOfItem } from "./tree-of-entry.ts";

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
    const text = optionWording(option, item.options, any);
    if (text !== null) parts.push({ label: optionOf(any, option).label, text });
  }
  return parts;
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
