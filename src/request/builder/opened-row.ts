import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { emptied, loadedForm } from "./drafts.ts";
import { cardState, withCard } from "./state.ts";
import type { CardForm, RequestState } from "./state.ts";

/** The form of a card as a row fills it in, whatever the card's own form holds; null where there is no such row. */
export function formOfRow(state: RequestState, side: CardSide, title: CardTitle, index: number): CardForm | null {
  const card = cardState(state, side, title);
  return loadedForm({ ...card, form: emptied(card, side, title) }, side, title, index);
}

/** A builder in which one row is being changed by a form, and nothing else is being written on its card. */
export function withRowOpened(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  index: number,
  form: CardForm,
): RequestState {
  const card = cardState(state, side, title);
  return withCard(state, side, title, { ...card, form, loaded: form, editing: index, waiting: [] });
}
