import { describe, expect, test } from "vitest";
import {
  check,
  columnsByKey,
  compareKnownAt,
  diagnose,
  knownAtLabel,
  parseAnswer,
  parseCode,
  printCode,
  walk,
} from "../../src/formula/index.ts";
import type { CheckEnv, KnownColumn } from "../../src/formula/index.ts";

const column = (name: string, code: string): KnownColumn => ({ name, tree: parseCode(code).tree });
const COLUMNS = columnsByKey([
  column("A", "{B} + 1"),
  column("B", "{a}"),
  column("Own gap", "{gap} + 1"),
  column("Range", "[daily close]"),
  column("Label", "[identity name]"),
  column("Later", "[daily close 5 adj]"),
]);
const env = (use: CheckEnv["use"]): CheckEnv => ({
  columns: COLUMNS,
  use,
  currentOnly: new Set(),
  parameters: new Map([
    ["gap", 5],
    ["n", 2],
  ]),
});
const codes = (text: string, use: CheckEnv["use"]): readonly string[] =>
  diagnose(text, env(use)).diagnostics.map(({ code }) => code);

describe("mistakes of meaning", () => {
  test.each([
    ["[daily close]", "filter-not-boolean"],
    ["[earnings total-revenue-1q] > 5", "columns-only"],
    ["{Own gap} > 3", "unknown-column"],
    ["{nope} > 3", "unknown-column"],
    ["{gap} > $gapp", "unknown-parameter"],
    ["[daily close] > change([daily close], $nope)", "unknown-parameter"],
    ['[daily close] + "x" > 3', "not-a-number"],
    ['-"x" > 3', "not-a-number"],
    ["![daily close]", "not-a-condition"],
    ["[fundamental news] & 5", "not-a-condition"],
    ['[daily close] = "x"', "compare-types"],
    ["[daily date] > 5", "compare-types"],
    ['[identity name] > "x"', "compare-order"],
    ["[daily date] + [daily date -5] > 3", "date-arithmetic"],
    ["5 - [daily date] = '2024-01-02'", "date-arithmetic"],
    ["[daily close] > [daily volume]", "unit-mismatch"],
    ["[daily close] + [daily num_trades] > 5", "unit-mismatch"],
    ["max([daily close], [daily volume]) > 5", "unit-mismatch"],
    ["[daily max high -1 .. -10] > 5", "range-order"],
    ["[daily max high -3000 .. -1] > 5", "range-limit"],
    ["[daily high -3000] > 5", "day-limit"],
    ["[intraday max high '03:59' .. '09:29'] > 5", "time-limits"],
    ["[intraday max high '09:30' .. '20:00'] > 5", "time-limits"],
    ["[intraday max high '10:00' .. '09:29'] > 5", "time-order"],
    ["abs([daily close], 3) > 1", "argument-count"],
    ["min([daily close]) > 1", "argument-count"],
    ['abs("x") > 1', "argument-type"],
    ["count([daily close], -4 .. 0) > 1", "argument-type"],
    ['if([daily close] > 5, 1, "x") > 1', "argument-same"],
    ['in([daily close], 5, "x")', "argument-same"],
    ["abs(-3 .. 0) > 1", "argument-no-range"],
    ["count([daily close] > 5, [daily close]) > 1", "argument-range"],
    ["count([daily close] > 5, 0 .. -3) > 1", "range-order"],
    ["round([daily close], 1.5) > 1", "argument-literal"],
    ["at([daily close], [daily open]) > 1", "argument-literal"],
    ["bars_since([daily close] > 5, 1001) > 1", "argument-literal"],
    ["first_touch(5, -3, 10) = 1", "argument-literal"],
    ["min(5 > 3, 4) > 1", "argument-type"],
    ["> 5", "missing-value"],
    ["Close > 5", "bare-data-point"],
  ])("%s: %s", (text, code) => {
    expect(codes(text, "filter")).toEqual([code]);
  });

  test.each([
    ["{A}", "column-cycle"],
    ["{Range} + 1", "shadows-built-in"],
    ["{Label} + 1", "not-a-number"],
    ["{nope}", "unknown-column"],
    ["[daily close adj] / [earnings eps-diluted-1q]", "mixed-basis"],
    ["[earnings weighted-average-shares-diluted-1q] / [daily volume adj]", "mixed-basis"],
  ])("in a column, %s: %s", (text, code) => {
    expect(codes(text, "column")).toEqual([code]);
  });

  test("the sentences that are fixed to the letter", () => {
    expect(diagnose("[daily close]", env("filter")).diagnostics[0]?.message).toBe(
      "A filter formula must contain a logical operator (<, >, <=, >=, =, !=, &, |).",
    );
    const outside = "[intraday max high '03:00' .. '09:29'] > 5";
    expect(diagnose(outside, env("filter")).diagnostics[0]?.message).toBe("Time should be between 04:00 and 19:59.");
    const turned = "[intraday max high '10:00' .. '09:29'] > 5";
    expect(diagnose(turned, env("filter")).diagnostics[0]?.message).toBe("Start time cannot be greater then end time.");
  });

  test("mistakes in the text do not hide those of meaning", () => {
    expect(codes('[daily clsoe] > 3 & "x" > 5', "filter")).toEqual(["unknown-field", "compare-types"]);
  });

  test("a parameter is a number where a number is asked for, and has its value there", () => {
    const found = diagnose("{gap} > $GAP & pct_change([daily close adj], $n) > -$n", env("filter"));
    expect(found.diagnostics).toEqual([]);
    expect(found.tree && printCode(found.tree)).toBe("{gap} > $GAP & pct_change([daily close adj], $n) > -$n");
    expect(found.tree && [...walk(found.tree)].flatMap((node) => (node.kind === "number" ? node.value : []))).toEqual([
      5, 2, 2,
    ]);
    expect(diagnose("{gap} > $gapp", env("filter")).diagnostics[0]?.fixes?.[0]?.label).toBe("Write $gap");
  });

  test("500 columns that name each other are no danger", () => {
    const columns = columnsByKey(
      Array.from({ length: 500 }, (_, index) => column(`c${index}`, `{c${index + 1}} + {c${index + 1}}`)),
    );
    const tree = parseCode("{c0}").tree;
    expect(tree && check(tree, { columns, use: "column" }).diagnostics).toEqual([]);
  });
});

describe("what is probably not meant", () => {
  test.each([
    ["[daily close adj] > 5", "adjusted-level"],
    ["between([daily close adj], 5, 20)", "adjusted-level"],
    ["[daily close adj] > [daily high -1 adj] + 0.01", "adjusted-amount"],
    ["[daily low -1 adjdiv] - 2 * 1 > [daily close adjdiv]", "adjusted-amount"],
    ["[daily open adj] / [daily close -1] > 1.05", "mixed-basis"],
    ["[daily open adj] / [daily close -1 adjdiv] > 1.05", "mixed-basis"],
    ["[daily open] / [daily close -1 adjdiv] > 1.05", "mixed-basis"],
    ["[daily close adjdiv] > 5", "adjusted-level"],
    ["[daily close adj] * [daily volume] > 20M", "mixed-basis"],
    ["[daily open] / [daily close -1] > 1.05", "crosses-split"],
    ["[daily close -1] * [daily volume] > 20M", "crosses-split"],
    ["[daily avg close -20 .. -1] * [daily avg volume -20 .. -1] > 20M", "crosses-split"],
    ["[daily max high -5 .. 0] > 5", "crosses-split"],
    ["[indicator rsi(14) close] > 70", "crosses-split"],
    ["pct_change([daily close], 5) > 3", "crosses-split"],
    ["[daily close] / [daily open] > [ownership io_percent]", "unit-percent"],
    ["[daily close adj] > [daily max close -10 .. 0 adj]", "never-true"],
    ["5 > 6", "never-true"],
    ["'09:30' > '10:00'", "never-true"],
    ["'2024-01-02' > '2024-01-03'", "never-true"],
    ['"a b" != "A-B"', "never-true"],
    ['[identity symbol] = " "', "never-true"],
    ["count([daily close] > 5, -4 .. 0) > 5", "never-true"],
    ["bars_since([daily close] > 5, 20) > 20", "never-true"],
    ["rank([daily volume]) < 1", "never-true"],
    ["market(count, [daily close 1 adj] > [daily close adj]) > 5", "lookahead"],
    ["pct_rank([daily volume]) > 100", "never-true"],
    ["abs([daily close] - [daily open]) < 0", "never-true"],
    ["highest([daily close adj], -3 .. 0) < [daily close adj]", "never-true"],
    ["[daily volume adj] / [ownership float] > 1", "mixed-basis"],
    ["[ownership io_shares] / avg([daily volume adj], -20 .. -1) > 1", "mixed-basis"],
    ["[daily close adj] * [fundamental outstanding_shares] > 1B", "mixed-basis"],
    ["avg([daily volume adj], 20) / [daily volume adj] > 2", "day-not-length"],
    ["[daily max high 10 adj] > [daily close adj]", "day-not-length"],
    ["[indicator rsi 14 adj] > 70", "day-not-length"],
    ["[daily close] > [daily close]", "never-true"],
    ["[daily close] > 10 & [daily close] < 5", "never-true"],
    ["between([daily close], 10, 5)", "never-true"],
    ['[identity country] = "germny"', "unknown-value"],
    ['in([identity exchange], "NYSE", "NYZE")', "unknown-value"],
    ["[daily close 1 adj] > [daily open 1 adj]", "lookahead"],
    ["[indicator ichimoku.chikou adj] > [daily close adj]", "lookahead"],
    ["mfe(5) > 3", "lookahead"],
    ["[daily close adj] > [weekly close adj]", "lookahead"],
    ["[daily close adj] > [monthly open 1 adj]", "lookahead"],
    ["[fundamental news]", "lookahead"],
    ["[daily close] > 5 & [daily open] > 3 | {gap} > 5", "mixed-and-or"],
  ])("%s: %s", (text, code) => {
    expect(codes(text, "filter")).toEqual([code]);
  });

  test.each([
    "[daily close] > 5",
    "total_return(20) > 5",
    "[daily close adjdiv] > [indicator sma(50) close adjdiv]",
    "[daily close adjdiv] / [daily close adj] > 0.9",
    "[daily volume] / [ownership float] > 1",
    "[daily close] = 5 & [daily close] = 5.000000001",
    "count([daily close] > 5, -4 .. 0) >= 5",
    "rank([daily volume]) <= 1",
    "rank([daily volume], by sector) <= 1",
    "[daily volume] > avg([daily volume], by class)",
    "market(percent, [daily close adj] > [indicator sma(50) close adj]) > 80",
    "[daily close adj] > 0",
    "[daily close adj] > [daily close -1 adj]",
    "( [daily open adj] / [daily close -1 adj] - 1 ) * 100 > 5",
    "[daily close adj] / [daily close] != 1",
    "[daily close] * [daily volume] > 20M",
    "[daily close adj] * [daily volume adj] > 20M",
    "avg([daily close] * [daily volume], -20 .. -1) > 5M",
    "[daily close] * [daily volume] > 2 * avg([daily close] * [daily volume], -20 .. -1)",
    "[daily close adj] > [daily max close -10 .. -1 adj]",
    "[daily close] > 5 & [daily close -1] > 5",
    "count([daily close] > [daily open], -4 .. 0) >= 3",
    "[indicator rsi(14) close adj] > 70",
    "{gap} > 5",
    "[fundamental news '04:00' .. '15:59']",
    "[daily date] - 5 > '2024-01-02'",
    "[intraday time at max high '09:30' .. '15:59'] - '09:30' > 30",
    '[identity security_class] = "COMMON-STOCK"',
  ])("nothing about %s", (text) => {
    expect(codes(text, "filter")).toEqual([]);
  });

  test("each condition says for itself what it needs later", () => {
    expect(codes("[daily close 1 adj] > [daily open 1 adj] & ![fundamental news]", "filter")).toEqual([
      "lookahead",
      "lookahead",
    ]);
  });

  test("a later day warns, a later hour is worth knowing", () => {
    const severity = (text: string): string | undefined => diagnose(text, env("filter")).diagnostics[0]?.severity;
    expect(severity("[daily close 1 adj] > [daily open 1 adj]")).toBe("warning");
    expect(severity("[fundamental news]")).toBe("info");
    expect(diagnose("[daily close 1 adj]", env("column"))).toMatchObject({ outcome: true, diagnostics: [] });
  });

  test("a week that is not over is mended to what is known of it", () => {
    const [found] = diagnose("[weekly high adj] > 1.1 * [weekly high -1 adj]", env("filter")).diagnostics;
    expect(found?.fixes?.map(({ edits }) => edits[0]?.insert)).toEqual([
      "[weekly high so far adj]",
      "[weekly high -1 adj]",
    ]);
    expect(codes("[weekly high so far adj] > 1.1 * [weekly high -1 adj]", "filter")).toEqual([]);
  });

  test("present values say so, once for each field, unless the market knows better", () => {
    const text = '[identity exchange] = "NYSE" | [identity exchange] = "OTC"';
    const tree = parseCode(text).tree;
    const of = (currentOnly?: ReadonlySet<string>): readonly string[] =>
      tree === null
        ? []
        : check(tree, { columns: COLUMNS, use: "filter", ...(currentOnly ? { currentOnly } : {}) }).diagnostics.map(
            ({ code }) => code,
          );
    expect(of()).toEqual(["current-value"]);
    expect(of(new Set())).toEqual([]);
    expect(of(new Set(["exchange"]))).toEqual(["current-value"]);
    const grouped = parseCode("rank([daily volume], by sector) <= 3").tree;
    const codesWith = (currentOnly: ReadonlySet<string>): readonly string[] =>
      (grouped &&
        check(grouped, { columns: COLUMNS, use: "filter", currentOnly }).diagnostics.map(({ code }) => code)) ??
      [];
    expect(codesWith(new Set())).toEqual([]);
    expect(codesWith(new Set(["sector"]))).toEqual(["current-value"]);
  });
});

describe("units", () => {
  test.each([
    ["[daily close]", "price"],
    ["[daily close] * [daily volume]", "currency"],
    ["[daily volume] * [daily close] / [daily volume]", "price"],
    ["[daily close] / [daily open]", "ratio"],
    ["[daily close] / [daily open] - 1", "ratio"],
    ["( [daily close] / [daily open] - 1 ) * 100", "percent"],
    ["100 * [daily close] / [daily open]", "percent"],
    ["100 * ( [daily close] / [daily open] - 1 )", "percent"],
    ["{gap} / 100", "ratio"],
    ["[daily close] * 100", "price"],
    ["2 * [daily close]", "price"],
    ["[daily close] * [daily close]", "plain"],
    ["1 / [daily close]", "plain"],
    ["abs([daily close] - [daily open])", "price"],
    ["sqrt([daily close])", "plain"],
    ["min(0, [daily close])", "price"],
    ["if({gap} > 5, 0, [daily volume])", "shares"],
    ["count({gap} > 5, -4 .. 0)", "count"],
    ["bars_since({gap} > 5, 20)", "sessions"],
    ["pct_change([daily close])", "percent"],
    ["[daily date] - [daily date -5]", "days"],
    ["[intraday time at max high] - '09:30'", "minutes"],
    ["[indicator sma(20) volume]", "shares"],
    ["[indicator rsi(14)]", "plain"],
    ["{gap}", "percent"],
    ["[daily date]", null],
  ])("%s: %s", (text, unit) => {
    expect(diagnose(text, env("column")).unit).toBe(unit);
  });
});

describe("known at", () => {
  test.each([
    ["5", null],
    ["[identity exchange]", "00:00"],
    ["[daily date]", "00:00"],
    ["[daily open]", "09:30"],
    ["[daily close]", "close"],
    ["[daily close -1]", "1 day ago, close"],
    ["[daily close 2]", "2 days later, close"],
    ["[daily open] / [daily close -1]", "09:30"],
    ["[daily max high -10 .. -1]", "1 day ago, close"],
    ["[daily max open -10 .. 0]", "09:30"],
    ["[intraday max high '04:00' .. '09:29']", "09:30"],
    ["[intraday close at '10:00']", "10:01"],
    ["[intraday max high]", "close"],
    ["[intraday sum volume '16:00' .. '19:59']", "20:00"],
    ["[indicator ema(20) close -1]", "1 day ago, close"],
    ["[indicator ema(20) close 5min at '10:00']", "10:00"],
    ["[fundamental market_cap]", "close"],
    ["[fundamental news '04:00' .. '09:29']", "09:30"],
    ["[fundamental news]", "24:00"],
    ["[earnings total-revenue-1q]", "close"],
    ["at([daily close], -2)", "2 days ago, close"],
    ["at(at([daily close], -2), 3)", "1 day later, close"],
    ["avg([daily close], -4 .. -1)", "1 day ago, close"],
    ["change([daily close])", "close"],
    ["mfe(5)", "5 days later, close"],
    ["first_touch(5, 3, 10)", "10 days later, close"],
    ["if([daily open] > 5, [daily close -1], [identity name] = [identity name])", "09:30"],
    ["{Later} / [daily close adj]", "5 days later, close"],
    ["[indicator ichimoku.span_a adj]", "close"],
    ["[indicator ichimoku.chikou -30 adj]", "4 days ago, close"],
    ["[indicator ichimoku.chikou 5min at '10:00' adj]", "12:10"],
    // 26 hours from 10:00 on: 16 hours of trading a session.
    ["[indicator ichimoku.chikou 60min at '10:00' adj]", "1 day later, close"],
  ])("%s: %s", (text, label) => {
    const { knownAt } = diagnose(text, env("column"));
    expect(knownAt && knownAtLabel(knownAt)).toBe(label);
  });

  test("is ordered by day, then by time, the close at 16:00", () => {
    const order = [
      { day: -1, minute: "close" },
      { day: 0, minute: 0 },
      { day: 0, minute: 570 },
      { day: 0, minute: "close" },
      { day: 0, minute: 961 },
      { day: 1, minute: 0 },
    ] as const;
    expect(order.toReversed().toSorted(compareKnownAt)).toEqual(order);
  });
});

describe("POST /parse", () => {
  test("a formula that is right", () => {
    expect(parseAnswer({ formula: "[daily open]\n> 5", is_filter: true })).toEqual({
      success: true,
      result: [
        { type: "data_point", data_point: "open", n: 0, value: "daily", adjusted: false },
        { type: "operator", value: ">" },
        { type: "number", value: 5 },
      ],
      diagnostics: [],
      code: "[daily open] > 5",
      words: "open is above 5",
      type: "boolean",
      unit: null,
      known_at: { day: 0, minute: 570, label: "09:30" },
    });
  });

  test("names of columns are known for columns only", () => {
    const question = { formula: "{Own Gap} * 2", column_list: "x|own gap" };
    expect(parseAnswer(question)).toMatchObject({ success: true, type: "number" });
    expect(parseAnswer({ ...question, is_filter: true })).toMatchObject({ success: false });
    expect(parseAnswer({ formula: "{other} * 2", column_list: "x|own gap" })).toMatchObject({ success: false });
  });

  test("a failure has diagnostics and nothing else", () => {
    const answer = parseAnswer({ formula: "5 +" });
    expect(answer).toMatchObject({ success: false, result: [], code: null, type: null, known_at: null });
    expect(answer.diagnostics.map(({ code }) => code)).toEqual(["missing-value"]);
  });

  test("the same formula in words", () => {
    const code = parseAnswer({ formula: "[daily open]\n> 5", is_filter: true });
    expect(parseAnswer({ formula: "open\nis above 5", is_filter: true, notation: "words" })).toEqual(code);
  });
});

describe("messages call an indicator", () => {
  const message = (text: string, notation: "code" | "words"): string | undefined =>
    diagnose(text, { columns: new Map(), use: "column" }, notation).diagnostics[0]?.message;

  test("as the notation writes it", () => {
    expect(message("[indicator rolling_vwap(0)]", "code")).toMatch(/ROLLING_VWAP/);
    expect(message("rolling VWAP(0)", "words")).toMatch(/rolling VWAP/);
    expect(message("rolling VWAP(3) of close", "words")).toMatch(/^rolling VWAP /);
  });

  test("as its card does, where a card made it", () => {
    const point = { group: "indicator", name: "rolling_vwap", line: "value", source: null, day: 0 } as const;
    const called = (bars: { timeframe: 5; at: number } | null): string | undefined => {
      const data = { ...point, parameters: [0], bars, basis: "unadj" } as const;
      return check({ from: 0, to: 0, kind: "data", point: data }, { columns: new Map(), use: "column" }).diagnostics[0]
        ?.message;
    };
    expect(called(null)).toMatch(/ of VWAP is /);
    expect(called({ timeframe: 5, at: 600 })).toMatch(/ of ROLLING_VWAP is /);
  });
});
