import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  members,
  membersText,
  parseAnswer,
  parseCode,
  parseWords,
  printCode,
  printWords,
  sameTree,
} from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import { columnNameArbitrary } from "./arbitrary-literals.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import type { ValueType } from "../../src/vocabulary/index.ts";
import { cases } from "../cases.ts";

const TYPES: readonly ValueType[] = ["number", "text", "boolean", "date", "time"];
const named = fc
  .uniqueArray(columnNameArbitrary, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => ({ name, type: "number" as const })));
const treeOf = (type: ValueType): fc.Arbitrary<Node> =>
  named.chain((columns) => arbitraryFormula(type, { columns, parameters: ["gap", "Höhe_2"] }));
const anyTree = fc.constantFrom(...TYPES).chain(treeOf);

function read(text: string, notation: "code" | "words"): Node {
  const { tree, diagnostics } = notation === "code" ? parseCode(text) : parseWords(text);
  expect(diagnostics, text).toEqual([]);
  if (tree === null) throw new Error(text);
  return tree;
}

describe("words and code are two notations of one tree", () => {
  test.each(TYPES)("reading what was printed in words gives the same tree: %s", (type) => {
    fc.assert(
      fc.property(treeOf(type), (tree) => {
        const words = printWords(tree);
        expect(sameTree(read(words, "words"), tree), words).toBe(true);
      }),
      { numRuns: cases(175) },
    );
  });

  test("canonical words printed again are the same", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const words = printWords(tree);
        expect(printWords(read(words, "words"))).toBe(words);
      }),
      { numRuns: cases(75) },
    );
  });

  test("any order of notations keeps both texts", () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.array(fc.constantFrom("code" as const, "words" as const), { maxLength: 4 }),
        (tree, way) => {
          const [code, words] = [printCode(tree), printWords(tree)];
          let now = tree;
          for (const notation of way) now = read(notation === "code" ? printCode(now) : printWords(now), notation);
          expect(printCode(now)).toBe(code);
          expect(printWords(now)).toBe(words);
        },
      ),
      { numRuns: cases(75) },
    );
  });

  test("case and blanks do not matter", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        // Texts and names between quotes and braces keep theirs.
        const parts = printWords(tree).split(/("(?:[^"]|"")*"|\{[^{}]*\})/);
        const loud = parts.map((part, index) => (index % 2 ? part : part.toUpperCase().replaceAll(" ", " \n ")));
        const words = loud.join("");
        const { tree: again, diagnostics } = parseWords(words);
        expect(diagnostics, words).toEqual([]);
        expect(again !== null && sameTree(again, tree), words).toBe(true);
      }),
      { numRuns: cases(75) },
    );
  });

  test("comments travel with the node that follows them", () => {
    const comment = fc.string({ maxLength: 8 }).map((text) => `/*${text.replaceAll(/[*/\r\n]/g, "")}*/`);
    fc.assert(
      fc.property(anyTree, fc.infiniteStream(fc.option(comment)), (tree, stream) => {
        const comments: string[] = [];
        const text = members(tree)
          .map((member) => {
            const { value } = stream.next();
            if (typeof value === "string") comments.push(value);
            return `${value ?? ""} ${membersText([member])}`;
          })
          .join(" ");
        const words = printWords(read(text, "code"));
        for (const one of comments) expect(words).toContain(one);
        const again = read(words, "words");
        expect(sameTree(again, tree), words).toBe(true);
        expect(printWords(again)).toBe(words);
        for (const one of comments) expect(printCode(again)).toContain(one);
      }),
      { numRuns: cases(75) },
    );
  });

  test("a comment before the first value of a membership is one of the whole, once and for all", () => {
    const words = printWords(read("if(!between(/*why*/ [daily open], 5, 10) > 0, 1, 2)", "code"));
    expect(printWords(read(words, "words"))).toBe(words);
    expect(words).toContain("/*why*/ ( open is between 5 and 10 )");
  });

  test("a comment may stand within the name of a group", () => {
    const [plain, commented] = ["by security class", "by security /*1*/ class"].map((by) =>
      read(`group_median(open, ${by})`, "words"),
    );
    expect(commented && plain && sameTree(commented, plain)).toBe(true);
  });

  test("comments may stand between any two words", () => {
    fc.assert(
      fc.property(anyTree, fc.infiniteStream(fc.nat(4)), (tree, stream) => {
        let count = 0;
        const parts = printWords(tree).split(/("(?:[^"]|"")*"|\{[^{}]*\})/);
        const commented = parts.map((part, index) =>
          index % 2
            ? part
            : part.replaceAll(" ", () => {
                const { value } = stream.next();
                if (value !== 0) return " ";
                count += 1;
                return ` /*${count}*/ `;
              }),
        );
        const words = commented.join("");
        const again = read(words, "words");
        expect(sameTree(again, tree), words).toBe(true);
        const printed = printWords(again);
        for (let one = 1; one <= count; one++) expect(printed).toContain(`/*${one}*/`);
      }),
      { numRuns: cases(75) },
    );
  });
});

describe("any text at all, in words", () => {
  const pieces = fc.constantFrom(
    ...(
      "[ ] ( ) { } ' \" , .. .5 1e6 5% /* */ // == <> && || ^ ! - + * / < > <= = | & ; @ $ é ’ “ \\ close highest high of the last " +
      "previous 10 days ago later at 10:00 between and or not is above below one plus minus EMA(20) RSI had news did not have IPO " +
      "today yesterday's from to on 5 minute bars premarket adjusted 2024-01-05 {gap} abs( count( foo 20-day total-revenue-1q \n \t"
    ).split(" "),
    "of the last 10 days",
    "is one of",
    "did not have",
    "5 days ago",
    "on the day of the",
    "on 5 minute bars",
  );
  const soup = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(" "));
  const glued = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

  test.each([
    ["random characters", fc.string({ unit: "binary", maxLength: 200 })],
    ["words with blanks between", soup],
    ["words without", glued],
    ["printable characters", fc.string({ unit: "grapheme-ascii", maxLength: 200 })],
  ])("never throws: %s", (_, texts) => {
    fc.assert(
      fc.property(texts, fc.boolean(), (formula, is_filter) => {
        const answer = parseAnswer({ formula, is_filter, notation: "words" });
        const errors = answer.diagnostics.filter(({ severity }) => severity === "error");
        expect(answer.success).toBe(errors.length === 0);
        for (const { from, to, fixes } of answer.diagnostics) {
          expect(from >= 0 && from <= to && to <= formula.length, JSON.stringify(answer.diagnostics)).toBe(true);
          for (const { edits } of fixes ?? []) {
            let at = 0;
            for (const edit of edits) {
              expect(edit.from >= at && edit.from <= edit.to && edit.to <= formula.length).toBe(true);
              at = edit.to;
            }
          }
        }
        // What reads has canonical words and code that read as well.
        if (answer.words !== null && answer.code !== null) {
          expect(printCode(read(answer.words, "words"))).toBe(answer.code);
        }
      }),
      { numRuns: cases(150) },
    );
  });

  const long = [
    "(".repeat(1_000) + "5" + ")".repeat(1_000),
    "(".repeat(8_000),
    "not (".repeat(1_500),
    "abs(".repeat(1_500),
    "minus ".repeat(1_300) + "5",
    "not ".repeat(1_999) + "5",
    "[".repeat(8_000),
    "]".repeat(8_000),
    '"'.repeat(7_999),
    "'".repeat(7_999),
    "{".repeat(8_000),
    "/*".repeat(4_000),
    "@".repeat(8_000),
    "1,".repeat(4_000),
    "foo ".repeat(2_000),
    "is one of ".repeat(800),
    "close is above ".repeat(530),
    "of the last 10 days ".repeat(400),
    "x".repeat(9_000),
  ];
  test.each(long.map((text) => [`${text.slice(0, 12)}… ${text.length}`, text]))("refuses %s", (_, formula) => {
    const answer = parseAnswer({ formula, is_filter: true, notation: "words" });
    expect(answer.success).toBe(false);
    expect(answer.diagnostics.length).toBeGreaterThan(0);
    expect(answer.diagnostics.length).toBeLessThanOrEqual(200);
  });

  test.each([
    ["a chain of 1,100 terms", "5 plus ".repeat(1_100) + "5", "number"],
    ["300 conditions", "( close is above 5 ) or ".repeat(299) + "close is above 5", "boolean"],
    ["199 parentheses", "(".repeat(199) + "5" + ")".repeat(199), "number"],
  ])("takes %s", (_, formula, type) => {
    const answer = parseAnswer({ formula, notation: "words" });
    expect(answer.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(answer.type).toBe(type);
  });
});
