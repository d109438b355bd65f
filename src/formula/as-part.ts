import { parseCode } from "./code/read-code.ts";
import type { NotationName } from "./notation.ts";
import { sameTree } from "./same-tree.ts";
import type { Node } from "./tree.ts";
import { walk } from "./walk.ts";
import { parseWords } from "./words/read-words.ts";

/** Text that may surround a formula: the operators that bind tightest. */
const SURROUNDINGS: Readonly<Record<NotationName, readonly (readonly [before: string, after: string])[]>> = {
  code: [
    ["2 * ", " * 2"],
    ["!", " & 1"],
  ],
  words: [
    ["2 times ", " times 2"],
    ["not ", " and 1"],
  ],
};

const READERS = { code: parseCode, words: parseWords } as const;

/**
 * A formula as a part of a longer one: in parentheses unless it reads the same within any surrounding text. One that
 * does not parse stays as it is.
 */
export function asPart(text: string, notation: NotationName): string {
  const read = (one: string): Node | null => READERS[notation](one).tree;
  const tree = read(text);
  if (tree === null) return text;
  const safe = SURROUNDINGS[notation].every(([before, after]) => {
    const whole = read(`${before}${text}${after}`);
    return whole !== null && [...walk(whole)].some((node) => sameTree(node, tree));
  });
  return safe ? text : `( ${text} )`;
}
