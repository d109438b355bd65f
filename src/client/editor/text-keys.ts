import { closeSearchPanel, openSearchPanel, searchPanelOpen } from "@codemirror/search";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { duplicateStatements, formatText, moveStatements, removeStatements, toggledOff } from "../../request/index.ts";
import type { StatementChange, RequestText } from "../../request/index.ts";
import { showToast } from "../state/slices/toast.ts";
import { keysOf, onColumn, SHARED_ACTIONS } from "./actions.ts";
import type { EditorAction } from "./actions.ts";
import { columnActionsIn, columnAtCaret } from "./column-tools.ts";
import { foldStatement } from "./fold-statements.ts";
import { toggleOtherNotation } from "./other-notation.ts";
import { goToProblem, toggleProblems } from "./problem-list.ts";
import { requestText } from "./request-text.ts";
import { editText, replaceText } from "./text-steps.ts";

type Arrange = (
  read: RequestText,
  selection: { readonly from: number; readonly to: number },
  direction: -1 | 1,
) => StatementChange | null;

/** Arranges the statements that are selected; where that cannot be, nothing happens, and no line is torn out of one. */
const arranging =
  (arrange: Arrange, direction: -1 | 1) =>
  (view: EditorView): boolean => {
    const { from, to } = view.state.selection.main;
    const made = arrange(view.state.field(requestText), { from, to }, direction);
    if (made !== null) editText(view, made.edits, arrange === removeStatements ? {} : { moved: made.moved });
    return true;
  };

const rewriting =
  (rewrite: (text: string, caret: number) => string) =>
  (view: EditorView): boolean => {
    replaceText(view, rewrite(view.state.doc.toString(), view.state.selection.main.head));
    return true;
  };

/** Goes to the statement of the column at the caret. */
export function goToColumn(view: EditorView): boolean {
  const name = columnAtCaret(view.state);
  if (name === null) return false;
  if (columnActionsIn(view)?.goTo(name) !== true) showToast(`{${name}} is no column of this request.`, "error");
  return true;
}

/** What can be done in the text of a whole request. */
export const TEXT_ACTIONS: readonly EditorAction[] = [
  { id: "text-format", title: "Format the text", key: "Shift-Alt-f", run: rewriting(formatText) },
  {
    id: "off",
    title: "Switch the statement off or on",
    key: "Mod-/",
    words: ["disable", "enable", "comment"],
    run: rewriting(toggledOff),
  },
  {
    id: "go-to-column",
    title: "Go to the column",
    key: "F12",
    words: ["definition"],
    disabled: onColumn,
    run: goToColumn,
  },
  { id: "move-up", title: "Move the statement up", key: "Alt-ArrowUp", run: arranging(moveStatements, -1) },
  { id: "move-down", title: "Move the statement down", key: "Alt-ArrowDown", run: arranging(moveStatements, 1) },
  {
    id: "copy-up",
    title: "Duplicate the statement above",
    key: "Shift-Alt-ArrowUp",
    words: ["copy"],
    run: arranging(duplicateStatements, -1),
  },
  {
    id: "copy-down",
    title: "Duplicate the statement",
    key: "Shift-Alt-ArrowDown",
    words: ["copy"],
    run: arranging(duplicateStatements, 1),
  },
  {
    id: "remove",
    title: "Remove the statement",
    key: "Mod-Shift-k",
    words: ["delete line"],
    run: arranging(removeStatements, 1),
  },
  { id: "text-fold", title: "Fold the statement", key: "Mod-Alt-[", words: ["collapse"], run: foldStatement },
  { id: "find", title: "Find and replace", key: "Mod-f", words: ["search"], run: openSearchPanel },
  { id: "next-problem", title: "Next problem", key: "F8", words: ["error", "warning"], run: goToProblem(1) },
  { id: "previous-problem", title: "Previous problem", key: "Shift-F8", run: goToProblem(-1) },
  {
    id: "problems",
    title: "List of problems",
    key: "Mod-Shift-m",
    words: ["errors", "warnings"],
    run: toggleProblems,
  },
  {
    id: "other-notation",
    title: "Show the statement in words and code",
    key: "Mod-Alt-w",
    words: ["words", "code", "beside"],
    run: toggleOtherNotation,
  },
  ...SHARED_ACTIONS,
];

const closeSearch = (view: EditorView): boolean => searchPanelOpen(view.state) && closeSearchPanel(view);

export const textKeys: readonly KeyBinding[] = [...keysOf(TEXT_ACTIONS), { key: "Escape", run: closeSearch }];
