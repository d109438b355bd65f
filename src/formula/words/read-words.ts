import { LIMITS } from "../../vocabulary/index.ts";
import { balance } from "../code/balance.ts";
import { ExpressionReader } from "../code/expressions.ts";
import { isInvalid, MAX_DIAGNOSTICS, Reading } from "../code/reading.ts";
import type { ReadFormula } from "../code/read-code.ts";
import { reportLineComments } from "../code/common-mistakes.ts";
import { reportSyntaxErrors, unreadRest } from "../code/syntax-errors.ts";
import { diagnostic, inOrder } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { NOTATIONS } from "../notation.ts";
import type { Node, Span } from "../tree.ts";
import { MAX_REMEMBERED_CHARS, remembered } from "../remembered.ts";
import { walk } from "../walk.ts";
import { parseWholeWords } from "./parsed-words.ts";
import { DAY } from "./patterns.ts";
import { phrasesOf } from "./tokens.ts";
import { isOperatorWord, WORDS_DIALECT } from "./words-dialect.ts";

/** One day in words: `yesterday`, `2 days ago`. */
const isDayPhrase = (text: string): boolean =>
  phrasesOf(text).some(({ means }) => means.kind === "day") || DAY.match(text)?.length === text.length;

/** Reads words as far as they go. Never throws, whatever the text. Texts above `limit` characters are refused. */
export const readWords = (text: string, limit?: number): ReadFormula =>
  limit === undefined ? readAgain(text) : readOnce(text, limit);

const readAgain = remembered(
  (text: string) => readOnce(text),
  MAX_REMEMBERED_CHARS,
  (text) => text,
);

function readOnce(text: string, limit?: number): ReadFormula {
  const balanced = balance(text, "words", limit);
  if (balanced.text === null) return { tree: null, diagnostics: balanced.diagnostics, whole: false, source: null };
  try {
    return readBalanced(balanced.text, balanced.diagnostics, balanced.original);
  } catch (error) {
    // Lezer and the readers recurse; the limit on levels keeps them far from the stack, this is the net below.
    if (!(error instanceof RangeError)) throw error;
    const found = diagnostic("too-deep", { from: 0, to: text.length }, { limit: LIMITS.formulaLevels });
    return { tree: null, diagnostics: [found], whole: false, source: null };
  }
}

function readBalanced(
  text: string,
  unbalanced: readonly Diagnostic[],
  original: (offset: number) => number,
): ReadFormula {
  const reading = new Reading(text, NOTATIONS.words, original);
  const { cst, leaves } = parseWholeWords(text);
  const gaveUp = unreadRest(reading, cst, leaves);
  if (gaveUp) return { tree: null, diagnostics: inOrder([...unbalanced, gaveUp]), whole: false, source: null };
  const commented = text.includes("/*") || text.includes("//");
  const comments = (commented ? leaves : []).flatMap(({ name, from, to }) =>
    name.endsWith("Comment") ? [{ name, from, to }] : commentsWithin(text, { from, to }),
  );
  reportLineComments(reading, comments);
  const tree = new ExpressionReader(reading, WORDS_DIALECT, comments).formula(cst);
  reading.diagnostics.push(...unbalanced);
  reportSyntaxErrors(reading, leaves, isOperatorWord, isDayPhrase);
  const refused = reading.diagnostics.some(({ severity }) => severity === "error");
  // Whatever the grammar could not read must not pass in silence.
  if (!refused && (leaves.some(({ error }) => error) || [...walk(tree)].some(isInvalid)))
    reading.report("misplaced", cst, { found: "This" });
  const diagnostics = inOrder(withoutListCommas(reading.diagnostics));
  const whole = diagnostics.every(({ severity }) => severity !== "error");
  return { tree, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS), whole, source: null };
}

/** Comments between the words of one phrase, which is one token. */
function commentsWithin(text: string, { from, to }: Span): readonly (Span & { readonly name: string })[] {
  const inside = text.slice(from, to);
  if (!inside.includes("/*") || /["'{[]/.test(inside[0] ?? "")) return [];
  return [...inside.matchAll(/\/\*[\s\S]*?\*\//g)].map((match) => ({
    name: "BlockComment",
    from: from + match.index,
    to: from + match.index + match[0].length,
  }));
}

/** The commas of a list without parentheses are that mistake and no other. */
function withoutListCommas(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const lists = diagnostics.filter(({ code }) => code === "list-parentheses");
  return diagnostics.filter(
    ({ code, from }) => code !== "comma" || !lists.some((list) => list.from <= from && from < list.to),
  );
}

/**
 * Reads the words notation. The tree has every default filled in and is null where a diagnostic is an error; all
 * independent mistakes are reported, each once, with offsets into `text`. Never throws.
 */
export function parseWords(text: string): { readonly tree: Node | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics, whole } = readWords(text);
  return { tree: whole ? tree : null, diagnostics };
}
