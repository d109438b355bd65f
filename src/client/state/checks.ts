import { check, parseCode } from "../../formula/index.ts";
import type { Diagnostic, Node } from "../../formula/index.ts";
import type { Part } from "./document.ts";

/** A column as other formulas see it. */
export interface KnownColumn {
  readonly name: string;
  readonly tree: Node;
}

/** What the local check knows of one formula; null values where it does not parse or is empty. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly type: string | null;
  readonly unit: string | null;
  readonly knownAt: string | null;
  readonly outcome: boolean;
}

const BLANK: Checked = { diagnostics: [], type: null, unit: null, knownAt: null, outcome: false };

/** Parses and checks one formula in its place. */
export function checkFormula(part: Part, text: string, columns: readonly KnownColumn[]): Checked {
  if (text.trim() === "") return BLANK;
  const { tree, diagnostics } = parseCode(text);
  if (tree === null) return { ...BLANK, diagnostics };
  const checked = check(tree, { isFilter: part === "filters", columns: part === "filters" ? [] : columns });
  return {
    diagnostics: [...diagnostics, ...checked.diagnostics],
    type: checked.type,
    unit: checked.unit,
    knownAt: null,
    outcome: false,
  };
}
