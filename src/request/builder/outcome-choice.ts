import { check, columnKey, columnsByKey } from "../../formula/index.ts";
import { outcomeMistake } from "../outcome.ts";
import { itemName } from "./entry.ts";
import { rowsOf } from "./request-json.ts";
import type { RequestState } from "./state.ts";
import { treeOf } from "./wording.ts";

/** Names of the columns that can tell what a row was worth, in the order of their cards. */
export function outcomeChoices(state: RequestState): readonly string[] {
  const columns = rowsOf(state, "columns").map(({ title, added: { addedItem } }) => ({
    name: itemName(addedItem),
    tree: treeOf("columns", title, addedItem),
  }));
  const known = columnsByKey(columns);
  return columns.flatMap(({ name, tree }) => {
    if (tree === null || name === "") return [];
    const checked = check(tree, { columns: known, use: "column" });
    return checked.type !== null && outcomeMistake(name, checked) === null ? [name] : [];
  });
}

/** Chooses the column that tells what a row was worth; null chooses none. */
export const setOutcome = (state: RequestState, name: string | null): RequestState =>
  columnKey(name ?? "") === columnKey(state.outcome ?? "") ? state : { ...state, outcome: name };
