import type { EditorView } from "@codemirror/view";
import { parseCode, parseWords, printCode, printWords } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { placeField } from "./place.ts";

/** A formula in its canonical form, comments kept; one that does not parse as it is. */
export function formatted(text: string, notation: NotationName): string {
  const { tree } = notation === "code" ? parseCode(text) : parseWords(text);
  if (tree === null) return text;
  return notation === "code" ? printCode(tree) : printWords(tree);
}

/** Writes the formula in its canonical form; leaves one that does not parse alone. */
export function formatFormula(view: EditorView): boolean {
  const text = view.state.doc.toString();
  const printed = formatted(text, view.state.field(placeField).notation);
  if (printed !== text) {
    view.dispatch({
      changes: { from: 0, to: text.length, insert: printed },
      selection: { anchor: Math.min(view.state.selection.main.head, printed.length) },
      userEvent: "input.format",
    });
  }
  return true;
}
