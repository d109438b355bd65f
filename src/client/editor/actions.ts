import { selectNextOccurrence, selectSelectionMatches } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { columnActionsIn, columnAtCaret, parameterAtCaret } from "./column-tools.ts";
import { evaluateSelection, hideResult } from "./evaluate.ts";
import { fixAtCaret } from "./fix-at-caret.ts";
import { unfoldEverything } from "./fold.ts";
import { pasteFromPlatform } from "./paste-into.ts";
import { closeQuestion } from "./question.ts";
import { askAboutColumn, askAboutParameter } from "./rename.ts";

/** What can be done in an editor: one of its keys and a command of the palette. */
export interface EditorAction {
  readonly id: string;
  readonly title: string;
  readonly key: string;
  readonly words?: readonly string[];
  /** Why not here and now. */
  readonly disabled?: (view: EditorView) => string | null;
  readonly run: (view: EditorView) => boolean;
}

/** Why something cannot be done with what is named at the caret: no request is open, or the caret is elsewhere. */
const onNamed =
  (what: string, nameAt: (state: EditorState) => string | null) =>
  (view: EditorView): string | null =>
    columnActionsIn(view) === null
      ? "No request is open here"
      : nameAt(view.state) === null
        ? `Put the caret on a ${what} first`
        : null;

export const onColumn = onNamed("{column}", columnAtCaret);

/** What both editors do: that of one formula and that of a whole request. */
export const SHARED_ACTIONS: readonly EditorAction[] = [
  { id: "fix", title: "Apply a fix", key: "Mod-.", words: ["quick fix", "mend"], run: fixAtCaret },
  {
    id: "paste-from",
    title: "Paste from another platform…",
    key: "Mod-Alt-v",
    words: ["translate", "tc2000", "pine", "thinkscript", "excel", "tradingview"],
    run: pasteFromPlatform,
  },
  { id: "evaluate", title: "Evaluate the selection", key: "Alt-Enter", words: ["value"], run: evaluateSelection },
  {
    id: "rename",
    title: "Rename the column or parameter everywhere",
    key: "F2",
    disabled: onNamed("{column} or $parameter", (state) => columnAtCaret(state) ?? parameterAtCaret(state)),
    run: (view) => askAboutColumn(view, "rename") || askAboutParameter(view),
  },
  {
    id: "references",
    title: "Find references to the column",
    key: "Shift-F12",
    disabled: onColumn,
    run: (view) => askAboutColumn(view, "references"),
  },
  { id: "unfold", title: "Unfold everything", key: "Mod-Alt-]", words: ["expand"], run: unfoldEverything },
  {
    id: "next-occurrence",
    title: "Select the next occurrence too",
    key: "Mod-d",
    words: ["multi cursor"],
    run: selectNextOccurrence,
  },
  {
    id: "all-occurrences",
    title: "Select all occurrences",
    key: "Mod-Shift-l",
    words: ["multi cursor"],
    run: (view) => selectSelectionMatches(view),
  },
];

/** The keys of actions; Escape closes what they opened. */
export const keysOf = (actions: readonly EditorAction[]): readonly KeyBinding[] => [
  ...actions.map(({ key, run }): KeyBinding => ({ key, run, preventDefault: true })),
  { key: "Escape", run: (view) => hideResult(view) || closeQuestion(view) },
];
