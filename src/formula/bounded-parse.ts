import type { PartialParse, Tree } from "@lezer/common";
import type { NotationName } from "./notation.ts";
import { parser } from "./parser.ts";
import { parser as wordsParser } from "./parser-words.ts";

/**
 * Tokens that the parser may read while it recovers from mistakes, about five for each. It tries up to a dozen ways at
 * once and copies its state for each, so thousands of mistakes would block all other work.
 */
const MAX_TOKENS_AFTER_ERRORS = 500;

const PARSERS = { code: parser, words: wordsParser } as const;

/** The tree of a text. It is shorter than the text where there are too many mistakes. */
export function boundedParse(text: string, notation: NotationName): Tree {
  const parse = PARSERS[notation].startParse(text);
  let left = MAX_TOKENS_AFTER_ERRORS;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (isRecovering(parse)) left -= 1;
    if (left === 0 && parse.stoppedAt === null) parse.stopAt(parse.parsedPos);
  }
}

/** Lezer has this in a field that its types leave out; a test checks that the field still exists. */
const isRecovering = (parse: PartialParse): boolean => Number(Reflect.get(parse, "recovering")) > 0;
