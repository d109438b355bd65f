import { proxy, ref } from "valtio";
import { draftOver, draftsRenamed, formHolds, freshRequest } from "../../../request/index.ts";
import type { Cards, FormulaCheck, RequestState } from "../../../request/index.ts";
import { CARD_TITLES, exchangeToday } from "../../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../../vocabulary/index.ts";
import type { NotShown } from "../queries/call-route.ts";

/** Where what is written came from, and so where it is saved: nowhere yet, or the request or template of an id. */
export interface Source {
  readonly kind: RequestState["kind"];
  readonly id: string | null;
  /** The template a new request begins from. */
  readonly template: string | null;
}

export const NEW_REQUEST: Source = { kind: "request", id: null, template: null };

/** What is known of the formula in a Custom card's form. */
export interface SideCheck extends FormulaCheck {
  /** Unknown, since the server did not answer. */
  readonly offline: boolean;
  readonly mistake: { readonly from: number; readonly to: number; readonly message: string } | null;
}

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
  checks: Record<CardSide, SideCheck>;
  /** The card whose form is open, one on each side. */
  open: Record<CardSide, CardTitle | null>;
}

const UNCHECKED: SideCheck = { state: "idle", text: "", offline: false, mistake: null };

export const builder = proxy<Builder>({
  phase: "loading",
  error: null,
  source: NEW_REQUEST,
  state: ref(freshRequest(exchangeToday())),
  touched: false,
  undo: null,
  redo: null,
  checks: { filters: UNCHECKED, columns: UNCHECKED },
  open: { filters: "Daily", columns: "Daily" },
});

/** A column or parameter was given another name. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Set where a parameter was renamed and not a column: what renames it in forms, which is loaded with the fields of parameters. */
  readonly parameter?: typeof draftsRenamed;
}

interface Step {
  readonly what: string;
  readonly state: RequestState;
  readonly rename: Rename | null;
}

export interface ChangeOptions {
  /** Typed changes of the same name in quick succession are one step. */
  readonly typed?: boolean;
  readonly rename?: Rename | null;
}

/** Steps that can be taken back; more are forgotten from the far end. */
const MAX_STEPS = 200;
/** Typing into one field within this many milliseconds is one step. */
const TYPING = 1_000;

/** Makes a request's text say what its entries say. That code comes with the view of the text; nobody sees one before. */
let followText = (state: RequestState, _rename: Rename | null): RequestState => state;

export function provideText(follow: typeof followText): void {
  followText = follow;
}

let past: Step[] = [];
let future: Step[] = [];
let typing: { readonly what: string; readonly at: number } | null = null;
/** What was changed last was typed in this step, and more may follow. */
export const isTyping = (what: string): boolean => typing?.what === what;

/** The request as the last step left it: a form that is another one now was typed into since. */
let left: RequestState = builder.state;

function notify(): void {
  builder.undo = past.at(-1)?.what ?? null;
  builder.redo = future.at(-1)?.what ?? null;
}

function sameRows(a: Cards, b: Cards): boolean {
  return CARD_TITLES.every((title) => a[title]?.addedOptions === b[title]?.addedOptions);
}

/** Whether two states are the same request, whatever their forms hold. */
export const sameContent = (a: RequestState, b: RequestState): boolean =>
  a.dataRange === b.dataRange &&
  a.options === b.options &&
  a.description === b.description &&
  a.outcome === b.outcome &&
  a.parameters === b.parameters &&
  a.holdOut === b.holdOut &&
  a.columnOrder === b.columnOrder &&
  a.filterOrder === b.filterOrder &&
  a.text === b.text &&
  sameRows(a.filterOptions, b.filterOptions) &&
  sameRows(a.columnOptions, b.columnOptions);

/**
 * Changes what is written. A change of the request itself is a step that Undo takes back; one of a form alone is none.
 * `what` names the step.
 */
export function change(
  what: string,
  transition: (state: RequestState) => RequestState,
  { typed = false, rename = null }: ChangeOptions = {},
): void {
  const before = builder.state;
  const made = transition(before);
  if (made === before) return;
  // A change of the cards changes its statement of the text; one of the text brings its own.
  const next = made.text === before.text && !sameContent(before, made) ? followText(made, rename) : made;
  if (!sameContent(before, next)) {
    const now = Date.now();
    const goesOn = typed && typing?.what === what && now - typing.at < TYPING;
    typing = typed ? { what, at: now } : null;
    if (!goesOn) past = [...past, { what, state: before, rename }].slice(-MAX_STEPS);
    future = [];
    left = next;
    remember(next, rename);
    notify();
  }
  builder.touched = true;
  builder.state = ref(next);
}

/** The cards of a side in another state, with what was typed into their forms since the last step. */
function cardsKept(then: RequestState, side: CardSide): Cards {
  const area = side === "filters" ? "filterOptions" : "columnOptions";
  const cards: { [Title in CardTitle]?: NonNullable<Cards[Title]> } = { ...then[area] };
  for (const title of CARD_TITLES) {
    const now = builder.state[area][title];
    const before = then[area][title];
    if (now === undefined || before === undefined) continue;
    if (now.addedOptions === before.addedOptions) cards[title] = now;
    else if (now.form !== left[area][title]?.form && formHolds(builder.state, side, title))
      cards[title] = draftOver(before, now, side, title);
  }
  return cards;
}

function goTo(then: RequestState, rename: Rename | null): void {
  typing = null;
  const kept = { ...then, filterOptions: cardsKept(then, "filters"), columnOptions: cardsKept(then, "columns") };
  // What was typed since names the column as it was called then.
  left = rename === null ? kept : (rename.parameter ?? draftsRenamed)(kept, rename.from, rename.to);
  remember(left, rename);
  builder.state = ref(left);
  notify();
}

const reversed = (rename: Rename | null): Rename | null => rename && { ...rename, from: rename.to, to: rename.from };

export function undo(): void {
  const step = past.pop();
  if (step === undefined) return;
  future.push({ ...step, state: builder.state });
  goTo(step.state, reversed(step.rename));
}

export function redo(): void {
  const step = future.pop();
  if (step === undefined) return;
  past.push({ ...step, state: builder.state });
  goTo(step.state, step.rename);
}

const renames = new WeakMap<RequestState, Rename>();
let renamed = 0;

/** How often columns and parameters were renamed, forward or back. */
export const renameCount = (): number => renamed;

function remember(state: RequestState, rename: Rename | null): void {
  if (rename === null) return;
  renames.set(state, rename);
  renamed += 1;
}

/** The rename that made the request what it is at this moment, forward or back; null where it was something else. */
export const renameBehind = (): Rename | null => renames.get(builder.state) ?? null;

const same = (a: Rename | null | undefined, b: Rename | null): boolean =>
  a != null && b !== null && a.from === b.from && a.to === b.to && a.parameter === b.parameter;

/** A text that is undone took a rename with it: so does the request. False where that rename is not its last step. */
export function followRename(rename: Rename): boolean {
  if (same(past.at(-1)?.rename, reversed(rename))) undo();
  else if (same(future.at(-1)?.rename, rename)) redo();
  else return false;
  return true;
}

/** Begins with another request; nothing of before can be brought back. */
export function begin(state: RequestState, source: Source): void {
  past = [];
  future = [];
  typing = null;
  // A text that came with it may say something else: what counts are the entries.
  left = followText(state, null);
  Object.assign(builder, { phase: "ready", error: null, source, state: ref(left), touched: false });
  builder.checks = { filters: UNCHECKED, columns: UNCHECKED };
  notify();
}

/** Puts another request in the place of this one; Undo brings this one back. */
export function replaceRequest(what: string, next: RequestState): void {
  change(what, () => followText({ ...next, kind: builder.state.kind, mode: builder.state.mode }, null));
}

export function tellCheck(side: CardSide, check: SideCheck): void {
  builder.checks[side] = check;
}
