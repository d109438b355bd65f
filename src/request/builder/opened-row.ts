import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { emptied, loadedForm } from "./drafts.ts";
import type { Item } from "./entry.ts";
import { activePlace } from "./form.ts";
import { loadItem } from "./select.ts";
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

/** The form of a row after another data point was chosen in it: what the row says of its own goes over to that one. */
export function formOfNewPoint(form: CardForm, row: Item, side: CardSide, title: CardTitle): CardForm {
  if (form.kind !== "ordinary" || row.kind !== "card") return form;
  const place = activePlace(side, title, form);
  if (place === null || form.tab !== row.tab || place.point.name === row.data_point) return form;
  const options = Object.fromEntries(Object.entries(row.options).filter(([name]) => name in place.selected));
  return loadItem(side, title, form, { ...row, data_point: place.point.name, options });
}
