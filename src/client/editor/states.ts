import { historyField } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import type { EditorStateConfig } from "@codemirror/state";
import { renameCount } from "../state/slices/builder.ts";
import type { NotationName } from "../../formula/index.ts";

/** How many entries keep their undo while they are not on screen. */
const MAX_KEPT = 60;
const FIELDS = { history: historyField };

type Kept = Map<NotationName, { readonly json: unknown; readonly renames: number }>;

/** Text, selection and history by entry and notation, as plain values: extensions of a view that is gone must not return. */
const states = new Map<object, Kept>();

export function keepState(entry: object, notation: NotationName, state: EditorState): void {
  const kept: Kept = states.get(entry) ?? new Map();
  states.delete(entry);
  states.set(entry, kept.set(notation, { json: state.toJSON(FIELDS), renames: renameCount() }));
  const [oldest] = states.keys();
  if (states.size > MAX_KEPT && oldest !== undefined) states.delete(oldest);
}

/** The state an entry was left in, with its history where it still holds that text. */
export function stateOf(entry: object, notation: NotationName, doc: string, config: EditorStateConfig): EditorState {
  const kept = states.get(entry)?.get(notation);
  if (kept !== undefined) {
    const state = EditorState.fromJSON(kept.json, config, FIELDS);
    if (state.doc.toString() === doc) return state;
    // Changed meanwhile by something else, such as the other notation: that is one step to undo. A text of before a rename
    // must not come back alone.
    if (kept.renames === renameCount())
      return state.update({ changes: { from: 0, to: state.doc.length, insert: doc } }).state;
  }
  return EditorState.create({ ...config, doc });
}
