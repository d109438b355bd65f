import { linter } from "@codemirror/lint";
import type { Action, Diagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { checkText, readText } from "../../request/index.ts";
import type { ReadOptions, TextFinding } from "../../request/index.ts";
import { applyFix } from "./findings.ts";

/** Quiet time after typing before the text is checked, in milliseconds. */
const CHECK_DELAY = 250;

function underline(found: TextFinding, length: number): Diagnostic {
  // An empty range is not drawn: a mistake at the end underlines the last character.
  const to = Math.min(Math.max(found.to, found.from + 1), length);
  const from = Math.max(0, Math.min(found.from, to - 1));
  const actions = (found.fixes ?? []).map((fix): Action => ({ name: fix.label, apply: (view) => applyFix(view, fix) }));
  return { from, to, severity: found.severity, message: found.message, source: found.code, actions };
}

/** Everything that is wrong with a request's text, under the words it is about, with its fixes. */
export const requestFindings = (options: () => ReadOptions): Extension =>
  linter(
    ({ state }) =>
      checkText(readText(state.doc.toString()), options()).findings.map((found) => underline(found, state.doc.length)),
    { delay: CHECK_DELAY },
  );
