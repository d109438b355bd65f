import type { Unit, ValueType } from "../vocabulary/index.ts";
import { check } from "./check/check.ts";
import { columnsByKey } from "./check/env.ts";
import type { CheckEnv } from "./check/env.ts";
import { withValuesAsFixes } from "./check/parameter-values.ts";
import { settleNumbers } from "./check/percent-signs.ts";
import { printCode } from "./code/print-code.ts";
import { mergeDiagnostics } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { knownAtLabel } from "./known-at.ts";
import type { KnownAt } from "./known-at.ts";
import type { Member } from "./members/member.ts";
import { parametersByKey, settled } from "./parameters.ts";
import { members, membersOf } from "./members/members.ts";
import type { NotationName } from "./notation.ts";
import { readFormula } from "./read-formula.ts";
import { printWords } from "./words/print-words.ts";

/** The body of `POST /parse`. */
export interface ParseQuestion {
  readonly formula: string;
  readonly is_filter?: boolean;
  /** Names joined by `|`; only for columns. */
  readonly column_list?: string;
  readonly notation?: NotationName;
  /** The chosen values of the request's parameters by their names without `$`. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** The answer of `POST /parse`. On failure `success` is false, `result` empty and the rest null. */
export interface ParseAnswer {
  readonly success: boolean;
  readonly result: readonly Member[];
  readonly diagnostics: readonly Diagnostic[];
  /** Canonical code and words. */
  readonly code: string | null;
  readonly words: string | null;
  readonly type: ValueType | null;
  readonly unit: Unit | null;
  readonly known_at: (KnownAt & { readonly label: string }) | null;
}

const refused = (diagnostics: readonly Diagnostic[]): ParseAnswer => ({
  success: false,
  result: [],
  diagnostics,
  code: null,
  words: null,
  type: null,
  unit: null,
  known_at: null,
});

/**
 * Reads and checks a formula as `POST /parse` promises. A line break is one blank, in comments and texts too, so offsets
 * are those of the text as sent. Columns are known by name only, so their types are not checked. Never throws.
 */
export function parseAnswer(question: ParseQuestion): ParseAnswer {
  const { formula, is_filter = false, column_list = "", notation = "code", parameters = {} } = question;
  const read = readFormula(formula, notation);
  if (read.tree === null) return refused(read.diagnostics);
  const names = column_list.split("|").filter((name) => name.trim() !== "");
  const columns = columnsByKey(names.map((name) => ({ name: name.trim(), tree: null })));
  const env: CheckEnv = { columns, use: is_filter ? "filter" : "column", parameters: parametersByKey(parameters) };
  const tree = settled(read.tree, parametersByKey(parameters));
  const checked = check(tree, env, notation);
  const asRead = withValuesAsFixes(read.diagnostics, { text: formula, env, notation });
  const diagnostics = mergeDiagnostics(settleNumbers(asRead, tree, env), checked.diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) return refused(diagnostics);
  const { type, unit, knownAt } = checked;
  return {
    success: true,
    result: notation === "code" ? membersOf(read) : members(read.tree),
    diagnostics,
    code: printCode(read.tree),
    words: printWords(read.tree),
    type,
    unit,
    known_at: knownAt && { ...knownAt, label: knownAtLabel(knownAt) },
  };
}
