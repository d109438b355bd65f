import { isolateHistory, redo, undo } from "@codemirror/commands";
import type { EditorState, Transaction } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { draftsWithParameter, renameMistake, renameParameter } from "../../request/index.ts";
import { builder, change, followRename } from "../state/slices/builder.ts";
import type { Rename } from "../state/slices/builder.ts";
import { columnActions } from "./column-actions.ts";

/**
 * A rename of a column or parameter is one step of the request and one of each editor whose text names it. Whichever of the two histories
 * takes it back, the other follows.
 */
interface Known extends Rename {
  readonly before: string;
  readonly after: string;
}

/** What renames did to the text of an entry. By texts and not by a mark in the history: those do not outlive the view. */
const known = new WeakMap<object, readonly Known[]>();

/** Marks a change that comes from the request itself. */
let following = false;

/** The rename between two texts of an entry, forward or back. */
function renameBetween(entry: object, before: string, after: string): Rename | null {
  for (const { before: first, after: second, ...rename } of known.get(entry) ?? []) {
    if (first === before && second === after) return rename;
    if (first === after && second === before) return { ...rename, from: rename.to, to: rename.from };
  }
  return null;
}

const transactionOf = (state: EditorState, step: typeof undo): Transaction | null => {
  let made: Transaction | null = null;
  step({ state, dispatch: (transaction) => (made = transaction) });
  return made;
};

/** Where two texts differ. */
function difference(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Shows what a rename made of the text: a step of its own, or the step that the editor has for it already. */
export function showRenamed(view: EditorView, entry: object, after: string, rename: Rename): void {
  const { state } = view;
  const before = state.doc.toString();
  const own = [undo, redo].map((step) => transactionOf(state, step)).find((made) => made?.newDoc.toString() === after);
  following = true;
  try {
    if (own && renameBetween(entry, before, after) !== null) view.dispatch(own);
    else {
      known.set(entry, [...(known.get(entry) ?? []), { ...rename, before, after }]);
      view.dispatch({ changes: difference(before, after), annotations: isolateHistory.of("full") });
    }
  } finally {
    following = false;
  }
}

/** Tells the request where undo or redo in the text took a rename with it. */
export function tellRenames(entry: object, { transactions, startState, state }: ViewUpdate): void {
  if (following || !transactions.some((one) => one.isUserEvent("undo") || one.isUserEvent("redo"))) return;
  const rename = renameBetween(entry, startState.doc.toString(), state.doc.toString());
  if (rename === null || followRename(rename)) return;
  if (rename.parameter === undefined) columnActions()?.followRename(rename.from, rename.to);
  else renameInRequest(rename.from, rename.to);
}

/** Renames a parameter of the request that the page holds, wherever it is named; what is wrong with the name otherwise. */
export function renameInRequest(from: string, to: string): string | null {
  const mistake = renameMistake(builder.state.parameters, from, to);
  if (mistake !== null) return mistake;
  const rename = { from, to, parameter: draftsWithParameter };
  change("rename", (now) => renameParameter(now, from, to) ?? now, { rename });
  return null;
}
