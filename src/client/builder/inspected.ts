import {
  cardOfRow,
  cardState,
  entriesByStatement,
  isEntry,
  itemName,
  readText,
  statementAt,
  submission,
  submit,
  toggledOff,
  withRowOpened,
  withText,
} from "../../request/index.ts";
import type {
  CardForm,
  EntryLimits,
  EntryPlace,
  EntryStatement,
  Item,
  RequestState,
  RequestText,
  Statement,
} from "../../request/index.ts";

/** An entry as the inspector shows it: on the card that can say it, whatever card it came from. */
export interface InspectedEntry {
  readonly state: RequestState;
  readonly place: EntryPlace;
}

/** The entry that a statement says; null where it says none, or is switched off. */
export function inspectedEntry(text: RequestText, statement: Statement, state: RequestState): InspectedEntry | null {
  if (!isEntry(statement)) return null;
  const place = entriesByStatement(text, state).get(statement);
  if (place === undefined) return null;
  if (place.title !== "Custom") return { state, place };
  const card = cardOfRow(state, place.side, place.index);
  if (card === null || "why" in card) return { state, place };
  // Read from its text it stands on its card.
  const said = withText(state, text.text);
  const again = entriesByStatement(text, said).get(statement);
  return again === undefined ? { state, place } : { state: said, place: again };
}

/** The entry that a statement which is switched off would be; null where its formula is missing. */
export function switchedOnEntry(
  text: RequestText,
  { from }: EntryStatement,
  state: RequestState,
): InspectedEntry | null {
  const on = readText(toggledOff(text.text, from));
  const statement = statementAt(on, from);
  return statement === null ? null : inspectedEntry(on, statement, withText(state, on.text));
}

export const itemAt = (state: RequestState, { side, title, index }: EntryPlace): Item | undefined =>
  cardState(state, side, title).addedOptions[index]?.addedItem;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A request with another entry in the place of one, and the names of a column before and after. */
interface ChangedEntry {
  readonly state: RequestState;
  readonly item: Item;
  readonly rename: { readonly from: string; readonly to: string } | null;
}

/** The request with an entry as the form has it; null while that is incomplete, or the same. */
export function withForm({ state, place }: InspectedEntry, form: CardForm, limits: EntryLimits): ChangedEntry | null {
  const { side, title, index } = place;
  const opened = withRowOpened(state, side, title, index, form);
  if (submission(opened, side, title, limits).blocked !== null) return null;
  const next = submit(opened, side, title, limits);
  const [before, after] = [itemAt(state, place), itemAt(next, place)];
  if (before === undefined || after === undefined || same(before, after)) return null;
  const [from, to] = [itemName(before), itemName(after)];
  return { state: next, item: after, rename: side === "filters" || from === to ? null : { from, to } };
}
