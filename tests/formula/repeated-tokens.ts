import { PHRASES } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";
import { CALLS, FIELDS, INDICATORS, LIMITS } from "../../src/vocabulary/index.ts";

/** Marks, literals and pieces of them, whole and broken off. */
const MARKS: readonly string[] = [
  ..."; , . .. ( ) [ ] { } [] () {} ' \" /* */ // < > = <= == != ! - + * / ^ ** & | && % @ $ # \\ ’ “ é 日 👍".split(
    " ",
  ),
  ..."5 5M .5 1e6 5% 1,000 1,5 1. 1- -1 12: 10:00 '10:00' 2024-01-05 '2024-01-05' \"a\" a- a_ a. a, -5..-1".split(" "),
  ...'{a {a} {a}+ [a] [a a( a[ 5( )( ][ }{ "( \'( (( ([ !( -( !! -- ([a\' [daily \'.. 5[ ;, (5, ()> "a", x="a",'.split(
    " ",
  ),
  "\u0000",
  "\u2028",
  " ",
  "\n",
  "/**/",
];

/** Words, phrases and conditions, with the blank behind them. */
const PIECES: readonly string[] = [
  ..."a 5 > - ! ( [ not and or if between is had the of from to at minus plus times highest yesterday premarket".split(
    " ",
  ),
  "a b",
  "of -",
  "> days ago",
  "5 days ago",
  "in the last",
  "of the last 10 days",
  "between 5 and",
  "is between",
  "is one of",
  "is one of (",
  "at '10:00'",
  "20 day average",
  "highest high of the last",
  "rsi(14)",
  "[rsi(",
  "revenue-1q",
  "on 5 minute bars",
  "-5 .. -1",
  "close > 5 and",
  "close >",
  "close ,",
  "a = null",
  "x = a,",
  "if(1,",
  "[daily close]",
  "[daily close] > 5 &",
  "[daily close],",
  "{gap} > 5,",
  "{gap} > 5 &",
  "( 5 + 1 ) *",
  "[indicator sma(5) close adj] +",
  "[indicator sma(5)",
  "close 5 days ago +",
  "max( 1, 2 ) +",
  "! ( {a} > 1 | {b} > 2 ) &",
].map((text) => `${text} `);

/** One of each kind of word that the vocabulary has. */
const every = <Value>(values: readonly Value[], step: number): readonly Value[] =>
  values.filter((_, index) => index % step === 0);
const VOCABULARY: readonly string[] = [
  ...every(PHRASES, 60).map(({ text }) => `${text} `),
  ...CALLS.map(({ name }) => `${name}(`),
  ...every(FIELDS, 12).map(({ group, name }) => `[${group} ${name}] `),
  ...every(INDICATORS, 20).map(({ name }) => `${name}(14) `),
];

const PAIRED = [
  "; ",
  "> ",
  "of ",
  "-",
  "( ",
  "[",
  '"',
  "not ",
  "5 ",
  "days ago ",
  "a ",
  "!",
  ") ",
  "is ",
  "{a} ",
  "5%",
];

/** Tokens and pairs of tokens that a text may be filled with. */
export const REPEATED: readonly string[] = [
  ...new Set([
    ...MARKS,
    ...PIECES,
    ...VOCABULARY,
    ...PAIRED.flatMap((one) => PAIRED.filter((other) => other !== one).map((other) => one + other)),
  ]),
];

/** A text of at most so many characters that is one token over and over. */
export const repeated = (token: string, characters: number): string =>
  token.repeat(Math.floor(characters / token.length));

/** The same, with a caret behind its last token or in the middle: behind a multiple of four tokens either way. */
export function repeatedAround(
  token: string,
  characters: number,
  caret: "end" | "middle",
): { readonly text: string; readonly position: number } {
  const text = token.repeat(Math.max(8, Math.floor(characters / token.length / 8) * 8));
  return { text, position: caret === "end" ? text.length : text.length / 2 };
}

export const LONG: number = LIMITS.formulaCharacters;
export const NOTATION_NAMES: readonly NotationName[] = ["code", "words"];
