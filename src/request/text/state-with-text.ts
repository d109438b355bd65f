import type { NotationName } from "../../formula/index.ts";
import { cardsOf } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import type { Added } from "../builder/entry.ts";
import { areaOf, cardState, withCard } from "../builder/state.ts";
import type { RequestState } from "../builder/state.ts";
import { renamedInText } from "./columns-in-text.ts";
import { renamedParameter } from "./parameters-in-text.ts";
import { readText } from "./read-text.ts";
import { stateOfText } from "./state-of-text.ts";
import { printState } from "./text-of-state.ts";
import { withEdits } from "./turn-text.ts";
import { updateText } from "./update-text.ts";

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Rows that were found to say the same: a long list is compared again with each key. */
const sameRows = new WeakMap<object, object>();

function sameRow(a: Added | undefined, b: Added | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (sameRows.get(a) === b) return true;
  if (!sameValue(a, b)) return false;
  sameRows.set(a, b);
  return true;
}

/** The cards of a state with the rows of another; what is being written in their forms stays, as an entry of its own. */
function withRows(state: RequestState, said: RequestState, side: CardSide): RequestState {
  let next = state;
  for (const { title } of cardsOf(side)) {
    const card = cardState(state, side, title);
    const rows = areaOf(said, side)[title]?.addedOptions ?? [];
    const before = card.addedOptions;
    if (rows.length === before.length && rows.every((row, index) => sameRow(row, before[index]))) continue;
    const waiting = card.waiting.map((draft) => ({ ...draft, editing: null }));
    next = withCard(next, side, title, { ...card, addedOptions: rows, editing: null, waiting });
  }
  return next;
}

/** A builder with the entries of another state, in their order; what is being written in its forms stays. */
export const withEntriesOf = (state: RequestState, said: RequestState): RequestState => ({
  ...withRows(withRows(state, said, "filters"), said, "columns"),
  outcome: said.outcome,
  parameters: said.parameters,
  holdOut: said.holdOut,
  columnOrder: said.columnOrder,
  filterOrder: said.filterOrder,
});

/** A builder after its request's text was edited: everything the text says, and the forms as they were. */
export function withText(state: RequestState, given: string): RequestState {
  const { state: said } = stateOfText(readText(given), state);
  const { description, dataRange, options, outcome, parameters, holdOut, columnOrder, filterOrder, text } = said;
  const base = { ...state, description, outcome, parameters, holdOut, columnOrder, filterOrder, text };
  return withRows(
    withRows(
      {
        ...base,
        dataRange: sameValue(dataRange, state.dataRange) ? state.dataRange : dataRange,
        options: sameValue(options, state.options) ? state.options : options,
      },
      said,
      "filters",
    ),
    said,
    "columns",
  );
}

interface Renamed {
  readonly from: string;
  readonly to: string;
  /** A parameter was given another name, not a column. */
  readonly parameter?: unknown;
}

/**
 * A builder whose text says what its entries say: after a change of its cards, or where it was opened with a text that says
 * something else. Comments and what is switched off stay.
 */
export function textFollowing(state: RequestState, rename: Renamed | null = null): RequestState {
  if (state.text === null) return state;
  const named = readText(state.text);
  const inText = rename?.parameter === undefined ? renamedInText : renamedParameter;
  const renamed = rename === null ? null : inText(named, rename.from, rename.to);
  // What is switched off is no entry, and names the column or parameter all the same.
  const read = renamed !== null && "edits" in renamed ? readText(withEdits(named.text, renamed.edits)) : named;
  const text = withEdits(read.text, updateText(read, state));
  return text === state.text ? state : { ...state, text };
}

/** The text of a request: its own, or one written anew in a notation where it has none. */
export const textOfState = (state: RequestState, notation: NotationName = "code"): string =>
  textFollowing(state).text ?? printState(state, notation);
