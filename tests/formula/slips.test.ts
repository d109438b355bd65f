import { describe, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

/** A mistake, the one code it gives, and what the first fix makes of it; null where there is none. */
const SLIPS: readonly (readonly [text: string, code: string, fixed: string | null])[] = [
  ["", "empty", null],
  ["  /* nothing */ ", "empty", null],
  ["[daily close] == 5", "operator-spelling", "[daily close] = 5"],
  ["[daily close] <> 5", "operator-spelling", "[daily close] != 5"],
  ["[daily close] => 5", "operator-spelling", "[daily close] >= 5"],
  ["[daily close] ≥ 5", "operator-spelling", "[daily close] >= 5"],
  ["{a} && {b}", "operator-spelling", "{a} & {b}"],
  ["{a} || {b}", "operator-spelling", "{a} | {b}"],
  ["{a} and {b}", "operator-spelling", "{a} & {b}"],
  ["not {a}", "operator-spelling", "!{a}"],
  ["5 − 3", "operator-spelling", "5 - 3"],
  ["2 ^ 3", "power", "pow(2, 3)"],
  ["({a} + 1) ** 2", "power", "pow({a} + 1, 2)"],
  ["[daily close] > 5%", "percent-sign", "[daily close] > 0.05"],
  ["[daily volume] > 1,000,000", "number-format", "[daily volume] > 1M"],
  ["abs(1,000)", "number-format", "abs(1000)"],
  [".5 + 1", "number-format", "0.5 + 1"],
  ["1e6 + 1", "number-format", "1M + 1"],
  ["5x + 1", "number-unknown", null],
  [`${"9".repeat(400)} + 1`, "number-large", null],
  ["+5 + 1", "plus-sign", "5 + 1"],
  ["5, 3", "comma", null],
  ["[daily close] 5 days ago", "words-in-code", "[daily close -5]"],
  ["close yesterday > 3", "words-in-code", "[daily close -1] > 3"],
  ["[daily close] is above 5", "words-in-code", "[daily close] > 5"],
  ["[daily close > 5", "not-closed", "[daily close] > 5"],
  ["[daily close > [daily open]", "not-closed", "[daily close] > [daily open]"],
  ["([daily close] > 5", "not-closed", "([daily close] > 5)"],
  ["[daily close] > 5)", "not-opened", "[daily close] > 5"],
  ["[daily close]] > 5", "not-opened", "[daily close] > 5"],
  ['[identity name] = "abc', "not-closed", '[identity name] = "abc"'],
  ["[intraday close at '10:00] > 5", "not-closed", "[intraday close at '10:00'] > 5"],
  ["{gap > 5 & {gain} > 3", "not-closed", "{gap} > 5 & {gain} > 3"],
  ["/* open 5 > 3", "not-closed", null],
  ["[indicator ema(20 close]", "not-closed", "[indicator ema(20) close]"],
  ["[daily [close]]", "misplaced", "[daily close]"],
  ["[daily close] // the close", "line-comment", "[daily close] /* the close */"],
  ["[daily clsoe] > 5", "unknown-field", "[daily close] > 5"],
  ["[dialy close]", "unknown-group", "[daily close]"],
  ["[close -1]", "group-missing", "[daily close -1]"],
  ["[ema(20) close]", "group-missing", "[indicator ema(20) close]"],
  ["[intraday float]", "unknown-field", "[ownership float]"],
  ["[daily ema(20)]", "no-parameters", "[indicator ema(20)]"],
  ["[daily highest close -3 .. 0]", "unknown-range-function", "[daily max close -3 .. 0]"],
  ["[daily close max -3 .. 0]", "unknown-range-function", "[daily max close -3 .. 0]"],
  ["[daily high -10 .. -1]", "range-needs-function", "[daily max high -10 .. -1]"],
  ["[daily close at max volume]", "extreme-needs-range", "[daily close at max volume -10 .. -1]"],
  ["[daily close -1.5]", "day-whole", null],
  ["[daily close, -1]", "misplaced", "[daily close -1]"],
  ["[daily close adj adj]", "repeated-part", "[daily close adj]"],
  ["[daily close at '10:00']", "part-not-allowed", "[intraday close at '10:00']"],
  ["[identity exchange adj]", "adjusted-not-allowed", "[identity exchange]"],
  ["[intraday close '10:00']", "window-needs-at", "[intraday close at '10:00']"],
  ["[intraday close at 10:00]", "time-format", "[intraday close at '10:00']"],
  ["[intraday close at '930']", "time-format", "[intraday close at '09:30']"],
  ["[intraday max close -3 .. 0]", "single-day", "highest([intraday max close], -3 .. 0)"],
  ["[intraday time '09:30' .. '10:00']", "window-needs-function", "[intraday first time '09:30' .. '10:00']"],
  ["[indicator bbands close]", "line-missing", "[indicator bbands.upper close]"],
  ["[indicator bbands.uper]", "unknown-line", "[indicator bbands.upper]"],
  ["[indicator emaa(20)]", "unknown-indicator", "[indicator ema(20)]"],
  ["[indicator ema(0)]", "parameter-value", "[indicator ema(1)]"],
  ["[indicator ema(20, 3)]", "parameter-count", "[indicator ema(20)]"],
  ["[indicator macd.line(26, 12, 9)]", "parameters-refused", "[indicator macd.line(12, 26, 9)]"],
  ["[indicator ema(20) close 5m at '10:00']", "timeframe", "[indicator ema(20) close 5min at '10:00']"],
  ["[indicator ema(20) close 7min at '10:00']", "timeframe", "[indicator ema(20) close 5min at '10:00']"],
  ["[indicator ema(20) 5min]", "at-missing", "[indicator ema(20) 5min at '10:00']"],
  ["[indicator ema(20) at '10:00']", "at-needs-timeframe", "[indicator ema(20) 5min at '10:00']"],
  ["[indicator atr(14) close]", "no-source", "[indicator atr(14)]"],
  ["[indicator vwap]", "timeframe-missing", "[indicator vwap 5min at '10:00']"],
  ["[earnings total_revenue_1q]", "statement-item", "[earnings total-revenue-1q]"],
  ["[earnings total-revnue-3q]", "statement-item", "[earnings total-revenue-3q]"],
  ["[earnings goodwil]", "statement-item", "[earnings goodwill]"],
  ["[earnings moonshine-1q]", "statement-item", null],
  ["[total-assets]", "group-missing", "[earnings total-assets]"],
  ["[]", "point-empty", null],
  ["[daily]", "field-missing", "[daily open]"],
  ["{}", "column-empty", null],
  ["clos > 5", "unknown-name", "[daily close] > 5"],
  ["close[1] > 5", "bare-data-point", "[daily close -1] > 5"],
  ["gap > 5", "bare-column", "{gap} > 5"],
  ["abs > 5", "function-parentheses", null],
  ["ema(20) > 3", "indicator-call", "[indicator ema(20) close] > 3"],
  ["avrg({a}, -3 .. 0)", "unknown-function", "avg({a}, -3 .. 0)"],
  ["crossover({a}, {b})", "unknown-function", "crosses_above({a}, {b})"],
  ["constructor({a})", "unknown-function", null],
  ["5 > 3 > 2", "chained-comparison", "5 > 3 & 3 > 2"],
  ["5 +", "missing-value", null],
  ["[daily close] > = 5", "operator-spelling", "[daily close] >= 5"],
  ["[daily close] =! 5", "operator-spelling", "[daily close] != 5"],
  ["[daily close] > 5.", "number-format", "[daily close] > 5"],
  ["[daily close] > 1,5", "number-format", "[daily close] > 1.5"],
  ["[daily volume] > 1_000_000", "number-format", "[daily volume] > 1M"],
  ["[daily volume] > 1.000.000", "number-format", "[daily volume] > 1M"],
  ["[daily volume] > 1 000 000", "number-format", "[daily volume] > 1M"],
  ["[daily volume] > 10mil", "number-format", "[daily volume] > 10M"],
  ["[daily close] > $5", "unknown-character", "[daily close] > 5"],
  ["[daily close] > 5$", "unknown-character", "[daily close] > 5"],
  ["[daily close] > 5, [daily open] > 3", "comma", "[daily close] > 5 & [daily open] > 3"],
  ['[identity exchange] = "NYSE", "OTC"', "comma", 'in([identity exchange], "NYSE", "OTC")'],
  ["[identity exchange] = NYSE", "bare-text", '[identity exchange] = "NYSE"'],
  ["[identity security_class] != Common Stock", "bare-text", '[identity security_class] != "Common Stock"'],
  ["[daily close] = null", "no-literal", "is_null([daily close])"],
  ["[fundamental news] = true", "no-literal", "[fundamental news]"],
  ["[fundamental news] = false", "no-literal", "![fundamental news]"],
  ["[daily close] between 5 and 10", "function-parentheses", "between([daily close], 5, 10)"],
  ["is_null [daily close]", "function-parentheses", "is_null([daily close])"],
  ["[daily close] in (5, 10)", "function-parentheses", "in([daily close], 5, 10)"],
  ["sma([daily close -1 adj], 20) > 5", "indicator-call", "[indicator sma(20) close -1 adj] > 5"],
  ["gap} > 5", "not-opened", "{gap} > 5"],
  ["daily close -1] > 5", "not-opened", "[daily close -1] > 5"],
  ["[daily close[1]]", "misplaced", "[daily close -1]"],
  ["[daily close -1d]", "words-in-code", "[daily close -1]"],
  ["[daily close yesterday]", "words-in-code", "[daily close -1]"],
  ["[intraday high premarket]", "words-in-code", "[intraday high '04:00' .. '09:29']"],
  ["[intraday high after hours]", "words-in-code", "[intraday high '16:00' .. '19:59']"],
  ["[intraday high '09:30' - '10:00']", "operator-spelling", "[intraday high '09:30' .. '10:00']"],
  ["[intraday high '09:30' to '10:00']", "operator-spelling", "[intraday high '09:30' .. '10:00']"],
  ["[intraday close at 10:00am]", "time-format", "[intraday close at '10:00']"],
  ["[daily high -1 .. -10]", "range-needs-function", "[daily max high -10 .. -1]"],
  ["[daily close(3)]", "no-parameters", "[daily close]"],
  ["[rsi 14]", "group-missing", "[indicator rsi(14)]"],
  ["* 5", "missing-value", null],
  ["5 + * 3", "missing-value", null],
  ["()", "missing-value", null],
  ["[daily close] [daily open]", "missing-operator", null],
  ["5 $ 3", "unknown-character", null],
  ["10:30 > {a}", "time-format", "'10:30' > {a}"],
  ["[daily date] > 2024-01-05", "date-format", "[daily date] > '2024-01-05'"],
  ["[daily date] > '01/05/2024'", "date-format", "[daily date] > '2024-01-05'"],
  ["[daily date] > '2024-02-30'", "date-invalid", null],
  ["[identity name] = 'NYSE'", "single-quotes", '[identity name] = "NYSE"'],
  ["[identity name] = “abc”", "quote-shape", '[identity name] = "abc"'],
];

describe("one mistake, one message", () => {
  test.each(SLIPS)("%s", (text, code, fixed) => {
    const { tree, diagnostics } = parseCode(text);
    expect(tree).toBeNull();
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    expect(fix ? applied(text, fix) : null).toBe(fixed);
    if (fixed !== null && code !== "line-missing" && !text.startsWith("/*"))
      expect(parseCode(fixed).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("independent mistakes are all reported", () => {
    const { diagnostics } = parseCode("[daily clsoe] == 5% && (foo(3) > .5");
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "unknown-field",
      "operator-spelling",
      "percent-sign",
      "operator-spelling",
      "not-closed",
      "unknown-function",
      "number-format",
    ]);
  });

  test("& and | without parentheses warn, with the parentheses as fix", () => {
    const text = "{a} & {b} | {c}";
    const { tree, diagnostics } = parseCode(text);
    expect(tree).not.toBeNull();
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["mixed-and-or", "warning"]]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    const fixed = fix ? applied(text, fix) : "";
    expect(fixed).toBe("( {a} & {b} ) | {c}");
    expect(parseCode(fixed).diagnostics).toEqual([]);
  });
});
