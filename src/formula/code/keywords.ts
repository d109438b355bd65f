import type { Stack } from "@lezer/lr";
import { adj, adjdiv, AndWord, at, ByWord, ClauseWord, NotWord, of, OrWord, trade, unadj } from "../parser.terms.ts";
import { CLAUSE_WORDS } from "./trade-text.ts";

// Maps, not objects: `constructor` is a name like any other. Case does not matter in the language.
const BRACKET_WORDS = new Map([
  ["at", at],
  ["adj", adj],
  ["adjdiv", adjdiv],
  ["unadj", unadj],
  ["of", of],
  ["trade", trade],
]);
const LOGICAL_WORDS = new Map([
  ["and", AndWord],
  ["or", OrWord],
  ["not", NotWord],
  ["by", ByWord],
]);

export const bracketWord = (value: string, _stack: unknown): number => BRACKET_WORDS.get(value.toLowerCase()) ?? -1;
/** `by` begins a group; `and`, `or`, `not` belong to the words notation: in code they parse and are refused with a fix. */
export function logicalWord(value: string, stack: Stack): number {
  const word = value.toLowerCase();
  // Names like any other outside the brackets of a trade.
  if (CLAUSE_WORDS.has(word) && stack.canShift(ClauseWord)) return ClauseWord;
  return LOGICAL_WORDS.get(word) ?? -1;
}
