import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";

const found = (text: string, use: "column" | "filter" = "column", notation: NotationName = "code") =>
  diagnose(text, { columns: new Map(), use }, notation).diagnostics.filter(({ code }) => code.startsWith("outcome-"));

const fixed = (text: string, notation: NotationName = "code"): readonly string[] =>
  found(text, "column", notation).flatMap(({ fixes = [] }) =>
    fixes.map(({ edits }) =>
      edits.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text),
    ),
  );

describe("mfe, mae and first_touch lead to a trade, which has a side, an entry and minutes", () => {
  test.each([
    ["mfe(5)", ["[trade mfe long at close until close 5]", "[trade mfe short at close until close 5]"]],
    ["mae(5) * 2", ["[trade mae long at close until close 5] * 2", "[trade mae short at close until close 5] * 2"]],
    ["first_touch(5, 3, 10)", ["[trade reason long at close target 5 stop 3 until close 10]"]],
    ["first_touch(5, 3, 10) = 1", ['[trade reason long at close target 5 stop 3 until close 10] = "target"']],
    ["first_touch(5, 3, 10) = -1", ['[trade reason long at close target 5 stop 3 until close 10] = "stop"']],
    ["first_touch(5, 3, 10) = 0", ['[trade reason long at close target 5 stop 3 until close 10] = "time"']],
  ])("%s", (text, trades) => {
    expect(fixed(text)).toEqual(trades);
  });

  test("in words too", () => {
    expect(fixed("mfe(5)", "words")).toEqual([
      "best move of a long trade (at close, until close 5)",
      "best move of a short trade (at close, until close 5)",
    ]);
    expect(fixed("first_touch(5, 3, 10)", "words")).toEqual([
      "reason of a long trade (at close, target 5, stop 3, until close 10)",
    ]);
  });

  test("what no trade can say is only told: one so long, a level of a parameter, a number counted with", () => {
    for (const text of ["mfe(61)", "0 - first_touch(5, 3, 10)", "first_touch(5, 3, 61)"])
      expect([text, found(text).length, fixed(text)]).toEqual([text, 1, []]);
  });

  test("the levels are doubtful, a missing side is only worth knowing", () => {
    expect(["mfe(5)", "mae(5)", "first_touch(5, 3, 10)"].map((text) => found(text)[0]?.severity)).toEqual([
      "info",
      "info",
      "warning",
    ]);
  });

  test("not where a trade cannot stand: on another day, over others, in a filter", () => {
    for (const text of ["at(mfe(5), -5)", "avg(mfe(5), -20 .. -5)", "rank(mfe(5))"]) expect(found(text)).toEqual([]);
    expect(found("at(first_touch(5, 3, 10), -10) = 1", "filter")).toEqual([]);
  });
});
