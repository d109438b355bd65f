import type { Node } from "../../formula/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { CARDS } from "../cards.ts";
import { readCardEntry } from "../entries.ts";
import type { RequestDiagnostic } from "../request.ts";
import type { CardItem } from "./entry.ts";
import { itemJson } from "./entry-json.ts";

/** The tree of a card's item, or why it has none. */
export interface ItemTree {
  readonly tree: Node | null;
  readonly diagnostics: readonly RequestDiagnostic[];
}

/** What a card's item means: it is read as it would be sent, so that card, payload and formula cannot differ. */
export function treeOfItem(side: CardSide, title: CardTitle, item: CardItem): ItemTree {
  const card = CARDS.find((known) => known.title === title);
  if (card === undefined) return { tree: null, diagnostics: [] };
  const diagnostics: RequestDiagnostic[] = [];
  const [entry] = readCardEntry(card, side, itemJson(side, title, item), "", (found) => diagnostics.push(found));
  const tree = entry?.formula?.kind === "tree" ? entry.formula.tree : null;
  return { tree: diagnostics.length === 0 ? tree : null, diagnostics };
}
