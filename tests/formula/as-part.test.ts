import { describe, expect, test } from "vitest";
import { asPart, mapTree, parseCode, parseWords, printCode, printWords } from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import { builtInPresets } from "../../src/request/index.ts";
import { rounds } from "../cases.ts";

const tree = (code: string): Node => {
  const read = parseCode(code).tree;
  if (read === null) throw new Error(`${code} does not parse`);
  return read;
};

/** What stands around a formula, with {p} in its place. */
const AROUND = ["{p} * 2 > 4", "10 - {p}", "1 / {p}", "{p} & {q}", "!{p}", "{p} = 3 | {q}"];
const IN_WORDS = ["{p} times 2 is above 4", "10 minus {p}", "1 divided by {p}", "{p} and {q}"];

/** The formula as it must be read: put in as a tree. */
const within = (around: Node, part: Node): string =>
  printCode(mapTree(around, (node) => (node.kind === "column" && node.name === "p" ? part : node)));

describe("a formula of the library in a longer one", () => {
  // What presets are made of comes again in every third of them.
  const presets = builtInPresets().filter((_, place) => place % rounds(3, 1) === 0);
  const formulas = [
    ...presets.map(({ formula }) => formula),
    "[daily open] - [daily close]",
    "-[daily close]",
    "{a} | {b}",
    "!{a}",
    "( {a} ) + ( {b} )",
    "4",
  ];
  test.each(AROUND)("keeps its meaning in %s", (around) => {
    for (const formula of formulas) {
      const whole = around.replace("{p}", asPart(formula, "code"));
      expect(printCode(tree(whole)), whole).toBe(printCode(tree(within(tree(around), tree(formula)))));
    }
  });

  test.each(IN_WORDS)("keeps its meaning in the words %s", (around) => {
    for (const formula of formulas) {
      const whole = around.replace("{p}", asPart(printWords(tree(formula)), "words"));
      const [read, outer] = [parseWords(whole).tree, parseWords(around).tree];
      if (read === null || outer === null) throw new Error(`${whole} does not parse`);
      expect(printCode(read), whole).toBe(printCode(tree(within(outer, tree(formula)))));
    }
  });

  test("stands without parentheses where it reads the same", () => {
    for (const one of ["[daily close]", "max(1, 2)", "{Gap}", "4", "( {a} + {b} )"])
      expect(asPart(one, "code")).toBe(one);
    expect(asPart("[daily open] - [daily close]", "code")).toBe("( [daily open] - [daily close] )");
  });
});
