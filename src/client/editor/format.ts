import { EditorView } from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import { layout } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { placeField } from "./place.ts";

/** Nobody reads a line longer than this, and a browser lays the whole of it out anew with every key. */
const LONG_LINE_CHARS = 300;

/** What an editor shows of a text from elsewhere: one long line is laid out over several, anything else is as it is. */
export const readable = (text: string, notation: NotationName): string =>
  text.length > LONG_LINE_CHARS && !text.includes("\n") ? layout(text, notation) : text;

/** A long line that is pasted is laid out, if it is a whole expression. */
export const readablePaste: Extension = EditorView.clipboardInputFilter.of((text, state) =>
  readable(text, state.field(placeField).notation),
);

/** Writes the formula in its canonical form, a long one over several lines; leaves one that does not parse alone. */
export function formatFormula(view: EditorView): boolean {
  const text = view.state.doc.toString();
  const printed = layout(text, view.state.field(placeField).notation);
  if (printed !== text) {
    view.dispatch({
      changes: { from: 0, to: text.length, insert: printed },
      selection: { anchor: Math.min(view.state.selection.main.head, printed.length) },
      userEvent: "input.format",
    });
  }
  return true;
}
