import { autocompletion } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { columnsByKey, complete } from "../../formula/index.ts";
import { REQUEST_STATEMENTS } from "../../request/index.ts";
import { completionUses } from "../state/slices/completion-uses.ts";
import { listOf } from "./completion.ts";
import { formulaAt } from "./formula-at.ts";
import { libraryFormulas } from "./library.ts";

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

/** What may stand in the formula at the caret, ranked as in the editor of one formula. */
function inFormula({ state, pos }: CompletionContext): CompletionResult | null {
  const formula = formulaAt(state, pos);
  if (formula === null) return null;
  const { part, notation, columns, text, from } = formula;
  const found = complete(text, pos - from, {
    env: { columns: columnsByKey(columns), use: part === "filters" ? "filter" : "column" },
    notation,
    library: libraryFormulas(),
    uses: completionUses(),
  });
  if (found === null) return null;
  return {
    from: from + found.from,
    to: from + found.to,
    filter: false,
    options: listOf(found.options, columns, notation),
  };
}

/** Suggestions over a whole request: its statements, and everything a formula may hold. */
export const requestCompletion: Extension = autocompletion({
  override: [(context) => keywordsAt(context) ?? inFormula(context)],
  icons: false,
  maxRenderedOptions: 50,
  // Enter takes what is shown, however quickly it comes.
  interactionDelay: 0,
});
