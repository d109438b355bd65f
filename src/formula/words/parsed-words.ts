import type { Tree } from "@lezer/common";
import { boundedParse } from "../bounded-parse.ts";
import { cstOf, leavesOf } from "../code/cst.ts";
import type { Cst } from "../code/cst.ts";
import { PHRASES } from "./phrases.ts";
import { MAX_NUMBER_PHRASE_CHARS } from "./tokens.ts";

/** What the grammar saw in a text. */
interface ParsedWords {
  readonly text: string;
  readonly tree: Tree;
  readonly cst: Cst;
  readonly leaves: readonly Cst[];
}

function parsed(text: string): ParsedWords {
  const tree = boundedParse(text, "words");
  const cst = cstOf(tree);
  return { text, tree, cst, leaves: leavesOf(cst) };
}

/** Shorter texts are parsed as soon as looked up. */
const MIN_CACHED_CHARS = 200;
/** The last long text: after a keystroke its beginning is needed once more, for the completion. */
let latest: ParsedWords | null = null;

export function parseWholeWords(text: string): ParsedWords {
  const made = parsed(text);
  if (text.length >= MIN_CACHED_CHARS) latest = made;
  return made;
}

/** The end of a text, from `base` on: nothing in front of it has a part in what its last token is. */
export interface ParsedEnd extends ParsedWords {
  readonly base: number;
}

/**
 * A text up to an offset, for its last token and the data point around that. Only what follows an operator between two
 * conditions of the whole formula is parsed, where one is known from the last text.
 */
export function parseEndOfWords(text: string, end: number): ParsedEnd {
  const base = latest === null ? 0 : lastLogicalOperator(latest, sharedPrefixLength(latest.text, text, end));
  return { ...parsed(text.slice(base, end)), base };
}

function sharedPrefixLength(one: string, other: string, max: number): number {
  const end = Math.min(one.length, max);
  let offset = 0;
  while (offset < end && one.charCodeAt(offset) === other.charCodeAt(offset)) offset += 1;
  return offset;
}

const LOGICAL_OPERATORS = new Set(["AndWord", "OrWord", "AndOp", "OrOp"]);

/**
 * The end of the last operator between conditions of the whole formula that was read as it is whatever follows `end`; 0
 * where there is none. Behind it the parser takes what it takes at the beginning of a text.
 */
function lastLogicalOperator({ text, cst, leaves }: ParsedWords, end: number): number {
  const settled = settledBefore(text, end);
  // Behind a mistake the parser guesses.
  const mistake = leaves.find(({ error }) => error)?.from ?? Infinity;
  const [chain] = cst.kids;
  if (settled <= 0 || (chain?.name !== "And" && chain?.name !== "Or")) return 0;
  const joint = chain.kids.findLast(({ name, to }) => LOGICAL_OPERATORS.has(name) && to <= settled && to <= mistake);
  return joint?.to ?? 0;
}

/** A token looks ahead no further than over so many words behind the reach of a phrase with a number. */
const WORDS_AHEAD = 4 + Math.max(...PHRASES.map(({ text }) => text.split(" ").length));

/** How far tokens are settled whatever follows an offset. */
function settledBefore(text: string, end: number): number {
  const start = text.slice(0, end);
  // Comments are skipped, however long they are.
  if (start.includes("/*") || start.includes("//")) return 0;
  let offset = end;
  for (let words = 0; words < WORDS_AHEAD && offset > 0;) {
    const blank = start.lastIndexOf(" ", offset - 1);
    // Several blanks are passed over like one.
    if (blank !== offset - 1) words += 1;
    offset = blank;
  }
  return offset - MAX_NUMBER_PHRASE_CHARS;
}
