import type { EditorView } from "@codemirror/view";
import { completionContext } from "../../formula/index.ts";
import { placeField } from "./place.ts";

/** Enter inside a text in quotes goes behind it, and closes it first where nothing does: no text has a line break. */
export function leaveText(view: EditorView): boolean {
  const { state } = view;
  const { from, empty } = state.selection.main;
  if (!empty || state.selection.ranges.length > 1) return false;
  const context = completionContext(state.doc.toString(), from, state.field(placeField).notation);
  if (context.kind !== "text") return false;
  const insert = context.closed ? "" : '"';
  view.dispatch({
    changes: { from: context.to, insert },
    selection: { anchor: context.to + insert.length },
    userEvent: "input",
    scrollIntoView: true,
  });
  return true;
}
