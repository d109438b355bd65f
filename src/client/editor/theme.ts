import { EditorView } from "@codemirror/view";

/** Looks come from the sheets beside and Radix's variables, so that light and dark need no second theme; here only the shape. */
export const theme = EditorView.theme({
  "&": { fontSize: "13px", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code-font)", lineHeight: "20px", overflow: "auto", maxHeight: "168px" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--gray-12)" },
  ".cm-line": { padding: "0 10px" },
  ".cm-cursor": { borderLeftColor: "var(--gray-12)", borderLeftWidth: "1.5px" },
  ".cm-placeholder": { color: "var(--gray-11)", fontStyle: "normal" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-5)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-4)",
    boxShadow: "inset 0 0 0 1px var(--accent-7)",
    borderRadius: "3px",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--red-4)", borderRadius: "3px" },
});
