import { proxy, ref } from "valtio";
import { freshRequest } from "../../request/index.ts";
import type { Cards, FormulaCheck, RequestState } from "../../request/index.ts";
import { CARD_TITLES } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { NotShown } from "./call-route.ts";
import { today } from "./today.ts";

/** Where what is written came from, and so where it is saved: nowhere yet, or the request or template of an id. */
export interface Source {
  readonly kind: RequestState["kind"];
  readonly id: string | null;
  /** The template a new request begins from. */
  readonly template: string | null;
}

export const NEW_REQUEST: Source = { kind: "request", id: null, template: null };

/** The request being written. Values of the room `request` are never looked into by the proxy. */
export interface Builder {
  /** `loading` until the request of the address is there. */
  phase: "loading" | "ready" | "failed";
  error: NotShown | null;
  source: Source;
  state: RequestState;
  /** Something was changed since it was opened. */
  touched: boolean;
  /** What Undo and Redo would do; null where there is nothing. */
  undo: string | null;
  redo: string | null;
  /** The server's word on the formulas of the two Custom cards. */
  checks: Record<CardSide, FormulaCheck>;
  /** The card whose form is open, one on each side. */
  open: Record<CardSide, CardTitle | null>;
}

const UNCHECKED: FormulaCheck = { state: "idle", text: "" };

export const builder = proxy<Builder>({
  phase: "loading",
  error: null,
  source: NEW_REQUEST,
  state: ref(freshRequest(today())),
  touched: false,
  undo: null,
  redo: null,
  checks: { filters: UNCHECKED, columns: UNCHECKED },
  open: { filters: "Daily", columns: "Daily" },
});

interface Step {
  readonly what: string;
  readonly state: RequestState;
}

/** Steps that can be taken back; more are forgotten from the far end. */
const MOST_STEPS = 200;
/** Typing into one field within this many milliseconds is one step. */
const TYPING = 1_000;

let past: Step[] = [];
let future: Step[] = [];
let typing: { readonly what: string; readonly at: number } | null = null;

function tell(): void {
  builder.undo = past.at(-1)?.what ?? null;
  builder.redo = future.at(-1)?.what ?? null;
}

function sameRows(a: Cards, b: Cards): boolean {
  return CARD_TITLES.every((title) => a[title]?.addedOptions === b[title]?.addedOptions);
}

/** Whether two states are the same request, whatever their forms hold. */
export const sameContent = (a: RequestState, b: RequestState): boolean =>
  a.dateRange === b.dateRange &&
  a.options === b.options &&
  a.description === b.description &&
  a.columnOrder === b.columnOrder &&
  sameRows(a.filterOptions, b.filterOptions) &&
  sameRows(a.columnOptions, b.columnOptions);

/**
 * Changes what is written. A change of the request itself is a step that Undo takes back; one of a form alone is none.
 * `what` names the step; typed changes of the same name in quick succession are one.
 */
export function change(what: string, transition: (state: RequestState) => RequestState, typed = false): void {
  const before = builder.state;
  const next = transition(before);
  if (next === before) return;
  if (!sameContent(before, next)) {
    const now = Date.now();
    const goesOn = typed && typing?.what === what && now - typing.at < TYPING;
    typing = typed ? { what, at: now } : null;
    if (!goesOn) past = [...past, { what, state: before }].slice(-MOST_STEPS);
    future = [];
    tell();
  }
  builder.touched = true;
  builder.state = ref(next);
}

/** The cards of another state, with the forms of now wherever the rows are the same: what is half typed stays. */
function cardsKept(now: Cards, then: Cards): Cards {
  const cards: { [Title in CardTitle]?: NonNullable<Cards[Title]> } = { ...then };
  for (const title of CARD_TITLES) {
    const card = now[title];
    if (card !== undefined && card.addedOptions === then[title]?.addedOptions) cards[title] = card;
  }
  return cards;
}

function goTo(then: RequestState): void {
  const now = builder.state;
  typing = null;
  builder.state = ref({
    ...then,
    filterOptions: cardsKept(now.filterOptions, then.filterOptions),
    columnOptions: cardsKept(now.columnOptions, then.columnOptions),
  });
  tell();
}

export function undo(): void {
  const step = past.pop();
  if (step === undefined) return;
  future.push({ what: step.what, state: builder.state });
  goTo(step.state);
}

export function redo(): void {
  const step = future.pop();
  if (step === undefined) return;
  past.push({ what: step.what, state: builder.state });
  goTo(step.state);
}

/** Begins with another request; nothing of before can be brought back. */
export function begin(state: RequestState, source: Source): void {
  past = [];
  future = [];
  typing = null;
  Object.assign(builder, { phase: "ready", error: null, source, state: ref(state), touched: false });
  builder.checks = { filters: UNCHECKED, columns: UNCHECKED };
  tell();
}

/** Puts another request in the place of this one; Undo brings this one back. */
export function replaceRequest(what: string, next: RequestState): void {
  change(what, () => ({ ...next, kind: builder.state.kind, mode: builder.state.mode }));
}

export function tellCheck(side: CardSide, check: FormulaCheck): void {
  builder.checks[side] = check;
}
