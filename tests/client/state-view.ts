import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** What commands need of a view, without a page: its state, and what changes it. */
export function asViewOf(given: EditorState): EditorView {
  const view = {
    state: given,
    dispatch(...specs: readonly TransactionSpec[]): void {
      view.state = view.state.update(...specs).state;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a view draws itself, and there is no page here
  return view as unknown as EditorView;
}
