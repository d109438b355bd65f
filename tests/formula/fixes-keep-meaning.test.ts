import { describe, expect, test } from "vitest";
import { columnsByKey, diagnose, parseCode } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const columns = columnsByKey([
  { name: "ratio", tree: parseCode("[daily close] / [daily open]").tree },
  { name: "points", tree: parseCode("( [daily close] / [daily open] - 1 ) * 100").tree },
  { name: "unknown", tree: null },
]);

/** What may be put in the place of a text; several are a choice. */
const fixed = (text: string, notation: "code" | "words" = "code"): readonly string[] =>
  diagnose(text, { columns, use: "column" }, notation)
    // Which basis is meant is a question of its own.
    .diagnostics.filter(({ severity }) => severity === "error")
    .flatMap(({ fixes = [] }) => fixes.map((fix) => applied(text, fix)));

describe("a percent sign", () => {
  test.each([
    [
      "( [daily open] - [daily close -1] ) / [daily close -1] > 4%",
      "( [daily open] - [daily close -1] ) / [daily close -1] > 0.04",
    ],
    ["{ratio} > 4%", "{ratio} > 0.04"],
    ["4% < {ratio}", "4% < {ratio}".replace("4%", "0.04")],
    ["[daily close] * 5%", "[daily close] * 0.05"],
    ["{points} > 4%", "{points} > 4"],
    ["[ownership io_percent] > 4%", "[ownership io_percent] > 4"],
    ["{points} > -0.7%", "{points} > -0.7"],
    ["{ratio} > 0.7%", "{ratio} > 0.007"],
  ])("means what stands beside it: %s", (text, meant) => {
    expect(fixed(text)).toEqual([meant]);
  });

  test("is a choice where nobody knows the unit", () => {
    expect(fixed("{unknown} > 4%")).toEqual(["{unknown} > 0.04", "{unknown} > 4"]);
  });

  test("in words too", () => {
    expect(fixed("{points} is above 4%", "words")).toEqual(["{points} is above 4"]);
    expect(fixed("{ratio} is above 4%", "words")).toEqual(["{ratio} is above 0.04"]);
  });
});

describe("a function of another language", () => {
  test.each([
    // Positive numbers count back there, forward here.
    ["lag([daily close], 1)", ["at([daily close], -1)"]],
    ["shift([daily close adj] / [daily open adj], 5)", ["at([daily close adj] / [daily open adj], -5)"]],
    ["lag([daily close], -1)", []],
    ["ref([daily close], -1)", ["at([daily close], -1)"]],
    // Either way there.
    ["cross({ratio}, {points})", ["crosses_above({ratio}, {points})", "crosses_below({ratio}, {points})"]],
    // To base 10 in a spreadsheet; towards zero in Pine; a rank over days in Pine, across securities here.
    ["log([daily close])", []],
    ["int([daily close])", []],
    ["percentrank([daily close], 20)", []],
  ] as const)("%s", (text, meant) => {
    expect(fixed(text)).toEqual(meant);
  });
});
