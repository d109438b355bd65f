import { autocompletion } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { REQUEST_STATEMENTS } from "../../request/index.ts";
import { source } from "./completion.ts";

/** Keywords of statements, in the first column. */
function keywordsAt({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const typed = state.sliceDoc(line.from, pos);
  if (!/^[a-z]*$/i.test(typed) || (typed === "" && !explicit)) return null;
  return {
    from: line.from,
    validFor: /^[a-z]*$/i,
    options: REQUEST_STATEMENTS.map(({ keyword, says }) => ({
      label: keyword,
      detail: says,
      type: "keyword",
      apply: `${keyword} `,
    })),
  };
}

/** Suggestions over a whole request: its statements, and everything a formula may hold. */
export const requestCompletion: Extension = autocompletion({
  override: [(context) => keywordsAt(context) ?? source(context)],
  icons: false,
  maxRenderedOptions: 50,
  // Enter takes what is shown, however quickly it comes.
  interactionDelay: 0,
});
