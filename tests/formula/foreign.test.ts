import { describe, expect, test } from "vitest";
import { diagnose, translate } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const ENV = { columns: new Map(), use: "column" } as const;

/** Formulas of other platforms and what they are here. */
const SAID: readonly (readonly [platform: string, text: string, ...codes: readonly string[]])[] = [
  ["excel", "=AND([daily close]>5,[daily open]>3)", "[daily close] > 5 & [daily open] > 3"],
  ["excel", "=OR([daily close]>5;[daily open]>3)", "[daily close] > 5 | [daily open] > 3"],
  ["excel", "AND(close=5, open<>3)", "[daily close] = 5 & [daily open] != 3"],
  [
    "excel",
    "=IF(NOT(close>5), ROUND(close, 1), AVERAGE(open, close))",
    "if(!( [daily close] > 5 ), round([daily close], 1), ( [daily open] + [daily close] ) / 2)",
  ],
  ["excel", '=[identity exchange]="NYSE"', '[identity exchange] = "NYSE"'],
  ["excel", "={gap}/100>5%", "{gap} / 100 > 0.05"],
  ["tc2000", "C > C1", "[daily close adj] > [daily close -1 adj]"],
  ["tc2000", "(C - C1) / C1 > .04", "( [daily close adj] - [daily close -1 adj] ) / [daily close -1 adj] > 0.04"],
  [
    "tc2000",
    "C > AVGC20.1 AND NOT C = O",
    "[daily close adj] > [indicator sma(20) close -1 adj] & !( [daily close adj] = [daily open adj] )",
  ],
  ["tc2000", "XUP(AVGC20, XAVGC50)", "crosses_above([indicator sma(20) close adj], [indicator ema(50) close adj])"],
  ["tc2000", "H > MAXH20.1", "[daily high adj] > [daily max high -20 .. -1 adj]"],
  ["tc2000", "COUNTTRUE(C > O, 5) >= 3", "count([daily close adj] > [daily open adj], -4 .. 0) >= 3"],
  // Which of them is meant decides by a factor of a hundred.
  [
    "tc2000",
    "AVGV50 > 10000",
    "[indicator sma(50) volume adj] / 100 > 10000",
    "[indicator sma(50) volume adj] > 10000",
  ],
  ["pine", "ta.rsi(close, 14) > 70", "[indicator rsi(14) close adj] > 70"],
  ["pine", "ta.stdev(close, 20)", "[indicator stddev(20) close adj]"],
  ["pine", "ta.sma(close, 20)[1] > close[2]", "[indicator sma(20) close -1 adj] > [daily close -2 adj]"],
  [
    "pine",
    "close > open ? ta.highest(20) : ta.lowest(low, 10)[2]",
    "if([daily close adj] > [daily open adj], [daily max high -19 .. 0 adj], [daily min low -11 .. -2 adj])",
  ],
  [
    "pine",
    '//@version=5\nindicator("x")\nlen = input.int(20, "Length", minval=1)\nma = ta.sma(close, len)\nplotshape(ta.crossover(close, ma), style=shape.triangleup)',
    "crosses_above([daily close adj], [indicator sma(20) close adj])",
  ],
  // As the server sees it, without its line breaks.
  [
    "pine",
    "x = ta.ema(close, 9) y = ta.ema(close, 21) ta.crossover(x, y)",
    "crosses_above([indicator ema(9) close adj], [indicator ema(21) close adj])",
  ],
  [
    "pine",
    "math.abs(ta.change(close)) > 2 and not na(volume)",
    "abs(change([daily close adj], 1)) > 2 & !is_null([daily volume adj])",
  ],
  ["thinkscript", "def x = close > 5;", "[daily close adj] > 5"],
  [
    "thinkscript",
    "input length = 20;\ndef avg = ExpAverage(close, length);\nplot x = close crosses above avg;",
    "crosses_above([daily close adj], [indicator ema(20) close adj])",
  ],
  [
    "thinkscript",
    "plot scan = Highest(high[1], 20) < high and RSI(length = 14) > 70;",
    "highest([daily high -1 adj], -19 .. 0) < [daily high adj] & [indicator rsi(14) close adj] > 70",
  ],
  [
    "thinkscript",
    "plot s = if close is greater than open then 1 else 0;",
    "if([daily close adj] > [daily open adj], 1, 0)",
  ],
];

/** What cannot be said is named, and nothing is offered. */
const UNSAID: readonly (readonly [platform: string, text: string, unsaid: string])[] = [
  ["excel", "=IF(A1>5, 1, 0)", "A1"],
  ["excel", "=VLOOKUP(close, 5)", "VLOOKUP(close, 5)"],
  ["tc2000", "C > C1 AND RSI14 > 70", "RSI14"],
  ["pine", 'request.security("SPY", "D", close) > 5', 'request.security("SPY", "D", close)'],
  ["pine", "ta.barssince(close > open) > 5", "ta.barssince(close > open)"],
  ["pine", "ta.rsi(close,", "ta.rsi(close,"],
  ["thinkscript", "plot x = close(period = AggregationPeriod.WEEK) > 5;", "close(period = AggregationPeriod.WEEK)"],
  ["thinkscript", "rec x = x[1] + 1;\nplot y = x > 5;", "x"],
];

describe("a formula of another platform", () => {
  test.each(SAID)("%s: %s", (platform, text, ...codes) => {
    const found = translate(text);
    expect(found?.platform).toBe(platform);
    expect(found?.unsaid).toEqual([]);
    expect(found?.readings.flatMap(({ formulas }) => formulas.map(({ code }) => code))).toEqual(codes);
    for (const code of codes)
      expect(diagnose(code, ENV).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const piece of found?.pieces ?? []) expect(text.slice(piece.from, piece.to)).toBe(piece.text);
  });

  test.each(SAID)("is one finding with the translation as its fix, in both notations: %s: %s", (_, text, ...codes) => {
    for (const notation of ["code", "words"] as const) {
      const { diagnostics } = diagnose(text, ENV, notation);
      expect(diagnostics.map(({ code }) => code)).toEqual(["foreign-formula"]);
      const fixes = diagnostics[0]?.fixes ?? [];
      expect(fixes).toHaveLength(codes.length);
      for (const fix of fixes) expect(diagnose(applied(text, fix), ENV, notation).tree).not.toBeNull();
    }
  });

  test("what was understood is listed with how many bars back it is", () => {
    const pieces = translate("plot x = open / close[1] > Average(close, 20)[2];")?.pieces ?? [];
    expect(pieces.map(({ text, code }) => [text, code])).toEqual([
      ["open", "[daily open adj]"],
      ["close[1]", "[daily close -1 adj]"],
      ["close", "[daily close adj]"],
      ["Average(close, 20)[2]", "[indicator sma(20) close -2 adj]"],
    ]);
  });

  test.each(UNSAID)("%s cannot be said: %s", (platform, text, unsaid) => {
    const found = translate(text);
    expect(found?.platform).toBe(platform);
    expect(found?.readings).toEqual([]);
    expect(found?.unsaid.map((one) => one.text)).toContain(unsaid);
    const [finding] = diagnose(text, ENV).diagnostics;
    expect(finding?.message).toContain(`${unsaid} cannot be said here`);
    expect(finding?.fixes).toBeUndefined();
  });

  test("asks how TC2000 counts volume", () => {
    const [finding] = diagnose("V > 10000", ENV).diagnostics;
    expect(finding?.fixes?.map(({ label }) => label)).toEqual([
      "With volume in hundreds of shares, as TC2000 counts it: [daily volume adj] / 100 > 10000",
      "With volume in shares: [daily volume adj] > 10000",
    ]);
  });

  test.each([
    "[daily close] > 5",
    "[daily clsoe] > 5",
    "close > close[1]",
    "crossover({a}, {b})",
    "sma(close, 20) > 5",
    "if([daily close] > 5, 1, 2",
    "cc > 5",
    "5 > 3 > 2",
    "exchange is NYSE",
    "close is above sam(20)",
  ])("is nothing of ours: %s", (text) => {
    expect(translate(text)).toBeNull();
  });

  test("stays within the length of a formula, however often definitions name each other", () => {
    const lines = Array.from({ length: 40 }, (_, n) => `a${n + 1} = a${n} + a${n}`);
    const found = translate(["//@version=5", "a0 = close", ...lines].join("\n"));
    expect(found?.readings).toEqual([]);
    expect(found?.unsaid.some(({ why }) => why.includes("longer"))).toBe(true);
  });
});
