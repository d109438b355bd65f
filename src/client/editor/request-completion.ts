import { autocompletion } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { columnsByKey, complete } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { isEntry, readText, REQUEST_STATEMENTS } from "../../request/index.ts";
import { completionUses } from "../state/slices/completion-uses.ts";
import { listOf } from "./completion.ts";
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
function inFormula({ state, pos }: CompletionContext, columns: () => readonly KnownColumn[]): CompletionResult | null {
  const { notation, statements } = readText(state.doc.toString());
  const statement = statements.findLast((one) => isEntry(one) && one.from <= pos);
  if (statement === undefined || !isEntry(statement)) return null;
  const { formula, kind, to } = statement;
  // Behind the keyword or the colon a formula begins; further lines of it are taken as they stand.
  const from = formula?.from ?? to;
  if (pos < from || (formula === null && state.sliceDoc(to, pos).trim() !== "")) return null;
  const begin = formula === null ? pos : from;
  const text = formula === null ? "" : state.sliceDoc(from, Math.max(pos, formula.to)).replaceAll("\n", " ");
  const known = columns();
  const found = complete(text, pos - begin, {
    env: { columns: columnsByKey(known), use: kind },
    notation,
    library: libraryFormulas(),
    uses: completionUses(),
  });
  if (found === null) return null;
  return {
    from: begin + found.from,
    to: begin + found.to,
    filter: false,
    options: listOf(found.options, known, notation),
  };
}

/** Suggestions over a whole request: its statements, and everything a formula may hold. */
export const requestCompletion = (columns: () => readonly KnownColumn[]): Extension =>
  autocompletion({
    override: [(context) => keywordsAt(context) ?? inFormula(context, columns)],
    icons: false,
    maxRenderedOptions: 50,
    // Enter takes what is shown, however quickly it comes.
    interactionDelay: 0,
  });
