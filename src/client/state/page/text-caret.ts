import type { EditorView } from "@codemirror/view";
import { proxy } from "valtio";

/** Where the caret stands in the request's text, also while another view is shown. */
export const textCaret = proxy({ at: 0 });

// A view is no state and never goes into a proxy.
let shown: EditorView | null = null;

/** The editor of the request's text on the page; what is given back takes it off. */
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
