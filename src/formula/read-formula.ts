import { LIMITS } from "../vocabulary/index.ts";
import { readCode } from "./code/read-code.ts";
import type { ReadFormula } from "./code/read-code.ts";
import { foreignFinding } from "./foreign/report.ts";
import type { NotationName } from "./notation.ts";
import { readWords } from "./words/read-words.ts";

/**
 * A formula in either notation, as far as it reads. One of another platform is one finding, not a mistake in each of its
 * parts. Never throws.
 */
export function readFormula(text: string, notation: NotationName): ReadFormula {
  const read = notation === "code" ? readCode(text) : readWords(text);
  if (read.whole || text.length > LIMITS.formulaCharacters) return read;
  const foreign = foreignFinding(text, notation);
  return foreign ? { tree: null, diagnostics: [foreign], whole: false, source: null } : read;
}
