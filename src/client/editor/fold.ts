import { codeFolding, foldedRanges, foldEffect, syntaxTree, unfoldEffect } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

/** Parentheses worth folding hold more than this. */
const MIN_FOLDED_CHARS = 12;

/** What stands inside the innermost parentheses around a position, those of a call included. */
function foldableAt(state: EditorState, position: number): { readonly from: number; readonly to: number } | null {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1); node !== null; node = node.parent) {
    const [open, close] = [node.getChild("("), node.getChild(")")];
    if (open === null || close === null) continue;
    if (close.from - open.to >= MIN_FOLDED_CHARS && position >= open.from && position <= close.to)
      return { from: open.to, to: close.from };
  }
  return null;
}

/** Folds the parentheses around the caret; a formula is often one line, which folding by lines would leave alone. */
export function foldAtCaret(view: EditorView): boolean {
  const range = foldableAt(view.state, view.state.selection.main.head);
  if (range === null) return false;
  view.dispatch({ effects: foldEffect.of(range), selection: { anchor: range.from } });
  return true;
}

export function unfoldEverything(view: EditorView): boolean {
  const effects: ReturnType<typeof unfoldEffect.of>[] = [];
  for (const folded = foldedRanges(view.state).iter(); folded.value !== null; folded.next())
    effects.push(unfoldEffect.of({ from: folded.from, to: folded.to }));
  if (effects.length === 0) return false;
  view.dispatch({ effects });
  return true;
}

export const folding: Extension = codeFolding({ placeholderText: "…" });
