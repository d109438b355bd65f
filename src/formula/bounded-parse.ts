import type { PartialParse, Tree } from "@lezer/common";
import type { NotationName } from "./notation.ts";
import { parser } from "./parser.ts";
import { parser as wordsParser } from "./parser-words.ts";

/**
 * Tokens that the parser may read while it looks for the way on behind mistakes, some five for each of them. It tries
 * up to a dozen ways at once and copies what it has for each: thousands of mistakes would hold up everybody else.
 */
const TOKENS_BEHIND_MISTAKES = 500;

const PARSERS = { code: parser, words: wordsParser } as const;

/** The tree of a text. It is shorter than the text where too many mistakes were met to read on. */
export function boundedParse(text: string, notation: NotationName): Tree {
  const parse = PARSERS[notation].startParse(text);
  let left = TOKENS_BEHIND_MISTAKES;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (isRecovering(parse)) left -= 1;
    if (left === 0 && parse.stoppedAt === null) parse.stopAt(parse.parsedPos);
  }
}

/** Lezer says so in a field that its types leave out; a test holds that it still does. */
const isRecovering = (parse: PartialParse): boolean => Number(Reflect.get(parse, "recovering")) > 0;
