import { describe, expect, test } from "vitest";
import { columnsByKey, diagnose, parseCode } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const columns = columnsByKey([
  { name: "ratio", tree: parseCode("[daily close adj] / [daily open adj]").tree },
  { name: "rvol", tree: parseCode("[daily volume adj] / [daily avg volume -20 .. -1 adj]").tree },
]);

/** What is offered for one finding: the label of each fix and the text behind it. */
const choices = (text: string, code: string, notation: NotationName = "code"): Readonly<Record<string, string>> =>
  Object.fromEntries(
    diagnose(text, { columns, use: "filter" }, notation)
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
