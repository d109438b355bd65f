import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  columnsByKey,
  completionContext,
  completionOptions,
  diagnose,
  fromMembers,
  parseAnswer,
  parseCode,
  parseWords,
  PHRASES,
  printCode,
  printWords,
  sameTree,
} from "../../src/formula/index.ts";
import { CALLS, FIELDS, INDICATORS } from "../../src/vocabulary/index.ts";
import { textOf } from "../corpus/answers.ts";
import { corpusRows } from "../corpus/rows.ts";
import { cases } from "../cases.ts";

/** Everything that reads a text, in both notations, at some place of it. Nothing may throw, and what they say must fit together. */
function ask(text: string, place: number): void {
  const columns = columnsByKey([{ name: "Gap", tree: parseCode("{gap} * 2").tree }]);
  for (const use of ["filter", "column"] as const) {
    const { diagnostics, tree } = diagnose(text, { columns, use });
    expect(diagnose(text, { columns, use }, "words").diagnostics.length).toBeLessThanOrEqual(200);
    expect(diagnostics.length).toBeLessThanOrEqual(200);
    if (tree !== null) {
      const again = parseCode(printCode(tree)).tree;
      expect(again !== null && sameTree(again, tree), text).toBe(true);
    }
  }
  const words = parseWords(text);
  if (words.tree !== null) {
    const again = parseWords(printWords(words.tree)).tree;
    expect(again !== null && sameTree(again, words.tree), text).toBe(true);
  }
  for (const notation of ["code", "words"] as const) {
    const answer = parseAnswer({ formula: text, is_filter: place % 2 === 0, notation, column_list: "Gap|" });
    expect(answer.success).toBe(answer.diagnostics.every(({ severity }) => severity !== "error"));
    expect(answer.success || answer.result.length === 0).toBe(true);
    if (answer.success) expect(fromMembers(answer.result).tree, text).not.toBeNull();
    for (const { from, to, message, fixes = [] } of answer.diagnostics) {
      expect(0 <= from && from <= to && to <= text.length, `${text}: ${from} to ${to}`).toBe(true);
      expect(message).not.toMatch(/\{(?:found|right|hint|what|limit|group|signature)\}/);
      for (const { edits } of fixes) {
        let at = 0;
        for (const edit of edits) {
          expect(edit.from >= at && edit.from <= edit.to && edit.to <= text.length, text).toBe(true);
          at = edit.to;
        }
      }
    }
  }
  for (const notation of ["code", "words"] as const) {
    const context = completionContext(text, place, notation);
    expect(context.from <= context.to && context.to <= text.length, `${text} at ${place}`).toBe(true);
    // Each suggestion is checked in its place: a quarter of the texts is enough.
    if (place % 4 === 0) completionOptions(context, { columns, use: "column" });
  }
}

/** A text with a place in it. */
const placed = (texts: fc.Arbitrary<string>): fc.Arbitrary<readonly [text: string, place: number]> =>
  texts.chain((text) => fc.nat(text.length).map((place) => [text, place] as const));

const rows = corpusRows()
  .map(textOf)
  .filter((text) => text.length < 400);
const row = fc.constantFrom(...rows);

/** A stretch of one row in another, or a character somewhere in one. */
const mutated = fc
  .record({
    text: row,
    other: row,
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    insert: fc.option(fc.string({ unit: "grapheme", maxLength: 3 })),
  })
  .map(({ text, other, from, to, insert }) => {
    const at = Math.floor(Math.min(from, to) * text.length);
    const end = Math.floor(Math.max(from, to) * text.length);
    return insert === null
      ? text.slice(0, at) + other.slice(Math.floor(from * other.length)) + text.slice(end)
      : text.slice(0, at) + insert + text.slice(at + 1);
  });

const TOKENS: readonly string[] = [
  ..."[ ] ( ) { } ' \" , .. . ; .5 1e6 5% 1,000 /* */ // == <> && || ^ ** ! - + * / < > <= = != | & @ $ % # \\ ’ “ é ß 日 👍🏽 \u0000 \u200d \u2028 adj unadj at '10:00' 2024-01-05 {gap} -4 0 .. -1".split(
    " ",
  ),
  ..."if then else between and or not null true yesterday ago days later today the of from to on minute bars".split(
    " ",
  ),
  ...FIELDS.map(({ name }) => name),
  ...INDICATORS.slice(0, 20).map(({ name }) => `${name}(14)`),
  ...CALLS.map(({ name }) => `${name}(`),
  "daily",
  "intraday",
  "indicator",
  "identity",
  "fundamental",
  "ownership",
  "earnings",
  ...PHRASES.filter((_, index) => index % 9 === 0).map(({ text }) => text),
];
const soup = (joined: string): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 25 }).map((parts) => parts.join(joined));

/** Deep and unbalanced nesting of everything that nests. */
const nested = fc
  .array(fc.constantFrom("(", "[", "{", "!", "-", "abs(", "not ", "if(", "max(5, ", "/*", '"', "'", "at("), {
    maxLength: 12,
  })
  .chain((opens) =>
    fc.tuple(
      fc.constant(opens),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("5", "[daily close]", "close", ""),
      fc.nat(300),
    ),
  )
  .map(([opens, times, middle, closed]) => opens.join("").repeat(times) + middle + ")".repeat(closed));

describe("any text at all is answered, in both notations, by everything that reads", () => {
  test.each([
    ["rows of the corpus with something else in them", mutated, 100],
    ["tokens with blanks between", soup(" "), 50],
    ["tokens without", soup(""), 50],
    ["Unicode", fc.string({ unit: "grapheme", maxLength: 60 }), 120],
    ["half characters and controls", fc.string({ unit: "binary", maxLength: 60 }), 120],
    ["nesting", nested, 25],
  ])("%s", (_, texts, numRuns) => {
    fc.assert(
      fc.property(placed(texts), ([text, place]) => ask(text, place)),
      { numRuns: cases(numRuns) },
    );
  });
});
