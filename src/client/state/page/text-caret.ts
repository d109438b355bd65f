import type { EditorView } from "@codemirror/view";
import { proxy } from "valtio";
import type { RequestState } from "../../../request/index.ts";
import type { CardSide, CardTitle } from "../../../vocabulary/index.ts";

/** Where the caret stands in the request's text, also while another view is shown. */
export const textCaret = proxy<{
  at: number;
  /** The step, or the card on its side, that the statement there belongs to: `filters-daily`. */
  place: string;
}>({ at: 0, place: "date-range" });

// A view is no state and never goes into a proxy.
let shown: EditorView | null = null;

/** The editor of the request's text on the page; the returned function removes it. */
export function holdTextEditor(view: EditorView): () => void {
  shown = view;
  return () => {
    if (shown === view) shown = null;
  };
}

/** The editor of the request's text, where it is on the page. */
export const textEditor = (): EditorView | null => shown;

/** Puts the caret into the text, with what is selected behind it, and brings it into view. */
export function caretTo(anchor: number, head = anchor): void {
  if (shown === null) return;
  const end = shown.state.doc.length;
  shown.dispatch({ selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) }, scrollIntoView: true });
  shown.focus();
}

/** A step of the builder, or a card on its side. */
export type TextPlace = { readonly step: string } | { readonly side: CardSide; readonly title: CardTitle };

/** What the view of the text can do while it is on the page; its code comes with it. */
export interface TextActions {
  /** Puts the caret into the first statement of a place; false where the text has none. */
  readonly show: (place: TextPlace) => boolean;
  /** Puts the caret where something keeps the request from running. */
  readonly showMistake: () => void;
  /** A request that begins with an empty first filter. */
  readonly emptyText: (empty: RequestState) => RequestState;
  /** Puts the caret into the first filter. */
  readonly toFirstFilter: () => void;
}

let actions: TextActions | null = null;

export function provideTextActions(given: TextActions): () => void {
  actions = given;
  return () => {
    if (actions === given) actions = null;
  };
}

/** Null while another view is shown. */
export const textActions = (): TextActions | null => actions;
