import { describe, expect, test } from "vitest";
import {
  columnsByKey,
  diagnose,
  isOnScale,
  knownAtLabel,
  members,
  membersText,
  parseCode,
  parameterNames,
  parseWords,
  printCode,
  printWords,
} from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const columns = columnsByKey([{ name: "Won", tree: parseCode("[trade return long at '09:30' until close]").tree }]);
const found = (text: string, use: "filter" | "column" = "column"): readonly string[] =>
  diagnose(text, { columns, use }).diagnostics.map(({ code }) => code);

const TRADES = [
  [
    "[trade return short at '09:30' stop 20 until '15:59']",
    "return of a short trade (at 09:30, stop 20, until 15:59)",
    "1 day later, 00:00",
  ],
  [
    "[trade reason long at '10:00' target 10 stop 5 trail 3 until close 5]",
    "reason of a long trade (at 10:00, target 10, stop 5, trail 3, until close 5)",
    "5 days later, close",
  ],
  [
    "[trade exit_day short below [daily low -1 adj] from '09:30' .. '10:30' stop 1.5 atr(10) until close worst]",
    "exit day of a short trade (below adjusted low 1 day ago, from 09:30 to 10:30, stop 1.5 atr(10), until close, worst)",
    "1 day later, 00:00",
  ],
  [
    "[trade mfe long at close stop ( [daily close -1 adj] * 0.98 ) until close 3 when ( [daily close] < [daily open] )]",
    "best move of a long trade (at close, stop ( adjusted close 1 day ago times 0.98 ), until close 3, when ( close is below open ))",
    "3 days later, close",
  ],
] as const;

test.each(TRADES)("%s reads both ways", (code, words, known) => {
  const { tree, knownAt, diagnostics } = diagnose(code, { columns, use: "column" });
  expect(diagnostics).toEqual([]);
  if (tree === null || knownAt === null) throw new Error("no tree");
  expect(printWords(tree)).toBe(words);
  expect(knownAtLabel(knownAt)).toBe(known);
  const [fromWords, fromMembers] = [parseWords(words).tree, parseCode(membersText(members(tree))).tree];
  expect(fromWords && printCode(fromWords)).toBe(printCode(tree));
  expect(fromMembers && printCode(fromMembers)).toBe(printCode(tree));
});

describe("a trade begins on the row's day", () => {
  const trade = "[trade return long at '09:30' until close]";
  test.each([
    `at(${trade}, -1)`,
    `change(${trade})`,
    `highest(${trade}, -4 .. 0)`,
    `count(${trade} > 0, -4 .. 0)`,
    `bars_since(${trade} > 0, 5)`,
    `rank(${trade})`,
    `rank(${trade}, by sector)`,
    `z_score(${trade})`,
    `group_median(${trade}, by sector)`,
    `percent(${trade} > 0, by sector)`,
    `avg(${trade}, by sector)`,
    `min(${trade}, by sector)`,
    `market(avg, ${trade})`,
    "market(avg, {Won})",
    "crosses_above({Won}, 0)",
  ])("%s", (text) => {
    expect(found(text)).toContain("trade-moved");
  });
  test.each([
    `min(${trade}, 5)`,
    `max(${trade}, {Won})`,
    `round(${trade}, 1)`,
    `if(${trade} > 0, 1, 0)`,
    `default(${trade}, 0) - 0.1`,
    `between(${trade}, 0, 5)`,
    "{Won} / 2",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("a filter with a trade is refused, also through a column", () => {
  expect(found("[trade return long at '09:30' until close] > 0", "filter")).toContain("trade-in-filter");
  expect(found("{Won} > 0", "filter")).not.toEqual([]);
});

test.each<readonly [string, boolean]>([
  ["[daily low -1 adj]", true],
  ["[daily low -1 adj] - 1", true],
  ["max([daily low -1 adj], [daily open adj])", true],
  ["{Level}", true],
  ["[daily open]", false],
  ["[daily open] * if([daily volume -1 adj] > 5, 0.98, 0.99)", false],
  ["[daily open] * ([daily close -1 adj] / [daily close -2 adj])", false],
  ["50", false],
])("%s is on the scale of adjusted prices: %s", (code, expected) => {
  const level = parseCode("[daily high -1 adj]").tree;
  const { tree } = parseCode(code);
  if (tree === null || level === null) throw new Error(code);
  expect(isOnScale(tree, "adj", columnsByKey([{ name: "Level", tree: level }]))).toBe(expected);
});

describe("a parameter in a trade", () => {
  const parameters = new Map([["n", 5]]);
  const trade = (levels: string): string => `[trade return long at '09:30' ${levels} until close]`;

  test("stands for a number as it would be written: percent, or average true ranges", () => {
    const code = trade("target $n atr(5) stop $n trail $N");
    const { tree, diagnostics } = diagnose(code, { columns, parameters, use: "column" });
    expect(diagnostics).toEqual([]);
    if (tree?.kind !== "trade") throw new Error("no trade");
    const { target, stop, trail } = tree.trade;
    expect([target, stop, trail]).toMatchObject([
      { by: "atr", length: 5, value: { value: 5 } },
      { by: "percent", value: { value: 5 } },
      { by: "percent", value: { value: 5 } },
    ]);
    expect(parameterNames(tree)).toEqual(["n"]);
    expect(printCode(tree)).toBe(code);
    const words = printWords(tree);
    expect(words).toBe("return of a long trade (at 09:30, target $n atr(5), stop $n, trail $N, until close)");
    const [fromWords, fromMembers] = [parseWords(words).tree, parseCode(membersText(members(tree))).tree];
    expect(fromWords && printCode(fromWords)).toBe(code);
    expect(fromMembers && printCode(fromMembers)).toBe(code);
  });

  test("in parentheses is a price", () => {
    const { tree } = diagnose(trade("stop ( $n )"), { columns, parameters, use: "column" });
    expect(tree?.kind === "trade" && tree.trade.stop).toMatchObject({ by: "price" });
    expect(tree && printCode(tree)).toBe(trade("stop ( $n )"));
  });

  test.each([
    ["stop $m", ["unknown-parameter"]],
    ["stop $n", []],
  ])("%s", (levels, codes) => {
    expect(diagnose(trade(levels), { columns, parameters, use: "column" }).diagnostics.map(({ code }) => code)).toEqual(
      codes,
    );
  });

  test.each([
    ["at '09:30' until close $n", "close 5", "a number of sessions"],
    ["at '09:30' until '15:59' $n", "'15:59' 5", "or a number of sessions"],
    ["at '09:30' stop 2 atr($n) until close", "atr(5)", "as in 2 atr(14)"],
    ["at '09:30' until $n", null, "the end itself, as in until '15:59', or a number of sessions"],
    ["at $n until close", null, "the time itself, as in at '09:30'"],
    ["above 5 from '09:30' .. $n until close", null, "the times themselves"],
    ["at '09:30' until close $n + 1", null, "a number of sessions"],
  ])("stands for no time and no length: %s", (clauses, fixed, right) => {
    const code = `[trade return long ${clauses}]`;
    const { diagnostics } = diagnose(code, { columns, parameters: new Map([["n", 5]]), use: "column" });
    const [{ code: found, from, to, message, fixes = [] } = { code: "", from: 0, to: 0, message: "" }] = diagnostics;
    expect([diagnostics.length, found, code.slice(from, to)]).toEqual([1, "trade-parameter", "$n"]);
    expect(message).toContain(right);
    expect(fixes.map(({ edits: [edit] }) => code.slice(0, edit?.from) + edit?.insert + code.slice(edit?.to))).toEqual(
      fixed === null ? [] : [expect.stringContaining(fixed)],
    );
  });

  test("has no fix where its value would be none either", () => {
    const at = (value: number) =>
      diagnose(
        "return of a long trade (at 09:30, until close $n)",
        { columns, parameters: new Map([["n", value]]), use: "column" },
        "words",
      );
    expect(at(5).diagnostics).toMatchObject([
      { code: "trade-parameter", fixes: [{ label: "Write 5, its value now" }] },
    ]);
    for (const value of [2.5, 1e6]) expect(at(value).diagnostics[0]).not.toHaveProperty("fixes");
  });

  test("has a value above 0", () => {
    const { diagnostics } = diagnose(trade("stop $n"), { columns, parameters: new Map([["n", 0]]), use: "column" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["trade-clause"]);
  });
});

test("a dollar beside an adjusted price of a trade is doubted, and the fix is one that a trade takes", () => {
  const code = "[trade return long above [daily high -1 adj] + 0.01 stop [daily low -1 adj] - 1 until close]";
  const { diagnostics } = diagnose(code, { columns, use: "column" });
  expect(diagnostics.map(({ code: found }) => found)).toEqual(["adjusted-amount", "adjusted-amount"]);
  const both = diagnostics.toReversed().reduce((now, { fixes: [fix] = [] }) => (fix ? applied(now, fix) : now), code);
  expect(both).toBe(
    "[trade return long above [daily high -1 adj] * ( ( [daily high -1] + 0.01 ) / [daily high -1] ) stop [daily low -1 adj] * ( ( [daily low -1] - 1 ) / [daily low -1] ) until close]",
  );
  expect(diagnose(both, { columns, use: "column" }).diagnostics).toEqual([]);
});
