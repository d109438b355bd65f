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

describe("an amount beside an adjusted price", () => {
  const found = (text: string, notation: "code" | "words" = "code") =>
    diagnose(text, { columns, use: text.includes(" > ") || notation === "words" ? "filter" : "column" }, notation)
      .diagnostics;

  test.each([
    // Of one day the traded price says it.
    ["[daily low -1 adj] - 1", "[daily low -1] - 1"],
    ["[daily low adj] - 1 > [daily open adj]", "[daily low] - 1 > [daily open]"],
    // Beside another day it is the part of the price that it was then.
    [
      "[daily close adj] > [daily high -1 adj] + 0.01",
      "[daily close adj] > [daily high -1 adj] * ( ( [daily high -1] + 0.01 ) / [daily high -1] )",
    ],
    [
      "2 * (1 + [daily low -1 adjdiv]) > [daily close adjdiv]",
      "2 * ([daily low -1 adjdiv] * ( ( [daily low -1] + 1 ) / [daily low -1] )) > [daily close adjdiv]",
    ],
  ])("has one fix, and none behind it: %s", (text, right) => {
    const [first, ...others] = found(text);
    expect([first?.code, first?.fixes?.map((fix) => applied(text, fix)), others]).toEqual([
      "adjusted-amount",
      [right],
      [],
    ]);
    expect(found(right).map(({ severity }) => severity)).not.toContain("warning");
  });

  test("in words too", () => {
    const text = "adjusted close is above adjusted high 1 day ago minus 0.01";
    const [{ fixes: [fix] = [] } = {}] = found(text, "words");
    const right =
      "adjusted close is above adjusted high 1 day ago times ( ( high 1 day ago minus 0.01 ) divided by high 1 day ago )";
    expect(fix && applied(text, fix)).toBe(right);
    expect(found(right, "words")).toEqual([]);
  });

  test.each([
    ["[indicator sma(20) adj] - 0.5 > [daily close adj]", "as in * ( ( [daily close] - 1 ) / [daily close] )"],
    ["[daily close adj] > 20 - [daily high -1 adj]", "as in * ( ( [daily close] - 1 ) / [daily close] )"],
    [
      "[trade return long at '09:30' stop [daily min low -10 .. -1 adj] - 0.5 until close]",
      "as in * ( ( [daily close -1] - 1 ) / [daily close -1] )",
    ],
  ])("is told how to write it where no fix is certain: %s", (text, said) => {
    const [{ code, message, fixes } = { code: "", message: "" }] = found(text);
    expect([code, fixes]).toEqual(["adjusted-amount", undefined]);
    expect(message).toContain(said);
  });
});
