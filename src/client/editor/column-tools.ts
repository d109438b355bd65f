import { syntaxTree } from "@codemirror/language";
import { Facet } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { columnActions } from "./column-actions.ts";
import type { ColumnActions } from "./column-actions.ts";
import { renameInRequest } from "./renames.ts";

/** What an editor knows of the columns that its text names. */
interface ColumnTools {
  /** The column at the caret, without braces; null where there is none. */
  readonly nameAt: (state: EditorState) => string | null;
  /** Null where no request is open. */
  readonly actions: (view: EditorView) => ColumnActions | null;
  readonly parameters?: ParameterTools;
}

/** What an editor knows of the parameters that its text names. */
interface ParameterTools {
  /** The parameter at the caret, without its sign; null where there is none. */
  readonly nameAt: (state: EditorState) => string | null;
  /** Renames it in its statement and in every formula that names it; what is wrong with the name otherwise. */
  readonly rename: (view: EditorView, from: string, to: string) => string | null;
}

/** The text of what is of a kind at the caret. */
function textAt(state: EditorState, kind: "Column" | "Parameter"): string | null {
  const { head } = state.selection.main;
  for (const side of [-1, 1] as const) {
    const node = syntaxTree(state).resolveInner(head, side);
    if (node.name === kind) return state.sliceDoc(node.from, node.to);
  }
  return null;
}

/** An editor of one formula asks the page that holds the request. */
const OF_PAGE: ColumnTools = {
  nameAt: (state) => textAt(state, "Column")?.slice(1, -1).trim() ?? null,
  actions: columnActions,
  parameters: {
    nameAt: (state) => (columnActions() === null ? null : (textAt(state, "Parameter")?.slice(1) ?? null)),
    rename: (_, from, to) => renameInRequest(from, to),
  },
};

export const columnTools = Facet.define<ColumnTools, ColumnTools>({ combine: ([first = OF_PAGE]) => first });

export const columnAtCaret = (state: EditorState): string | null => state.facet(columnTools).nameAt(state);

export const parameterToolsIn = (state: EditorState): ParameterTools | null =>
  state.facet(columnTools).parameters ?? null;

export const parameterAtCaret = (state: EditorState): string | null => parameterToolsIn(state)?.nameAt(state) ?? null;

export const columnActionsIn = (view: EditorView): ColumnActions | null => view.state.facet(columnTools).actions(view);
