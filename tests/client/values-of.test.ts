import { describe, expect, test } from "vitest";
import { columnsOf, pointValues } from "../../src/client/editor/values-of.ts";
import type { ExplainedPart } from "../../src/contract/index.ts";
import { parseCode, parseWords } from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";

const treeOf = (code: string): Node => {
  const { tree } = parseCode(code);
  if (tree === null) throw new Error(code);
  return tree;
};

const part = (code: string, value: number | boolean | null, parts: readonly ExplainedPart[] = [], day = 0) =>
  ({
    code,
    from: 0,
    to: 0,
    day,
    date: "2024-03-28",
    type: typeof value === "boolean" ? "boolean" : "number",
    value,
    reason: value === null ? { code: "no-bar", text: "There is no bar.", details: {}, of: [] } : null,
    source: null,
    origins: [],
    known: null,
    elements: null,
    text: null,
    cut: false,
    parts,
  }) satisfies ExplainedPart;

describe("values at data points", () => {
  test("each data point gets the value of today's row, in the order of the text", () => {
    const text = "[daily open adj] / [daily close -1 adj] - 1";
    const root = part("[daily open adj] / [daily close -1 adj] - 1", 0.42, [
      part("[daily close -1 adj]", 522.01),
      part("[daily open adj]", 524.21),
      part("[daily open adj]", 1, [], -3),
    ]);
    const formula = { label: "", text, code: root.code, unit: null, root };
    expect(pointValues(treeOf(text), formula)).toEqual({
      points: [
        { to: 16, text: "524.21", reason: null },
        { to: 39, text: "522.01", reason: null },
      ],
      whole: "0.42",
    });
  });

  test("words have the values of their code", () => {
    const { tree } = parseWords("close > 5");
    if (tree === null) throw new Error("words");
    const root = part("[daily close] > 5", true, [part("[daily close]", 12)]);
    const { points, whole } = pointValues(tree, { label: "", text: "", code: root.code, unit: null, root });
    expect(points).toEqual([{ to: "close".length, text: "12", reason: null }]);
    expect(whole).toBe("true");
  });

  test("a null says why, and what the answer does not hold shows nothing", () => {
    const root = part("[daily close] + {Gap}", null, [part("{Gap}", null)]);
    const { points } = pointValues(treeOf("[daily close] + {Gap}"), {
      label: "",
      text: "",
      code: root.code,
      unit: null,
      root,
    });
    expect(points).toEqual([{ to: 21, text: "null", reason: "There is no bar." }]);
  });

  test("a question names the columns it needs, through other columns too", () => {
    const columns = [
      { name: "A", tree: treeOf("[daily close]") },
      { name: "B", tree: treeOf("{A} + 1") },
      { name: "C", tree: treeOf("[daily open]") },
    ];
    expect(columnsOf(treeOf("{b} > 2"), columns).map(({ name }) => name)).toEqual(["A", "B"]);
  });
});
