import { check, columnsByKey, knownAtText } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { cardState, rowView, treeOf } from "../../request/index.ts";
import type { Added, Item, RequestState, RowView } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";

/** What a row's formula is known to be; empty where it does not parse. */
interface RowFacts {
  /** When the last of its values became public. */
  readonly knownAt: string | null;
  readonly outcome: boolean;
}

export function rowFacts(side: CardSide, title: CardTitle, item: Item, columns: readonly KnownColumn[]): RowFacts {
  const tree = treeOf(side, title, item);
  if (tree === null) return { knownAt: null, outcome: false };
  const use = side === "filters" ? "filter" : "column";
  const { knownAt, outcome } = check(tree, { columns: columnsByKey(columns), use });
  return { knownAt: knownAt && knownAtText(knownAt), outcome };
}

const shown = new WeakMap<Added, RowView>();

/** A row of a card; printed once for each entry, not for each change of the request. */
export function rowOf(state: RequestState, side: CardSide, title: CardTitle, index: number): RowView | null {
  const entry = cardState(state, side, title).addedOptions[index];
  if (entry === undefined) return null;
  const known = shown.get(entry);
  // One that moved up, or stands twice, has another number.
  if (known?.index === index) return known;
  const row = rowView(state, side, title, index);
  if (row !== null) shown.set(entry, row);
  return row;
}
