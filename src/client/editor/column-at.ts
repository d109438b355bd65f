import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** The `{column}` at the caret, without its braces; null where there is none. */
export function columnAt(state: EditorState): string | null {
  const { head } = state.selection.main;
  for (const side of [-1, 1] as const) {
    const node = syntaxTree(state).resolveInner(head, side);
    if (node.name === "Column") return state.sliceDoc(node.from + 1, node.to - 1).trim();
  }
  return null;
}
