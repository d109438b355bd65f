import { Facet, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { KnownColumn } from "../../formula/index.ts";
import {
  chosenValues,
  columnNameAt,
  columnStatement,
  draftsWithParameter,
  isEntry,
  parameterAt,
  parametersOf,
  readText,
  referencesInText,
  renamedInText,
  renamedParameter,
} from "../../request/index.ts";
import type { EntryStatement, RequestText, Statement } from "../../request/index.ts";
import type { ColumnActions } from "./column-actions.ts";
import { columnTools } from "./column-tools.ts";
import { formulaSource } from "./formula-at.ts";
import type { FormulaAt } from "./formula-at.ts";
import { editText } from "./text-steps.ts";

/** The request that an editor's text says, as far as it reads. */
export const requestText = StateField.define<RequestText>({
  create: (state) => readText(state.doc.toString()),
  update: (read, { docChanged, newDoc }) => (docChanged ? readText(newDoc.toString()) : read),
});

/** Whether no formula is written yet. */
export const saysNothing = ({ statements }: RequestText): boolean =>
  statements.every((one) => !isEntry(one) || one.formula === null);

/** The columns that formulas of the text may name, as they were last checked. */
const knownColumns = Facet.define<() => readonly KnownColumn[], () => readonly KnownColumn[]>({
  combine: ([first = () => []]) => first,
});

/** The filter or column at a position; its further lines are indented. */
export function entryAt(state: EditorState, position: number): EntryStatement | null {
  const statement = state.field(requestText).statements.findLast(({ from }) => from <= position);
  if (statement === undefined || !isEntry(statement)) return null;
  if (position <= statement.to) return statement;
  const behind = state.sliceDoc(statement.to, position);
  return behind.trim() === "" && !behind.endsWith("\n") ? statement : null;
}

/** The formula of a statement, or the place where it is missing. */
function formulaIn(state: EditorState, position: number): FormulaAt | null {
  const statement = entryAt(state, position);
  if (statement === null) return null;
  const { formula, kind, to } = statement;
  const begin = formula?.from ?? Math.max(position, to);
  if (position < begin || (formula === null && position < to)) return null;
  const end = Math.max(position, formula?.to ?? begin);
  return {
    part: kind === "filter" ? "filters" : "columns",
    notation: state.field(requestText).notation,
    columns: state.facet(knownColumns)(),
    parameters: chosenValues(parametersOf(state.field(requestText))),
    from: begin,
    to: end,
    text: state.sliceDoc(begin, end).replaceAll("\n", " "),
  };
}

function select(view: EditorView, { from, to }: { readonly from: number; readonly to: number }): void {
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true, userEvent: "select" });
  view.focus();
}

/** What a statement is called where statements are listed. */
function statementLabel(state: EditorState, statement: Statement): string {
  const line = `Line ${state.doc.lineAt(statement.from).number}`;
  const name = isEntry(statement) ? statement.name : null;
  return name === null ? `${line}, ${statement.kind}` : `${line}, {${name.value}}`;
}

/** A column is gone to, listed and renamed in the text itself; a rename is one step of the request's history. */
const actionsIn = (view: EditorView): ColumnActions => ({
  goTo: (name) => {
    const found = columnStatement(view.state.field(requestText), name);
    if (found === null) return false;
    select(view, found.name ?? { from: found.from, to: found.from });
    return true;
  },
  rename: (from, to) => {
    const made = renamedInText(view.state.field(requestText), from, to);
    if ("refused" in made) return made.refused;
    editText(view, made.edits, { rename: { from, to } });
    return null;
  },
  followRename: () => undefined,
  references: (name) =>
    referencesInText(view.state.field(requestText), name).map(({ statement, ...place }) => ({
      label: statementLabel(view.state, statement),
      goTo: () => select(view, place),
    })),
});

/** One step of the request's history, as with a column. */
function renameParameter(view: EditorView, from: string, to: string): string | null {
  const made = renamedParameter(view.state.field(requestText), from, to);
  if ("refused" in made) return made.refused;
  editText(view, made.edits, { rename: { from, to, parameter: draftsWithParameter } });
  return null;
}

/** What a text says and where its formulas stand, for everything that works on one formula. */
export const requestTextOf = (columns: () => readonly KnownColumn[]): Extension => [
  requestText,
  knownColumns.of(columns),
  formulaSource.of(formulaIn),
  columnTools.of({
    nameAt: (state) => columnNameAt(state.field(requestText), state.selection.main.head),
    actions: actionsIn,
    parameters: {
      nameAt: (state) => parameterAt(state.field(requestText), state.selection.main.head),
      rename: renameParameter,
    },
  }),
];
