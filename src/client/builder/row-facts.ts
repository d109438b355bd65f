import { check, columnsByKey, knownAtLabel } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { cardState, rowViews, treeOf } from "../../request/index.ts";
import type { Added, Item, RequestState, RowView } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";

/** What a row's formula is known to be; empty where it does not parse. */
export interface RowFacts {
  /** When the last of its values became public. */
  readonly knownAt: string | null;
  readonly outcome: boolean;
}

export function rowFacts(side: CardSide, title: CardTitle, item: Item, columns: readonly KnownColumn[]): RowFacts {
  const tree = treeOf(side, title, item);
  if (tree === null) return { knownAt: null, outcome: false };
  const use = side === "filters" ? "filter" : "column";
  const { knownAt, outcome } = check(tree, { columns: columnsByKey(columns), use });
  return { knownAt: knownAt && knownAtLabel(knownAt), outcome };
}

const words = new WeakMap<readonly Added[], { readonly editing: number | null; readonly rows: readonly RowView[] }>();

/** The rows of a card; printed once for each change of the rows, not for each key in a form. */
export function rowsOf(state: RequestState, side: CardSide, title: CardTitle): readonly RowView[] {
  const { addedOptions, editing } = cardState(state, side, title);
  const known = words.get(addedOptions);
  if (known?.editing === editing) return known.rows;
  const rows = rowViews(state, side, title);
  words.set(addedOptions, { editing, rows });
  return rows;
}
