import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import type { ViewUpdate } from "@codemirror/view";
import { holdTextEditor, textCaret } from "../state/page/text-caret.ts";

/** Tells the page where the caret is, and lets the page move it. */
class CaretTeller {
  readonly destroy: () => void;

  constructor(view: EditorView) {
    this.destroy = holdTextEditor(view);
  }

  update({ docChanged, selectionSet, state }: ViewUpdate): void {
    if (docChanged || selectionSet) textCaret.at = state.selection.main.head;
  }
}

export const requestCaret: Extension = [
  ViewPlugin.fromClass(CaretTeller),
  // What scrolls is reached by Tab.
  EditorView.contentAttributes.of({ tabindex: "0" }),
];
