import type { EditorView } from "@codemirror/view";
import type { KnownColumn } from "../../formula/index.ts";
import type { CaretTarget } from "../state/page/caret.ts";
import { showToast } from "../state/slices/toast.ts";
import { offersAt, sharing } from "./caret-target.ts";
import { formulaAt } from "./formula-at.ts";
import { insertCode } from "./insert.ts";
import { libraryText } from "./library.ts";
import { requestText } from "./request-text.ts";
import { TEXT_ACTIONS } from "./text-keys.ts";

/** Puts code into the formula at the caret; where there is none, as a filter on a line of its own. */
function insert(view: EditorView, code: string): void {
  const { state } = view;
  if (formulaAt(state) !== null) {
    insertCode(view, code);
    return;
  }
  const text = libraryText(code, state.field(requestText).notation, true);
  if (text === null) {
    showToast("This formula does not parse, so it has no words.", "error");
    return;
  }
  const line = state.doc.lineAt(state.selection.main.head);
  const written = `${line.text.trim() === "" ? "" : "\n"}filter ${text}`;
  view.dispatch({
    changes: { from: line.to, insert: written },
    selection: { anchor: line.to + written.length },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  view.focus();
}

/** A request's text as the palette sees it. */
export const textTargetOf = (view: EditorView, columns: () => readonly KnownColumn[]): CaretTarget => ({
  view,
  holds: "text",
  get part() {
    return formulaAt(view.state)?.part ?? "filters";
  },
  columns,
  offers: () => offersAt(view),
  insert: (code) => insert(view, code),
});

export const shareTextCommands = sharing("text", TEXT_ACTIONS);
