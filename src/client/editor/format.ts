import type { EditorView } from "@codemirror/view";
import { parseCode, printCode } from "../../formula/index.ts";

/** Writes the formula in its canonical form, comments kept; leaves one that does not parse alone. */
export function formatFormula(view: EditorView): boolean {
  const text = view.state.doc.toString();
  const { tree } = parseCode(text);
  const printed = tree === null ? text : printCode(tree);
  if (printed !== text) {
    view.dispatch({
      changes: { from: 0, to: text.length, insert: printed },
      selection: { anchor: Math.min(view.state.selection.main.head, printed.length) },
      userEvent: "input.format",
    });
  }
  return true;
}
