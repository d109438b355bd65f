import { CARD_TITLES, cardOf, cardsOf } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { HoldOut } from "../hold-out.ts";
import type { Parameter } from "../parameters.ts";
import type { RequestOptions } from "../request.ts";
import { freshCustomForm } from "./custom-form.ts";
import type { CustomForm } from "./custom-form.ts";
import type { DateRangeState } from "./date-range.ts";
import { freshDateRange } from "./date-range.ts";
import type { Added } from "./entry.ts";
import { freshForm } from "./form.ts";
import type { OrdinaryForm } from "./form.ts";
import { FRESH_EARNINGS } from "./earnings-form.ts";
import type { EarningsForm } from "./earnings-form.ts";

export type CardForm = OrdinaryForm | EarningsForm | CustomForm;

/** An entry that is being written: a new one, or the change of a row. */
export interface Draft {
  readonly form: CardForm;
  /** Index of the row that Edit replaces; null for a new entry. */
  readonly editing: number | null;
  /** The form as a row was loaded into it; null where it began empty. As long as it is the same nothing was typed. */
  readonly loaded: CardForm | null;
  /** Stands for this draft and no other: caret and undo of an editor belong to it. */
  readonly entry: object;
}

/** One card: the draft in its form, those that wait for it, and what was added. */
export interface CardState extends Draft {
  readonly addedOptions: readonly Added[];
  /** Drafts that another entry was opened over, the latest last: each comes back when the one above it is done. */
  readonly waiting: readonly Draft[];
}

/** Cards keyed by title. */
export type Cards = { readonly [Title in CardTitle]?: CardState };

/** The builder of a request or template, a plain immutable value. */
export interface RequestState {
  readonly kind: "request" | "template";
  readonly mode: "create" | "edit";
  /** What a template is for; empty on most requests. */
  readonly description: string;
  readonly dataRange: DateRangeState;
  readonly filterOptions: Cards;
  readonly columnOptions: Cards;
  readonly options: RequestOptions;
  /** Name of the column that tells what a row was worth; null where none was chosen. */
  readonly outcome: string | null;
  readonly parameters: readonly Parameter[];
  /** Which part of the days is held out; null where none is. */
  readonly holdOut: HoldOut | null;
  /** Names of columns in output order where it is not that of the cards. */
  readonly columnOrder: readonly string[] | null;
  /** Filters in the order of the text where it is not that of the cards, by their places in JSON: `Custom[0]`. */
  readonly filterOrder: readonly string[] | null;
  /** The request as a text, with what only a text holds: comments, layout, what is switched off. Null where there is none. */
  readonly text: string | null;
}

/** `filters` and `columns` of the subscription's product; null is no limit. */
export interface EntryLimits {
  readonly filters: number | null;
  readonly columns: number | null;
}

function freshCards(side: CardSide): Cards {
  const cards: { [Title in CardTitle]?: CardState } = {};
  for (const card of cardsOf(side)) {
    const form: CardForm =
      card.kind === "custom" ? freshCustomForm() : card.kind === "earnings" ? FRESH_EARNINGS : freshForm(card);
    cards[card.title] = { form, addedOptions: [], editing: null, loaded: null, entry: {}, waiting: [] };
  }
  return cards;
}

/** An empty builder; `today` is yyyy-MM-dd. */
export const freshRequest = (
  today: string,
  kind: RequestState["kind"] = "request",
  mode: RequestState["mode"] = "create",
): RequestState => ({
  kind,
  mode,
  description: "",
  dataRange: freshDateRange(today),
  filterOptions: freshCards("filters"),
  columnOptions: freshCards("columns"),
  options: { data_updates: false, email_notification: false, overwrite: false },
  outcome: null,
  parameters: [],
  holdOut: null,
  columnOrder: null,
  filterOrder: null,
  text: null,
});

export const areaOf = (state: RequestState, side: CardSide): Cards =>
  side === "filters" ? state.filterOptions : state.columnOptions;

/** The state of a card; asking for Earnings among the filters is a mistake of the caller. */
export function cardState(state: RequestState, side: CardSide, title: CardTitle): CardState {
  const card = areaOf(state, side)[title];
  if (card === undefined) throw new RangeError(`There is no ${title} card among the ${side}.`);
  return card;
}

export function withCard(state: RequestState, side: CardSide, title: CardTitle, card: CardState): RequestState {
  if (cardOf(side, title) === null) return state;
  return side === "filters"
    ? { ...state, filterOptions: { ...state.filterOptions, [title]: card } }
    : { ...state, columnOptions: { ...state.columnOptions, [title]: card } };
}

/** The cards of a side that have a state, in the order of the screen. */
export function eachCard(state: RequestState, side: CardSide): readonly { title: CardTitle; card: CardState }[] {
  const area = areaOf(state, side);
  return CARD_TITLES.flatMap((title) => {
    const card = area[title];
    return card === undefined ? [] : [{ title, card }];
  });
}

/** How many filters or columns were added, on all cards. */
export const countOf = (state: RequestState, side: CardSide): number =>
  eachCard(state, side).reduce((sum, { card }) => sum + card.addedOptions.length, 0);

/** The limit flag: as many as the subscription allows; templates have no limit. */
export function limitReached(state: RequestState, side: CardSide, limits: EntryLimits, adding = 1): boolean {
  const limit = limits[side];
  return state.kind !== "template" && limit !== null && countOf(state, side) + adding > limit;
}
