import { historyField } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import type { EditorStateConfig } from "@codemirror/state";

/** How many entries keep their undo while they are not on screen. */
const KEPT = 60;
const FIELDS = { history: historyField };

/** Text, selection and history by entry and notation, as plain values: extensions of a view that is gone must not return. */
const states = new Map<string, unknown>();

export function keepState(key: string, state: EditorState): void {
  states.delete(key);
  states.set(key, state.toJSON(FIELDS));
  const [oldest] = states.keys();
  if (states.size > KEPT && oldest !== undefined) states.delete(oldest);
}

/** The state an entry was left in, with its history where it still holds that text. */
export function stateOf(key: string, doc: string, config: EditorStateConfig): EditorState {
  const kept = states.get(key);
  if (kept !== undefined) {
    const state = EditorState.fromJSON(kept, config, FIELDS);
    if (state.doc.toString() === doc) return state;
    // Changed meanwhile by something else, such as a rename: that is one step to undo.
    return state.update({ changes: { from: 0, to: state.doc.length, insert: doc } }).state;
  }
  return EditorState.create({ ...config, doc });
}
