import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, rectangularSelection } from "@codemirror/view";

/** Several cursors: Alt-click adds one, Shift-Alt-drag selects a column of text. Ctrl-click goes to a definition. */
export const cursors: Extension = [
  drawSelection(),
  rectangularSelection({ eventFilter: ({ altKey, shiftKey }) => altKey && shiftKey }),
  EditorState.allowMultipleSelections.of(true),
  EditorView.clickAddsSelectionRange.of(({ altKey, shiftKey }) => altKey && !shiftKey),
];

/** Ctrl-click or Cmd-click does with the place what a key does with the caret. */
export const clickFor = (run: (view: EditorView) => boolean): Extension =>
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
      run(view);
      event.preventDefault();
      return true;
    },
  });
