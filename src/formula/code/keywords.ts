import { adj, AndWord, at, ByWord, NotWord, of, OrWord, unadj } from "../parser.terms.ts";

// Maps, not objects: `constructor` is a name like any other. Case does not matter in the language.
const BRACKET_WORDS = new Map([
  ["at", at],
  ["adj", adj],
  ["unadj", unadj],
  ["of", of],
]);
const LOGICAL_WORDS = new Map([
  ["and", AndWord],
  ["or", OrWord],
  ["not", NotWord],
  ["by", ByWord],
]);

export const bracketWord = (value: string, _stack: unknown): number => BRACKET_WORDS.get(value.toLowerCase()) ?? -1;
/** `by` begins a group; `and`, `or`, `not` belong to the words notation: in code they parse and are refused with a fix. */
export const logicalWord = (value: string, _stack: unknown): number => LOGICAL_WORDS.get(value.toLowerCase()) ?? -1;
