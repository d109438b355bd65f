import type { EditorView } from "@codemirror/view";
import type { Part } from "./part.ts";

/** Live editors by entry. A view never goes into a proxy: it is no state, and a proxied one breaks. */
const views = new Map<string, EditorView>();
let wanted: string | null = null;

export function rememberEditor(part: Part, id: string, view: EditorView): () => void {
  const key = `${part} ${id}`;
  views.set(key, view);
  if (wanted === key) {
    wanted = null;
    view.focus();
  }
  return () => {
    // An editor that is made anew in its place takes the focus over.
    if (view.hasFocus) wanted = key;
    if (views.get(key) === view) views.delete(key);
  };
}

/** Puts the caret into an entry's editor, now or as soon as it is there. */
export function focusEditor(part: Part, id: string, at?: { readonly from: number; readonly to: number }): void {
  const view = views.get(`${part} ${id}`);
  if (view === undefined) {
    wanted = `${part} ${id}`;
    return;
  }
  if (at !== undefined) {
    const end = view.state.doc.length;
    view.dispatch({
      selection: { anchor: Math.min(at.from, end), head: Math.min(at.to, end) },
      scrollIntoView: true,
    });
  }
  view.focus();
}

export const editorOf = (part: Part, id: string): EditorView | undefined => views.get(`${part} ${id}`);
