import type { Node } from "../../formula/index.ts";
import { cardsOf } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { FormulaType } from "../formulas.ts";
import { addedRow } from "./added-rows.ts";
import { customItem } from "./custom-item.ts";
import type { Item } from "./entry.ts";
import { placedTree } from "./entry-of-tree.ts";
import { pathOfRow, rowsOf } from "./request-json.ts";
import { cardState, withCard } from "./state.ts";
import type { RequestState } from "./state.ts";

/** An item and the card it goes to. */
export interface PlacedItem {
  readonly title: CardTitle;
  readonly item: Item;
}

/** A formula with its names, as typed. */
export interface NamedText {
  readonly type: FormulaType;
  readonly text: string;
  readonly name: string;
  readonly tag: string;
}

/** The entry of the card that says a tree, else the formula as Custom. `text` is asked for only there. */
export function itemOfTree(
  tree: Node,
  side: CardSide,
  given: Omit<NamedText, "text"> & { text: () => string },
): PlacedItem {
  const { type, name, tag } = given;
  const placed = placedTree(tree, side);
  if ("why" in placed) return { title: "Custom", item: customItem({ type, text: given.text(), name, tag, tree }) };
  const options = { ...placed.item.options, ...(tag === "" ? {} : { tag }), ...(name === "" ? {} : { name }) };
  return { title: placed.title, item: { ...placed.item, options } };
}

/** A builder with items on their cards, in their order, and where each item stands in the request's JSON. */
export function placeItems(
  state: RequestState,
  side: CardSide,
  items: readonly PlacedItem[],
): { readonly state: RequestState; readonly paths: readonly string[] } {
  const rows = new Map<CardTitle, Item[]>();
  const paths = items.map(({ title, item }) => {
    const list = rows.get(title) ?? [];
    rows.set(title, list);
    return pathOfRow(side, title, list.push(item) - 1);
  });
  let next = state;
  for (const { title } of cardsOf(side)) {
    const list = rows.get(title);
    if (list === undefined) continue;
    const addedOptions = list.map((item) => addedRow(side, title, item));
    next = withCard(next, side, title, { ...cardState(next, side, title), addedOptions });
  }
  return { state: next, paths };
}

/** An order of filters to keep: null where it is that of the cards. */
export function filterOrderToKeep(state: RequestState, order: readonly string[]): readonly string[] | null {
  const now = rowsOf(state, "filters").map(({ path }) => path);
  return now.length === order.length && now.some((path, index) => path !== order[index]) ? order : null;
}
