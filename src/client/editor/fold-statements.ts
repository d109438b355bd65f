import { codeFolding, foldEffect, foldGutter, foldService } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { foldAtCaret } from "./fold.ts";
import { entryAt, requestText } from "./request-text.ts";

/** What can be folded of the statement that begins on a line: all of its lines but the first. */
function foldable(state: EditorState, lineStart: number, lineEnd: number): { from: number; to: number } | null {
  const statement = state.field(requestText).statements.find(({ from }) => from === lineStart);
  return statement === undefined || statement.to <= lineEnd ? null : { from: lineEnd, to: statement.to };
}

/** Folds the statement at the caret, or on one line the parentheses around it. */
export function foldStatement(view: EditorView): boolean {
  const { state } = view;
  const statement = entryAt(state, state.selection.main.head);
  const range = statement && foldable(state, statement.from, state.doc.lineAt(statement.from).to);
  if (!range) return foldAtCaret(view);
  view.dispatch({ effects: foldEffect.of(range), selection: { anchor: range.from } });
  return true;
}

export const statementFolding: Extension = [
  foldService.of(foldable),
  codeFolding({ placeholderText: "…" }),
  foldGutter({ openText: "▾", closedText: "▸" }),
];
