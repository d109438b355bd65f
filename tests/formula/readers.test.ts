import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  columnNames,
  liveFormula,
  lookahead,
  lookback,
  parseCode,
  printCode,
  referencedColumns,
  renameColumn,
  shiftDays,
  walk,
} from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import { cases } from "../cases.ts";

function tree(code: string): Node {
  const { tree: read, diagnostics } = parseCode(code);
  if (read === null) throw new Error(`${code}: ${diagnostics[0]?.message ?? ""}`);
  return read;
}

describe("columns of a formula", () => {
  test("are named once, as first written", () => {
    expect(columnNames(tree("{Gap} + {gap} / max({b}, {Gap})"))).toEqual(["Gap", "b"]);
  });

  test("come with the columns they need, cycles and all", () => {
    const trees = new Map([
      ["a", tree("{b} + 1")],
      ["b", tree("{c} + {gap}")],
      ["c", tree("{a}")],
    ]);
    expect([...referencedColumns(tree("{A}"), trees)].toSorted()).toEqual(["a", "b", "c", "gap"]);
  });

  test("are renamed without regard to case", () => {
    const formula = tree("{Gap} > 5 & {gap } < {Gap2}");
    expect(printCode(renameColumn(formula, "GAP", "My gap"))).toBe("{My gap} > 5 & {My gap} < {Gap2}");
    expect(renameColumn(formula, "x", "y")).toBe(formula);
  });
});

describe("days", () => {
  test.each([
    ["[daily close] - [daily max high -10 .. -1]", "[daily close -1] - [daily max high -11 .. -2]"],
    ["at({gap}, -2)", "at({gap}, -3)"],
    ["{gap} + [earnings net-income-1q]", "at({gap}, -1) + at([earnings net-income-1q], -1)"],
    ["count([daily close] > 5, -4 .. 0)", "count([daily close -1] > 5, -4 .. 0)"],
    ["rank([daily close])", "at(rank([daily close]), -1)"],
  ])("%s a session before", (code, shifted) => {
    expect(printCode(shiftDays(tree(code), -1))).toBe(shifted);
  });

  test.each([
    ["5", 0, 0],
    ["[daily close -3] - [daily close 2]", 3, 2],
    ["[daily max high -10 .. -1]", 10, 0],
    ["at([daily close -5], 5)", 0, 0],
    ["at([daily max high -10 .. -1], 4)", 6, 3],
    ["avg(change([daily close], 5), -4 .. 1)", 9, 1],
    ["bars_since([daily close] > 5, 20)", 20, 0],
    ["crosses_above([daily close], [daily open -2])", 3, 0],
    ["mfe(5)", 0, 5],
    ["first_touch(5, 3, 10)", 0, 10],
    ["[trade return long at '09:30' stop [daily low -2 adj] until close 3]", 2, 3],
    ["[trade return long at '09:30' until close]", 0, 0],
    ["at({x}, -1)", 5, 0],
  ])("%s looks %i back and %i ahead", (code, back, ahead) => {
    const columns = new Map([["x", tree("[daily close -4]")]]);
    expect([lookback(tree(code), columns), lookahead(tree(code), columns)]).toEqual([back, ahead]);
  });

  test("shifting moves what is looked at, and back again", () => {
    const formulas = arbitraryFormula("number", { calls: ["avg", "at", "change", "if", "count"], groups: ["daily"] });
    fc.assert(
      fc.property(formulas, fc.integer({ min: -20, max: -1 }), (formula, by) => {
        if (![...walk(formula)].some(({ kind }) => kind === "data")) return;
        expect(lookback(shiftDays(formula, by - 50))).toBe(lookback(shiftDays(formula, -50)) - by);
        expect(printCode(shiftDays(shiftDays(formula, by), -by))).toBe(printCode(formula));
      }),
      { numRuns: cases(100) },
    );
  });
});

describe("live formulas", () => {
  test.each([
    [
      "( {a} - 1 ) * -{b}",
      {
        kind: "operation",
        op: "*",
        left: { kind: "operation", op: "-", left: { kind: "column", name: "a" }, right: { kind: "number", value: 1 } },
        right: { kind: "negative", of: { kind: "column", name: "b" } },
      },
    ],
    ["{a}", { kind: "column", name: "a" }],
    ["5 + 3", null],
    ["{a} + [daily close]", null],
    ["abs({a})", null],
    ["{a} > 5", null],
    ["at({a}, -1)", null],
  ])("%s", (code, live) => {
    expect(liveFormula(tree(code))).toEqual(live);
  });
});
