import { describe, expect, test } from "vitest";
import { columnsByKey, diagnose, parseCode } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const columns = columnsByKey([
  // Filters name no columns of the request, so those are asked as columns.
  { name: "ratio", tree: parseCode("[daily close adj] / [daily open adj]").tree },
  { name: "rvol", tree: parseCode("[daily volume adj] / [daily avg volume -20 .. -1 adj]").tree },
]);

/** What is offered for one finding: the label of each fix and the text behind it. */
const choices = (text: string, code: string, notation: NotationName = "code"): Readonly<Record<string, string>> =>
  Object.fromEntries(
    diagnose(text, { columns, use: text.includes("{r") ? "column" : "filter" }, notation)
      .diagnostics.filter((found) => found.code === code)
      .flatMap(({ fixes = [] }) => fixes.map((fix) => [fix.label, applied(text, fix)])),
  );

describe("a length where days belong", () => {
  test.each([
    [
      "highest([daily high adj], 20) > 5",
      {
        "Write -19 .. 0: the last 20 days, today included": "highest([daily high adj], -19 .. 0) > 5",
        "Write -20 .. -1: the 20 days before today": "highest([daily high adj], -20 .. -1) > 5",
      },
    ],
    [
      "[daily max high 5] > 5",
      {
        "Write -4 .. 0: the last 5 days, today included": "[daily max high -4 .. 0] > 5",
        "Write -5 .. -1: the 5 days before today": "[daily max high -5 .. -1] > 5",
      },
    ],
  ])("is a choice of two ranges: %s", (text, meant) => {
    expect(choices(text, "day-not-length")).toEqual(meant);
  });
});

describe("a length behind max and min", () => {
  test.each([
    [
      "max([daily high adj], 20) > 5",
      {
        "Write [daily max high -19 .. 0 adj]: the last 20 days, today included": "[daily max high -19 .. 0 adj] > 5",
        "Write [daily max high -20 .. -1 adj]: the 20 days before today": "[daily max high -20 .. -1 adj] > 5",
        "Keep max(20, [daily high adj]): the largest of these values": "max(20, [daily high adj]) > 5",
      },
    ],
    [
      "[daily high adj] > max([daily high adj], 20)",
      {
        "Write [daily max high -20 .. -1 adj]: the 20 days before today":
          "[daily high adj] > [daily max high -20 .. -1 adj]",
        "Keep max(20, [daily high adj]): the largest of these values": "[daily high adj] > max(20, [daily high adj])",
      },
    ],
    [
      "min([daily low -1 adj], 20) < 5",
      {
        "Write [daily min low -20 .. -1 adj]: the 20 days up to then": "[daily min low -20 .. -1 adj] < 5",
        "Keep min(20, [daily low -1 adj]): the smallest of these values": "min(20, [daily low -1 adj]) < 5",
      },
    ],
    [
      "max([daily high], -20, -1) > 5",
      {
        "Write [daily max high -20 .. -1]: over these days": "[daily max high -20 .. -1] > 5",
        "Keep max(-20, -1, [daily high]): the largest of these values": "max(-20, -1, [daily high]) > 5",
      },
    ],
  ])("is a choice of ranges and values: %s", (text, meant) => {
    expect(choices(text, "value-not-length")).toEqual(meant);
  });

  test.each([
    "max(20, [daily high adj]) > 5",
    "max([daily high adj], [daily close adj]) > 5",
    "max([daily high adj], 2.5) > 5",
    "max([daily volume adj], 100K) > 5",
    "max([daily high adj], 0) > 5",
  ])("is none in %s", (text) => {
    expect(choices(text, "value-not-length")).toEqual({});
  });
});

describe("a later day in a filter", () => {
  test.each([
    ["[daily close 1] > 5", "code", "Write [daily close -1], before the row's day", "[daily close -1] > 5"],
    [
      "[daily max high 1 .. 5] > 5",
      "code",
      "Write [daily max high -5 .. -1], before the row's day",
      "[daily max high -5 .. -1] > 5",
    ],
    [
      "close 1 day later is above 5",
      "words",
      "Write close 1 day ago, before the row's day",
      "close 1 day ago is above 5",
    ],
  ] as const)("offers the day before: %s", (text, notation, label, meant) => {
    expect(choices(text, "lookahead", notation)).toEqual({ [label]: meant });
  });
});

describe("a number that is a percent or a part of one", () => {
  test.each([
    [
      "[daily open adj] / [daily close -1 adj] > 4",
      {
        "above 1.04 (a rise of 4 %)": "[daily open adj] / [daily close -1 adj] > 1.04",
        "above 4 (a rise of 300 %)": "[daily open adj] / [daily close -1 adj] * 100 > 400",
      },
    ],
    [
      "4 < {ratio}",
      { "above 1.04 (a rise of 4 %)": "1.04 < {ratio}", "above 4 (a rise of 300 %)": "400 < {ratio} * 100" },
    ],
    [
      "{ratio} > 0.04",
      { "above 1.04 (a rise of 4 %)": "{ratio} > 1.04", "above 0.04 (a fall of 96 %)": "{ratio} * 100 > 4" },
    ],
    [
      "{ratio} < -4",
      {
        "below 0.96 (a fall of 4 %)": "{ratio} < 0.96",
        "below -4 (below zero, which no ratio of prices is)": "{ratio} * 100 < -400",
      },
    ],
    [
      "( [daily open adj] - [daily close -1 adj] ) / [daily close -1 adj] >= 4",
      {
        "at least 0.04 (a rise of 4 %)": "( [daily open adj] - [daily close -1 adj] ) / [daily close -1 adj] >= 0.04",
        "at least 4 (a rise of 400 %)":
          "( [daily open adj] - [daily close -1 adj] ) / [daily close -1 adj] * 100 >= 400",
      },
    ],
    [
      "{ratio} - 1 > 4",
      {
        "above 0.04 (a rise of 4 %)": "{ratio} - 1 > 0.04",
        "above 4 (a rise of 400 %)": "( {ratio} - 1 ) * 100 > 400",
      },
    ],
    ["{gap} > 0.04", { "above 4 (4 %)": "{gap} > 4", "above 0.04 (0.04 %)": "{gap} / 100 > 0.0004" }],
    ["{gap} < -0.04", { "below -4 (-4 %)": "{gap} < -4", "below -0.04 (-0.04 %)": "{gap} / 100 < -0.0004" }],
    [
      "any({gap} > 0.04, -5 .. -1)",
      { "above 4 (4 %)": "any({gap} > 4, -5 .. -1)", "above 0.04 (0.04 %)": "any({gap} / 100 > 0.0004, -5 .. -1)" },
    ],
  ])("is asked about: %s", (text, meant) => {
    expect(choices(text, "percent-or-ratio")).toEqual(meant);
    // Neither of them is asked about again.
    for (const fixed of Object.values(choices(text, "percent-or-ratio")))
      expect(choices(fixed, "percent-or-ratio")).toEqual({});
  });

  test("in words too", () => {
    expect(
      choices("adjusted open divided by adjusted close 1 day ago is above 4", "percent-or-ratio", "words"),
    ).toEqual({
      "above 1.04 (a rise of 4 %)": "adjusted open divided by adjusted close 1 day ago is above 1.04",
      "above 4 (a rise of 300 %)": "adjusted open divided by adjusted close 1 day ago times 100 is above 400",
    });
  });

  test.each([
    "{ratio} > 1.04",
    "{ratio} > 0.96",
    "{rvol} > 4",
    "[daily close adj] / [indicator atr(14) adj] > 4",
    "( [daily high adj] - [daily low adj] ) / [indicator atr(14) adj] > 2",
    "{gap} > 4",
    "{gap} > 0.5",
    "{gap} > 0",
    "( {ratio} - 1 ) * 100 > 0.1",
    "{ratio} - 1 > 0.04",
    "[daily close adj] / [daily close -250 adj] > 4",
    "[daily close] > 4",
    "[daily high adj] / [daily low adj] = 4",
  ])("is taken as it stands: %s", (text) => {
    expect(choices(text, "percent-or-ratio")).toEqual({});
  });
});
