import { columnKey } from "../../formula/index.ts";
import type { CardTitle } from "../../vocabulary/index.ts";
import { cleanName } from "../names.ts";
import { itemName } from "./entry.ts";
import type { Item } from "./entry.ts";
import { addedRow, columnNamesOf, renamed } from "./added-rows.ts";
import { cardState, eachCard, withCard } from "./state.ts";
import type { RequestState } from "./state.ts";

/** Where the column of a name stands; null where there is none. */
export function placeOfColumn(
  state: RequestState,
  name: string,
): { readonly title: CardTitle; readonly index: number } | null {
  const key = columnKey(name);
  for (const { title, card } of eachCard(state, "columns")) {
    const index = card.addedOptions.findIndex(({ addedItem }) => columnKey(itemName(addedItem)) === key);
    if (index >= 0) return { title, index };
  }
  return null;
}

/** The columns whose formulas name a column in braces. */
export function columnReferences(state: RequestState, name: string): readonly { name: string; index: number }[] {
  const key = columnKey(name);
  return cardState(state, "columns", "Custom").addedOptions.flatMap(({ addedItem }, index) =>
    addedItem.kind === "custom" && addedItem.formula.name_list.some((one) => columnKey(one) === key)
      ? [{ name: addedItem.formula.name, index }]
      : [],
  );
}

const named = (item: Item, name: string): Item =>
  item.kind === "custom"
    ? { ...item, formula: { ...item.formula, name } }
    : { ...item, options: { ...item.options, name } };

interface RenamedColumn {
  readonly state: RequestState;
  /** As the column was called, and as it is called now. */
  readonly rename: { readonly from: string; readonly to: string };
}

/**
 * Gives a column another name, in its row, in every formula that names it and in the one being written. Null where there
 * is no such column or another has the name.
 */
export function renameColumnRow(state: RequestState, from: string, given: string): RenamedColumn | null {
  const to = cleanName(given);
  const place = placeOfColumn(state, from);
  if (place === null || to === "") return null;
  const key = columnKey(from);
  const taken = columnNamesOf(state).some((name) => columnKey(name) === columnKey(to) && columnKey(name) !== key);
  if (taken) return null;
  const { title, index } = place;
  const card = cardState(state, "columns", title);
  const row = card.addedOptions[index];
  if (row === undefined) return null;
  const next = withCard(state, "columns", title, {
    ...card,
    addedOptions: card.addedOptions.with(index, addedRow("columns", title, named(row.addedItem, to))),
  });
  const before = itemName(row.addedItem);
  return { state: renamed(next, before, to), rename: { from: before, to } };
}
