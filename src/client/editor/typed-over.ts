import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * What is typed over a selection of several lines. Left to itself, the browser joins the first and the last line by
 * copying what stands behind the selection, and a copy of values shown there, or of a fold, would be read as text.
 */
export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    const { data: text } = event;
    if (event.inputType !== "insertText" || event.isComposing || text === null || state.readOnly) return false;
    if (state.doc.lineAt(from).to >= to) return false;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    // Brackets close, and go around what is selected, as anywhere.
    if (!state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert)))
      view.dispatch(insert());
    return true;
  },
});
