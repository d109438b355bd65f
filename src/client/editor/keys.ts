import { toggleComment } from "@codemirror/commands";
import { keysOf, onColumn, SHARED_ACTIONS } from "./actions.ts";
import type { EditorAction } from "./actions.ts";
import { foldAtCaret } from "./fold.ts";
import { formatFormula } from "./format.ts";
import { askAboutColumn } from "./rename.ts";

/** What can be done in the editor of one formula. */
export const EDITOR_ACTIONS: readonly EditorAction[] = [
  { id: "format", title: "Format the formula", key: "Shift-Alt-f", run: formatFormula },
  { id: "comment", title: "Comment or uncomment", key: "Mod-/", run: toggleComment },
  {
    id: "definition",
    title: "Show the column's definition",
    key: "F12",
    words: ["go to the column"],
    disabled: onColumn,
    run: (view) => askAboutColumn(view, "definition"),
  },
  { id: "fold", title: "Fold the parentheses", key: "Mod-Alt-[", words: ["collapse"], run: foldAtCaret },
  ...SHARED_ACTIONS,
];

export const editorKeys = keysOf(EDITOR_ACTIONS);
