import { columnsByKey, diagnose, knownAtText } from "../../../formula/index.ts";
import type { CheckEnv, Diagnostic, KnownColumn, Node, NotationName } from "../../../formula/index.ts";

/** The two sides of a request that hold formulas. */
export type Part = "filters" | "columns";

/** What the local check knows of one formula; null values where it does not parse or is empty. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly type: string | null;
  readonly unit: string | null;
  /** When the last of its values became public: `09:30`, `1 day later, close`; null for a constant. */
  readonly knownAt: string | null;
  readonly outcome: boolean;
  /** Null where it does not parse. */
  readonly tree: Node | null;
}

export const BLANK: Checked = { diagnostics: [], type: null, unit: null, knownAt: null, outcome: false, tree: null };

/** Parses and checks one formula in its place; an empty one is not wrong yet. */
export function checkFormula(
  part: Part,
  text: string,
  columns: readonly KnownColumn[],
  notation: NotationName = "code",
  around: Pick<CheckEnv, "own" | "parameters"> = {},
): Checked {
  if (text.trim() === "") return BLANK;
  const use = part === "filters" ? "filter" : "column";
  const { diagnostics, type, unit, knownAt, outcome, tree } = diagnose(
    text,
    { columns: columnsByKey(columns), use, ...around },
    notation,
  );
  return { diagnostics, type, unit, knownAt: knownAt && knownAtText(knownAt), outcome, tree };
}
