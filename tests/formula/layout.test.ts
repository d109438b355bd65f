import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layout, parseCode, parseWords, printCode, printWords, sameTree } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import { cases } from "../cases.ts";

const PRINTERS = { code: printCode, words: printWords } as const;
const READERS = { code: parseCode, words: parseWords } as const;
const NOTATIONS: readonly NotationName[] = ["code", "words"];
const anyTree = fc.constantFrom("boolean" as const, "number" as const).chain((type) => arbitraryFormula(type));

describe("a formula laid out over lines", () => {
  test.each(NOTATIONS)("is the canonical text but for its line breaks, and the same tree: %s", (notation) => {
    fc.assert(
      fc.property(fc.array(anyTree, { minLength: 1, maxLength: 5 }), (trees) => {
        const text = trees.map((tree) => `(${PRINTERS[notation](tree)})`).join(" & ");
        const read = READERS[notation](text).tree;
        fc.pre(read !== null);
        const printed = PRINTERS[notation](read);
        const laidOut = layout(text, notation);
        expect(laidOut.replaceAll(/\n */g, " ")).toBe(printed);
        const again = READERS[notation](laidOut).tree;
        expect(again !== null && sameTree(again, read), laidOut).toBe(true);
        expect(layout(laidOut, notation)).toBe(laidOut);
      }),
      { numRuns: cases(75) },
    );
  });

  test("what fits stays on its line", () => {
    expect(layout("[daily close]>5&[daily volume]>1M", "code")).toBe("[daily close] > 5 & [daily volume] > 1M");
  });

  test("outer operators break first, and parentheses open only where they do not fit", () => {
    const part = "([daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1000000)";
    expect(layout(`/* trend */ ${part} | !(${part} & ${part}) & ${part}`, "code")).toMatchInlineSnapshot(`
      "/* trend */ ( [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1M )
      | (
        !(
          ( [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1M )
          & ( [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1M )
        )
        & ( [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1M )
      )"
    `);
    expect(layout(printWords(parseCode(`${part} | ${part}`).tree ?? expect.fail()), "words")).toMatchInlineSnapshot(`
      "( adjusted close is above adjusted EMA(20) of close and volume is above 1M )
      or ( adjusted close is above adjusted EMA(20) of close and volume is above 1M )"
    `);
  });

  test("a call breaks behind its commas", () => {
    const value = "[indicator ema(20) close adj] * [daily avg volume -20 .. -1]";
    expect(layout(`if([daily close] > 5, ${value}, max(${value}, 1))`, "code")).toMatchInlineSnapshot(`
      "if([daily close] > 5,
        [indicator ema(20) close adj] * [daily avg volume -20 .. -1],
        max([indicator ema(20) close adj] * [daily avg volume -20 .. -1], 1))"
    `);
  });

  test("a data point stays in one piece, however long the line is", () => {
    const point = "[indicator bbands.upper(20, 2) close -10 adj]";
    const laidOut = layout(`${"-".repeat(30)}abs(abs(abs(abs(abs(abs(abs(abs(abs(${point})))))))))`, "code");
    expect(laidOut).toContain(point);
  });

  test("what does not parse is left alone", () => {
    expect(layout("  [daily close] >\n", "code")).toBe("  [daily close] >\n");
  });
});
