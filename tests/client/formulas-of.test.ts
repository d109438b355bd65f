import { describe, expect, test } from "vitest";
import { formulasOf } from "../../src/client/files/formulas-of.ts";

describe("a request opened as it was written", () => {
  test("formulas keep their comments, blanks and mistakes", () => {
    const json = {
      name: "Draft",
      Date_Range: { start_date: "2024-01-02", end_date: "2024-03-28" },
      filters: {
        Technical: { Daily: [], Intraday: [] },
        Custom: [{ tag: "gap", formula: "[daily clsoe]  > /* why */ 5" }],
      },
      columns: { Custom: [{ name: "Gap", formula: "" }] },
    };
    expect(formulasOf(json)).toEqual({
      name: "Draft",
      start: "2024-01-02",
      end: "2024-03-28",
      filters: [{ tag: "gap", formula: "[daily clsoe]  > /* why */ 5" }],
      columns: [{ name: "Gap", formula: "" }],
    });
  });

  test.each([
    ["a card's entry", { name: "x", columns: { Technical: { Daily: [{ data_point: "close" }] } } }],
    ["another notation", { name: "x", filters: { Custom: [{ formula: "close is above 5", type: "words" }] } }],
    ["an order of columns", { name: "x", column_order: ["a"] }],
    ["members", { name: "x", filters: { Custom: [{ formula: [{ type: "number", value: 5 }] }] } }],
    ["no object", [1, 2]],
    ["no name", { filters: {} }],
  ])("%s is left to the room request", (_, json) => {
    expect(formulasOf(json)).toBeNull();
  });
});
