import { cardsOf } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { areaOf, cardState, withCard } from "../builder/state.ts";
import type { RequestState } from "../builder/state.ts";
import { readText } from "./read-text.ts";
import { stateOfText } from "./state-of-text.ts";
import { withEdits } from "./turn-text.ts";
import { updateText } from "./update-text.ts";

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The cards of a state with the rows of another; what is being written in their forms stays, as an entry of its own. */
function withRows(state: RequestState, said: RequestState, side: CardSide): RequestState {
  let next = state;
  for (const { title } of cardsOf(side)) {
    const card = cardState(state, side, title);
    const rows = areaOf(said, side)[title]?.addedOptions ?? [];
    if (sameValue(rows, card.addedOptions)) continue;
    const waiting = card.waiting.map((draft) => ({ ...draft, editing: null }));
    next = withCard(next, side, title, { ...card, addedOptions: rows, editing: null, waiting });
  }
  return next;
}

/** A builder after its request's text was edited: everything the text says, and the forms as they were. */
export function withText(state: RequestState, given: string): RequestState {
  const { state: said } = stateOfText(readText(given), state);
  const { description, dataRange, options, columnOrder, filterOrder, text } = said;
  const base = { ...state, description, columnOrder, filterOrder, text };
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

/** A builder after a change of its cards: its text, where it has one, says the same. */
export function textFollowing(state: RequestState): RequestState {
  if (state.text === null) return state;
  const read = readText(state.text);
  return { ...state, text: withEdits(read.text, updateText(read, state)) };
}
