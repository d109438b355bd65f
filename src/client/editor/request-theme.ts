import { EditorView } from "@codemirror/view";
import { theme } from "./theme.ts";

/** As the editor of one formula, over the whole pane. */
export const requestTheme = [
  EditorView.theme({
    "&": { height: "100%" },
    ".cm-scroller": { maxHeight: "none" },
    ".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--gray-11)" },
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px" },
  }),
  theme,
];
