import type { EditorState, Extension } from "@codemirror/state";
import { parseCode, parseWords } from "../../formula/index.ts";
import type { Pinned } from "../state/slices/pinned.ts";
import { formulaAt } from "./formula-at.ts";
import { valuesOf } from "./inline-values.ts";
import type { ValuedFormula } from "./inline-values.ts";
import { entryAt } from "./request-text.ts";

/** The formula of the statement at the caret, wherever in it the caret is. */
export function valuedFormula(state: EditorState): ValuedFormula | null {
  const statement = entryAt(state, state.selection.main.head);
  const formula = statement?.formula ? formulaAt(state, statement.formula.to) : null;
  if (formula === null) return null;
  const { tree } = formula.notation === "words" ? parseWords(formula.text) : parseCode(formula.text);
  return tree && { tree, columns: formula.columns, from: formula.from, to: formula.to };
}

/** The values of the statement at the caret on the pinned day; the margin holds what the others are worth. */
export const requestValues = (at: Pinned | null): Extension =>
  valuesOf(at, {
    formula: valuedFormula,
    changed: ({ startState, state, selectionSet }) =>
      selectionSet &&
      entryAt(startState, startState.selection.main.head)?.from !== entryAt(state, state.selection.main.head)?.from,
  });
