import { columnKey } from "../../formula/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { cleanName } from "../names.ts";
import { takenNames } from "./added-rows.ts";
import { fill, sourceOf } from "./fill.ts";
import { activePlace } from "./form.ts";
import type { FormPlace } from "./form.ts";
import { sentenceOf } from "./notation.ts";
import { enterText } from "./select.ts";
import { cardState, withCard } from "./state.ts";
import type { RequestState } from "./state.ts";
import { treeOfItem } from "./tree-of-entry.ts";

/** Letters of a name that the header of a column still shows. */
const MAX_LETTERS = 60;

/** The words of a column that is filled in but for its name; empty where it is not. */
function wordsOf(side: CardSide, title: CardTitle, place: FormPlace): string {
  const { options, missing } = fill(place, new Set());
  if (missing.some((option) => option !== "name")) return "";
  const item = { kind: "card", tab: place.tab.name, data_point: sourceOf(place), options } as const;
  const { tree } = treeOfItem(side, title, { ...item, options: { ...options, name: "name" } });
  return tree === null ? "" : cleanName(sentenceOf(tree));
}

function suggestedName(state: RequestState, side: CardSide, title: CardTitle, place: FormPlace): string {
  const words = wordsOf(side, title, place);
  if (words === "") return "";
  const base = words.length > MAX_LETTERS ? place.point.label : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const taken = takenNames(state, side, title);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (!taken.has(columnKey(name))) return name;
  }
}

/** The builder with a new column of a card named by its words, as long as nobody has named it. */
export function withSuggestedName(state: RequestState, side: CardSide, title: CardTitle): RequestState {
  if (side !== "columns") return state;
  const card = cardState(state, side, title);
  if (card.form.kind !== "ordinary" || card.editing !== null) return state;
  const place = activePlace(side, title, card.form);
  if (place === null || (place.selected.name ?? "") !== "") return state;
  const name = suggestedName(state, side, title, place);
  return name === ""
    ? state
    : withCard(state, side, title, { ...card, form: enterText(side, title, card.form, "name", name) });
}
