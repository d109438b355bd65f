import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import "./request-search.css";

/** What the panel says; CodeMirror writes all of it small. */
const PHRASES = {
  Find: "Find",
  Replace: "Replace with",
  next: "Next",
  previous: "Previous",
  all: "Select all",
  replace: "Replace",
  "replace all": "Replace all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole words",
  close: "Close the search",
} as const;

/** Finding and replacing in the whole text. */
export const requestSearch: Extension = [
  search({ top: true }),
  EditorState.phrases.of(PHRASES),
  keymap.of(searchKeymap.filter(({ key }) => key !== "Mod-d" && key !== "Mod-Shift-l")),
];
