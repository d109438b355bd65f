import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  check,
  fromMembers,
  members,
  membersText,
  parseAnswer,
  parseCode,
  printCode,
  sameTree,
} from "../../src/formula/index.ts";
import { columnNameArbitrary } from "./arbitrary-literals.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import type { ValueType } from "../../src/vocabulary/index.ts";
import { cases } from "../cases.ts";

const TYPES: readonly ValueType[] = ["number", "text", "boolean", "date", "time"];
const named = fc
  .uniqueArray(columnNameArbitrary, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => ({ name, type: "number" as const })));
const anyTree = fc
  .tuple(fc.constantFrom(...TYPES), named)
  .chain(([type, columns]) => arbitraryFormula(type, { columns, parameters: ["gap", "Höhe_2"] }));

const typed = fc.constantFrom(...TYPES).chain((type) => fc.tuple(fc.constant(type), arbitraryFormula(type)));

describe("reading and printing", () => {
  test("reading what was printed gives the same tree", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const code = printCode(tree);
        const { tree: again, diagnostics } = parseCode(code);
        expect(diagnostics, code).toEqual([]);
        expect(again !== null && sameTree(again, tree), code).toBe(true);
      }),
      { numRuns: cases(375) },
    );
  });

  test("printing again changes nothing", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const code = printCode(tree);
        const again = parseCode(code).tree;
        expect(again && printCode(again)).toBe(code);
      }),
      { numRuns: cases(125) },
    );
  });

  test("comments survive, wherever they stand", () => {
    const comment = fc.string({ maxLength: 8 }).map((text) => `/*${text.replaceAll(/[*/\r\n]/g, "")}*/`);
    fc.assert(
      fc.property(anyTree, fc.infiniteStream(fc.option(comment)), (tree, stream) => {
        const comments: string[] = [];
        // Between members only: a blank inside quotes or braces is no place for a comment.
        const text = members(tree)
          .map((member) => {
            const { value } = stream.next();
            if (typeof value === "string") comments.push(value);
            return `${value ?? ""} ${membersText([member])}`;
          })
          .join(" ");
        const read = parseCode(text).tree;
        expect(read !== null && sameTree(read, tree), text).toBe(true);
        const printed = read ? printCode(read) : "";
        for (const one of comments) expect(printed).toContain(one);
        const again = parseCode(printed).tree;
        expect(again && printCode(again)).toBe(printed);
      }),
      { numRuns: cases(150) },
    );
  });

  test("the members of a tree make the tree", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const list = members(tree);
        const { tree: again, diagnostics } = fromMembers(list);
        expect(diagnostics, membersText(list)).toEqual([]);
        expect(again !== null && sameTree(again, tree), membersText(list)).toBe(true);
        expect(JSON.parse(JSON.stringify(list))).toEqual(list);
      }),
      { numRuns: cases(125) },
    );
  });

  test("a typed tree has no mistake but of units", () => {
    fc.assert(
      fc.property(typed, ([type, tree]) => {
        const checked = check(tree, { columns: new Map(), use: "column" });
        const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
        expect(
          errors.filter(({ code }) => code !== "unit-mismatch" && code !== "date-arithmetic"),
          printCode(tree),
        ).toEqual([]);
        expect(checked.type).toBe(type);
      }),
      { numRuns: cases(125) },
    );
  });
});

describe("any text at all", () => {
  const pieces = fc.constantFrom(
    ..."[ ] ( ) { } ' \" , .. .5 1e6 5% /* */ // == <> && || ^ ! - + * / < > <= = | & ; @ $ é ’ “ \\ daily close max high at adj intraday indicator ema(20) '10:00' 2024-01-05 {gap} abs( count( -4 days ago 5min \n \t".split(
      " ",
    ),
  );
  const soup = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(" "));
  const glued = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

  test.each([
    ["random characters", fc.string({ unit: "binary", maxLength: 200 })],
    ["tokens with blanks between", soup],
    ["tokens without", glued],
    ["printable characters", fc.string({ unit: "grapheme-ascii", maxLength: 200 })],
  ])("never throws: %s", (_, texts) => {
    fc.assert(
      fc.property(texts, fc.boolean(), (formula, is_filter) => {
        const answer = parseAnswer({ formula, is_filter });
        const errors = answer.diagnostics.filter(({ severity }) => severity === "error");
        expect(answer.success).toBe(errors.length === 0);
        if (!answer.success) expect(answer.result).toEqual([]);
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
      }),
      { numRuns: cases(150) },
    );
  });

  const long = [
    "(".repeat(1_000) + "5" + ")".repeat(1_000),
    "(".repeat(8_000),
    "!(".repeat(2_000),
    "abs(".repeat(1_500),
    "-".repeat(7_999) + "5",
    "not ".repeat(1_999) + "5",
    "[".repeat(8_000),
    "]".repeat(8_000),
    '"'.repeat(7_999),
    "'".repeat(7_999),
    "{".repeat(8_000),
    "/*".repeat(4_000),
    "@".repeat(8_000),
    "1,".repeat(4_000),
    "5%".repeat(4_000),
    "2^".repeat(3_999) + "2",
    "[daily close]>".repeat(570),
    "x".repeat(9_000),
  ];
  test.each(long.map((text) => [`${text.slice(0, 12)}… ${text.length}`, text]))("refuses %s", (_, formula) => {
    const answer = parseAnswer({ formula, is_filter: true });
    expect(answer.success).toBe(false);
    expect(answer.diagnostics.length).toBeGreaterThan(0);
    expect(answer.diagnostics.length).toBeLessThanOrEqual(200);
  });

  test.each([
    ["a chain of 4,000 terms", "5+".repeat(3_999) + "5", "number"],
    ["800 conditions", "(5 > 3) | ".repeat(799) + "(5>3)", "boolean"],
    ["3,000 arguments", `max(${"1,".repeat(3_000)}1)`, "number"],
    ["199 parentheses", "(".repeat(199) + "5" + ")".repeat(199), "number"],
  ])("takes %s", (_, formula, type) => {
    const answer = parseAnswer({ formula });
    expect(answer.success).toBe(true);
    expect(answer.type).toBe(type);
    expect(fromMembers(answer.result).tree).not.toBeNull();
  });
});
