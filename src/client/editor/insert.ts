import type { EditorView } from "@codemirror/view";
import { showToast } from "../state/slices/toast.ts";
import { formulaAt } from "./formula-at.ts";
import { libraryText } from "./library.ts";

/** Puts code at the caret, in the editor's own notation and so that what is written around it leaves it whole. */
export function insertCode(view: EditorView, code: string): void {
  const { from, to } = view.state.selection.main;
  const formula = formulaAt(view.state, from);
  if (formula === null) return;
  const around = formula.text.slice(0, from - formula.from) + formula.text.slice(Math.max(from, to) - formula.from);
  const insert = libraryText(code, formula.notation, around.trim() === "");
  if (insert === null) {
    showToast("This formula does not parse, so it has no words.", "error");
    return;
  }
  const before = view.state.sliceDoc(Math.max(0, from - 1), from);
  const blank = before === "" || /[\s(]/.test(before) ? "" : " ";
  view.dispatch({
    changes: { from, to, insert: blank + insert },
    selection: { anchor: from + blank.length + insert.length },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  view.focus();
}
