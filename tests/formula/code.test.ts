import { describe, expect, test } from "vitest";
import { members, parseCode, printCode, sameTree } from "../../src/formula/index.ts";
import { BUILT_IN_COLUMNS, CALLS, INDICATORS } from "../../src/vocabulary/index.ts";

/** What is written, and its canonical form where that is not the same. */
const FORMULAS: readonly (readonly [code: string, canonical?: string])[] = [
  ["[daily close -1 adj]"],
  ["[daily max high -10 .. -1 adj]"],
  ["[daily max high -10..-1]", "[daily max high -10 .. -1]"],
  ["[daily max high -1]", "[daily max high -1 .. -1]"],
  ["[daily close 0 unadj]", "[daily close]"],
  ["[ Adj -1 DAILY Close ]", "[daily close -1 adj]"],
  ["[daily close at max volume -10 .. -1]"],
  ["[intraday max high '09:30' .. '10:29' -1]"],
  ["[intraday volume '04:00' .. '09:29']", "[intraday sum volume '04:00' .. '09:29']"],
  ["[intraday vwap]", "[intraday avg vwap '09:30' .. '15:59']"],
  ["[intraday close at '9:30']", "[intraday close at '09:30']"],
  ["[intraday open at max high '09:30' .. '15:59']"],
  ["[indicator ema(20) close -1 adj]"],
  ["[indicator rsi]", "[indicator rsi(14) close]"],
  ["[indicator bbands.upper(20, 2) close]"],
  ["[indicator bb.lower]", "[indicator bbands.lower(20, 2) close]"],
  ["[indicator ema(200) close 5min at '10:00' -1]"],
  ["[indicator vwap 5min at '10:00']"],
  ["[identity exchange]"],
  ["[identity type -3]", "[identity security_class -3]"],
  ["[fundamental market_cap]"],
  ["[fundamental news '00:00' .. '23:59' 0]", "[fundamental news]"],
  ["[fundamental earnings '16:00' .. '19:59' -1]"],
  ["[fundamental ipo]"],
  ["[ownership float]"],
  ["[earnings total-revenue-1q]"],
  ["[earnings total-assets]"],
  ["[earnings total-assets-1q]", "[earnings total-assets]"],
  ["[earnings total-assets-2q]"],
  ["[earnings total-revenue]", "[earnings total-revenue-1q]"],
  ["[earnings Revenue-5q]", "[earnings total-revenue-5q]"],
  ["([daily open adj]/[daily close -1 adj]-1)*100", "( [daily open adj] / [daily close -1 adj] - 1 ) * 100"],
  ["5 - 2 + 1"],
  ["(5 - 2) + 1", "5 - 2 + 1"],
  ["5 - (2 + 1)", "5 - ( 2 + 1 )"],
  ["5 / (2 * 3) * -(4 + 1)", "5 / ( 2 * 3 ) * -( 4 + 1 )"],
  ["- -5", "- -5"],
  ["!{a} > 5 & {b}", "!( {a} > 5 ) & {b}"],
  ["!!{a}"],
  ["({a} | {b}) & {c}", "( {a} | {b} ) & {c}"],
  ["({a} & {b}) | {c}", "( {a} & {b} ) | {c}"],
  ["1500000 + 1.5m + 2K + 1234567", "1.5M + 1.5M + 2000 + 1.234567M"],
  ["1000000000 * 0.1"],
  ["count([daily close] > 5, -4 .. 0) >= 3"],
  ["count([daily close] > 5, -1)", "count([daily close] > 5, -1 .. -1)"],
  ["at([daily close], -1)"],
  ["MAX(1,100)", "max(1, 100)"],
  ['[identity name] = "a ""b"" c"'],
  ["[daily date] >= '2024-03-28'"],
  ["{ My Gap }", "{My Gap}"],
  ["/* a */ [daily close] /* b */ > 5 /* c */", "/* a */ [daily close] > /* b */ 5 /* c */"],
  ["5 /*\n*/ +\n3", "5 + /* */ 3"],
];

describe("code", () => {
  test.each(FORMULAS.map(([code, canonical = code]) => [code, canonical]))("%s", (code, canonical) => {
    const { tree, diagnostics } = parseCode(code);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tree && printCode(tree)).toBe(canonical.replace("1000000000 *", "1B *").replace("1.234567M", "1234567"));
    const again = tree && parseCode(printCode(tree)).tree;
    expect(tree && again && sameTree(tree, again)).toBe(true);
  });

  test("every example of the vocabulary reads and is canonical", () => {
    for (const { example: code } of [
      ...CALLS.map(({ example }) => ({ example })),
      ...BUILT_IN_COLUMNS.map((c) => ({ example: c.code })),
    ]) {
      const { tree, diagnostics } = parseCode(code);
      expect(diagnostics, code).toEqual([]);
      expect(tree && printCode(tree)).toBe(code);
    }
  });

  test("every line of every indicator reads with its defaults", () => {
    for (const { name, lines, intradayOnly } of INDICATORS) {
      for (const line of lines) {
        const bars = intradayOnly ? " 5min at '10:00'" : "";
        const code = `[indicator ${name}${lines.length > 1 ? `.${line.name}` : ""}${bars}]`;
        expect(parseCode(code).diagnostics, code).toEqual([]);
      }
    }
  });

  test("nodes carry their places", () => {
    const { tree } = parseCode("( {a} + 5 ) * 2");
    expect(tree).toMatchObject({ kind: "product", from: 0, to: 15, first: { kind: "sum", from: 2, to: 9 } });
  });

  test("a default never says that it was left out", () => {
    expect(parseCode("[indicator macd.hist]").tree).toMatchObject({
      point: {
        name: "macd",
        line: "hist",
        parameters: [12, 26, 9],
        source: "close",
        bars: null,
        day: 0,
        basis: "unadj",
      },
    });
  });
});

describe("members", () => {
  test("stand in source order, redundant parentheses kept", () => {
    expect(members("( ( [daily open -1 adj] ) / {Gap} - 5 )")).toEqual([
      { type: "operator", value: "(" },
      { type: "operator", value: "(" },
      { type: "data_point", data_point: "open", n: -1, value: "daily", adjusted: true },
      { type: "operator", value: ")" },
      { type: "operator", value: "/" },
      { type: "column", value: "Gap" },
      { type: "operator", value: "-" },
      { type: "number", value: 5 },
      { type: "operator", value: ")" },
    ]);
  });

  test.each([
    [
      "[daily max high -10 .. -1]",
      { value: "daily", data_point: "high", func: "MAX", from: -10, to: -1, adjusted: false },
    ],
    [
      "[daily close at min low -5 .. 0]",
      {
        value: "daily",
        data_point: "close",
        is_the: "MIN",
        data_point_to_evaluate: "low",
        from: -5,
        to: 0,
        adjusted: false,
      },
    ],
    [
      "[intraday max high '09:30' .. '10:29' -1]",
      {
        value: "intraday",
        data_point: "high",
        func: "MAX",
        start_time: "09:30",
        end_time: "10:29",
        n: -1,
        adjusted: false,
      },
    ],
    ["[intraday close at '10:00']", { value: "intraday", data_point: "close", time: "10:00", n: 0, adjusted: false }],
    [
      "[indicator ema(200) close 5min at '10:00']",
      {
        value: "indicator",
        data_point: "close",
        func: "EMA",
        params: [200],
        timeframe: 5,
        time: "10:00",
        n: 0,
        adjusted: false,
      },
    ],
    [
      "[indicator bbands.upper(20, 2) close adj]",
      { value: "indicator", data_point: "close", func: "BBANDS", params: [20, 2], line: "upper", n: 0, adjusted: true },
    ],
    ["[identity type]", { value: "identity", data_point: "security_class", n: 0, adjusted: false }],
    [
      "[fundamental news]",
      { value: "fundamental", data_point: "news", start_time: "00:00", end_time: "23:59", n: 0, adjusted: false },
    ],
    ["[earnings total-revenue-1q]", { value: "earnings", data_point: "total-revenue-1q", n: 0, adjusted: false }],
  ])("%s", (code, member) => {
    expect(members(code)).toEqual([{ type: "data_point", ...member }]);
  });

  test("functions, ranges, texts, times and dates have types of their own", () => {
    expect(members(`any([identity name] = "x", -20 .. -1)`).map(({ type }) => type)).toEqual([
      "function",
      "operator",
      "data_point",
      "operator",
      "text",
      "operator",
      "range",
      "operator",
    ]);
    expect(members("'9:30' = '2024-01-02'")).toEqual([
      { type: "time", value: "09:30" },
      { type: "operator", value: "=" },
      { type: "date", value: "2024-01-02" },
    ]);
  });

  test("a text that does not parse has none", () => {
    expect(members("5 +")).toEqual([]);
  });
});
