import { readCode } from "./code/read-code.ts";
import type { ReadFormula } from "./code/read-code.ts";
import type { NotationName } from "./notation.ts";
import { readWords } from "./words/read-words.ts";

/** A formula in either notation, as far as it reads. Never throws. */
export const readFormula = (text: string, notation: NotationName): ReadFormula =>
  notation === "code" ? readCode(text) : readWords(text);
