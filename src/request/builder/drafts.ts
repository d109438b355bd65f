import { columnKey } from "../../formula/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { formulaText, freshCustomForm, loadFormula, renamedForm } from "./custom-form.ts";
import { FRESH_EARNINGS, loadStatement } from "./earnings-form.ts";
import { itemName } from "./entry.ts";
import { activePlace } from "./form.ts";
import { enterText, loadItem, resetActive } from "./select.ts";
import { cardState, eachCard, withCard } from "./state.ts";
import type { CardForm, CardState, Draft, RequestState } from "./state.ts";

/** Drafts of a card: one in the form, others waiting. Opening an entry never throws away what is being written. */

const same = (a: CardForm, b: CardForm): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The form of a card as adding leaves it. */
export function emptied({ form }: CardState, side: CardSide, title: CardTitle): CardForm {
  if (form.kind === "ordinary") return resetActive(side, title, form);
  return form.kind === "earnings" ? FRESH_EARNINGS : freshCustomForm(form.tab);
}

/** The form with a row loaded into it; null where there is no such row. */
export function loadedForm(card: CardState, side: CardSide, title: CardTitle, index: number): CardForm | null {
  const item = card.addedOptions[index]?.addedItem;
  const { form } = card;
  if (item === undefined) return null;
  if (item.kind === "custom") return form.kind === "custom" ? loadFormula(item) : null;
  if (form.kind === "earnings") return loadStatement(item);
  return form.kind === "ordinary" ? loadItem(side, title, form, item) : null;
}

/** Whether the form differs from its row or from an empty form. Of formulas only the active tab counts. */
function holds(card: CardState, side: CardSide, title: CardTitle): boolean {
  const { form, loaded } = card;
  if (loaded !== null) return !same(form, loaded);
  if (card.editing !== null) return true;
  if (form.kind !== "custom") return !same(form, emptied(card, side, title));
  return [formulaText(form), form.tag, side === "columns" ? form.name : ""].some((text) => text.trim() !== "");
}

/** Whether a card's form has input that is not part of the request yet. */
export const formHolds = (state: RequestState, side: CardSide, title: CardTitle): boolean =>
  holds(cardState(state, side, title), side, title);

/** The card with another entry in its form, or with the waiting draft of that row; what was being written waits. */
export function draftOpened(card: CardState, side: CardSide, title: CardTitle, given: Omit<Draft, "entry">): CardState {
  const { form, editing, loaded, entry } = card;
  const again = given.editing === null ? undefined : card.waiting.find((draft) => draft.editing === given.editing);
  const rest = card.waiting.filter((draft) => draft !== again);
  const waiting = holds(card, side, title) ? [...rest, { form, editing, loaded, entry }] : rest;
  return { ...card, ...(again ?? { ...given, entry: {} }), waiting };
}

/** The card after its draft was added or given up: the one that waited last, or an empty form. */
export function draftDone(card: CardState, side: CardSide, title: CardTitle): CardState {
  const next = card.waiting.at(-1) ?? { form: emptied(card, side, title), editing: null, loaded: null, entry: {} };
  return { ...card, ...next, waiting: card.waiting.slice(0, -1) };
}

/** Waiting drafts after rows were put in behind a row. */
export const waitingMoved = ({ waiting }: CardState, behind: number, by: number): readonly Draft[] =>
  by === 0
    ? waiting
    : waiting.map((draft) =>
        draft.editing !== null && draft.editing > behind ? { ...draft, editing: draft.editing + by } : draft,
      );

/**
 * The drafts of all column cards after a column was given another name: formulas that are being written, and the name where
 * the column itself is.
 */
export function draftsRenamed(state: RequestState, from: string, to: string): RequestState {
  let next = state;
  for (const { title, card } of eachCard(state, "columns")) {
    const renamed = <One extends Draft>(draft: One): One => {
      const { form, loaded, editing } = draft;
      const row = editing === null ? undefined : card.addedOptions[editing];
      const own =
        row !== undefined && [from, to].some((name) => columnKey(name) === columnKey(itemName(row.addedItem)));
      const of = (one: CardForm): CardForm => formRenamed(one, title, from, to, own);
      return { ...draft, form: of(form), loaded: loaded === null ? null : of(loaded) };
    };
    next = withCard(next, "columns", title, { ...renamed(card), waiting: card.waiting.map(renamed) });
  }
  return next;
}

function formRenamed(form: CardForm, title: CardTitle, from: string, to: string, own: boolean): CardForm {
  if (form.kind === "custom") return renamedForm(form, from, to, own);
  if (form.kind !== "ordinary" || !own) return form;
  const name = activePlace("columns", title, form)?.selected.name ?? "";
  return columnKey(name) === columnKey(from) ? enterText("columns", title, form, "name", to) : form;
}

/** A card as it was, with the draft of now over its own: rows are taken back, what was typed since is not. */
export function draftOver(then: CardState, now: CardState, side: CardSide, title: CardTitle): CardState {
  /** Rows may have moved, and one that is gone is replaced no more. */
  const follow = ({ form, editing, loaded, entry }: Draft): Draft => {
    const row = editing === null ? undefined : now.addedOptions[editing];
    const at = row === undefined ? -1 : then.addedOptions.indexOf(row);
    return at < 0 ? { form, editing: null, loaded: null, entry } : { form, editing: at, loaded, entry };
  };
  const { form, editing, loaded, entry } = then;
  const known = [now, ...now.waiting].some((draft) => draft.entry === entry);
  const own = !known && holds(then, side, title) ? [{ form, editing, loaded, entry }] : [];
  return { ...then, ...follow(now), waiting: [...own, ...now.waiting.map(follow)] };
}
