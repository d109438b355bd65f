import { toggleComment } from "@codemirror/commands";
import { selectNextOccurrence, selectSelectionMatches } from "@codemirror/search";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { showToast } from "../state/slices/toast.ts";
import { columnActions } from "./column-actions.ts";
import { columnAt } from "./column-at.ts";
import { evaluateSelection, hideResult } from "./evaluate.ts";
import { fixAtCaret } from "./fix-at-caret.ts";
import { foldAtCaret, unfoldEverything } from "./fold.ts";
import { formatFormula } from "./format.ts";
import { closeQuestion } from "./question.ts";
import { askAboutColumn } from "./rename.ts";

/** What can be done in a formula: the editor's keys and the palette's commands. */
interface EditorAction {
  readonly id: string;
  readonly title: string;
  readonly key: string;
  readonly words?: readonly string[];
  /** Why not here and now. */
  readonly disabled?: (view: EditorView) => string | null;
  readonly run: (view: EditorView) => boolean;
}

const onColumn = (view: EditorView): string | null =>
  columnActions() === null
    ? "No request is open here"
    : columnAt(view.state) === null
      ? "Put the caret on a {column} first"
      : null;

function goToColumn(view: EditorView): boolean {
  const name = columnAt(view.state);
  if (name === null) return false;
  if (columnActions()?.goTo(name) !== true) showToast(`{${name}} is no column of this request.`, "error");
  return true;
}

export const EDITOR_ACTIONS: readonly EditorAction[] = [
  { id: "format", title: "Format the formula", key: "Shift-Alt-f", run: formatFormula },
  { id: "fix", title: "Apply a fix", key: "Mod-.", words: ["quick fix", "mend"], run: fixAtCaret },
  { id: "comment", title: "Comment or uncomment", key: "Mod-/", run: toggleComment },
  { id: "evaluate", title: "Evaluate the selection", key: "Alt-Enter", words: ["value"], run: evaluateSelection },
  {
    id: "definition",
    title: "Go to the column",
    key: "F12",
    words: ["definition"],
    disabled: onColumn,
    run: goToColumn,
  },
  {
    id: "rename",
    title: "Rename the column everywhere",
    key: "F2",
    disabled: onColumn,
    run: (view) => askAboutColumn(view, "rename"),
  },
  {
    id: "references",
    title: "Find references to the column",
    key: "Shift-F12",
    disabled: onColumn,
    run: (view) => askAboutColumn(view, "references"),
  },
  { id: "fold", title: "Fold the parentheses", key: "Mod-Alt-[", words: ["collapse"], run: foldAtCaret },
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

export const editorKeys: readonly KeyBinding[] = [
  ...EDITOR_ACTIONS.map(({ key, run }): KeyBinding => ({ key, run, preventDefault: true })),
  { key: "Escape", run: (view) => hideResult(view) || closeQuestion(view) },
];
