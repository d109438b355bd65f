import { Facet } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import type { NotationName, ParameterValues, Span } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import type { Part } from "../state/page/checks.ts";

/** A formula as it stands in an editor: the whole of one, or a statement's of a request. */
export interface FormulaAt extends Span {
  readonly part: Part;
  readonly notation: NotationName;
  /** Every column of the request that formulas may name. */
  readonly columns: readonly KnownColumn[];
  /** Those of the request at their chosen values. */
  readonly parameters?: ParameterValues;
  /** With a blank for each line break, so that its offsets are those of the document from `from` on. */
  readonly text: string;
}

type FormulaSource = (state: EditorState, position: number) => FormulaAt | null;

/** What an editor answers to the question which formula stands at a position. */
export const formulaSource = Facet.define<FormulaSource, FormulaSource>({
  combine: ([first = () => null]) => first,
});

/** The formula at a position, or at the caret; null where there is none. */
export const formulaAt = (state: EditorState, position = state.selection.main.head): FormulaAt | null =>
  state.facet(formulaSource)(state, position);
