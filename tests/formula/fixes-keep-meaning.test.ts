import { describe, expect, test } from "vitest";
import { columnsByKey, diagnose, parseCode } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const columns = columnsByKey([
  { name: "ratio", tree: parseCode("[daily close] / [daily open]").tree },
  { name: "points", tree: parseCode("( [daily close] / [daily open] - 1 ) * 100").tree },
  { name: "change", tree: parseCode("[daily close] / [daily open] - 1").tree },
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
    ["[daily close] * 5%", "[daily close] * 0.05"],
    ["{points} > 4%", "{points} > 4"],
    ["[ownership io_percent] > 4%", "[ownership io_percent] > 4"],
    ["{points} > -0.7%", "{points} > -0.7"],
    ["{change} > 0.7%", "{change} > 0.007"],
    ["4% < {change}", "0.04 < {change}"],
  ])("means what stands beside it: %s", (text, meant) => {
    expect(fixed(text)).toEqual([meant]);
  });

  test("beside a division is a part of one, also where its parts lack their brackets", () => {
    const text = "(open - close[1]) / close[1] > 4%";
    const ofPercents = fixed(text).filter((one) => !one.includes("%"));
    expect(ofPercents).toEqual(["(open - close[1]) / close[1] > 0.04"]);
    expect(fixed("(open - close[1]) / close[1] * 100 > 4%")).toContain("(open - close[1]) / close[1] * 100 > 4");
  });

  test("is a choice beside a ratio of prices: a part of one, or a rise", () => {
    expect(fixed("{ratio} > 4%")).toEqual(["{ratio} > 0.04", "{ratio} > 1.04"]);
    expect(fixed("{ratio} is above 4%", "words")).toEqual(["{ratio} is above 0.04", "{ratio} is above 1.04"]);
  });

  test("is a choice where nobody knows the unit", () => {
    expect(fixed("{unknown} > 4%")).toEqual(["{unknown} > 0.04", "{unknown} > 4"]);
  });

  test("in words too", () => {
    expect(fixed("{points} is above 4%", "words")).toEqual(["{points} is above 4"]);
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
