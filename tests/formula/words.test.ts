import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileTests } from "@lezer/generator/test";
import { getStyleTags } from "@lezer/highlight";
import type { Tag } from "@lezer/highlight";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  diagnose,
  formulaTags,
  parseAnswer,
  parseCode,
  parseWords,
  PHRASES,
  printCode,
  printWords,
  wordsParser,
} from "../../src/formula/index.ts";
import { HIGHLIGHTED_WORDS } from "../../src/formula/highlighting-words.ts";
import { INDICATORS } from "../../src/vocabulary/index.ts";
import { applied } from "./applied.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import { cases } from "../cases.ts";

const codeOf = (words: string): string | null => {
  const { tree, diagnostics } = parseWords(words);
  expect(diagnostics, words).toEqual([]);
  return tree && printCode(tree);
};
const wordsOf = (code: string): string | null => {
  const { tree } = parseCode(code);
  return tree && printWords(tree);
};

/** The table of the formula language, 2. */
const TABLE: readonly (readonly [code: string, canonical: string, ...accepted: string[]])[] = [
  [
    "[daily close -1 adj]",
    "adjusted close 1 day ago",
    "adjusted previous close",
    "adjusted close yesterday",
    "previous adjusted close",
    "yesterday's adjusted close",
    "adj close 1 day ago",
    "split-adjusted close 1 session ago",
    "the adjusted close 1 trading day ago",
  ],
  ["[daily close 2]", "close 2 days later", "close in 2 days", "closing price 2 days later", "close 2 sessions ahead"],
  [
    "[daily max high -10 .. -1]",
    "highest high from 10 days ago to 1 day ago",
    "highest high of the previous 10 days",
    "maximum high over the prior 10 sessions",
    "highest high from -10 to -1",
    "highest high from 10 to 1 day ago",
    "highest high from 10 days ago until yesterday",
    "yesterday's 10 day high",
    "highest of the high of the previous 10 days",
  ],
  [
    "[daily avg volume -19 .. 0]",
    "average volume from 19 days ago to today",
    "average volume of the last 20 days",
    "average volume over the past 20 trading days",
    "20 day average volume",
    "20-day average volume",
  ],
  [
    "[intraday max high '04:00' .. '09:29']",
    "highest high between 04:00 and 09:29",
    "premarket high",
    "pre-market high",
    "highest premarket high",
    "high in the premarket",
    "highest high from 4:00 to 9:29",
    "high during the premarket session",
    "high between 4:00 am and 9:29 am",
  ],
  [
    "[intraday close at '10:00' -1]",
    "close at 10:00 1 day ago",
    "yesterday's close at 10:00",
    "close at '10:00' yesterday",
  ],
  [
    "[daily close at max volume -10 .. -1]",
    "close on the day of the highest volume from 10 days ago to 1 day ago",
    "close on the day with the highest volume of the previous 10 days",
  ],
  [
    "[indicator ema(20) close -1]",
    "EMA(20) of close 1 day ago",
    "20 day EMA of close yesterday",
    "20-day ema yesterday",
    "exponential moving average(20) 1 day ago",
    "previous 20 day EMA",
  ],
  [
    "[indicator ema(200) close 5min at '10:00']",
    "EMA(200) of close on 5 minute bars at 10:00",
    "5 minute EMA(200) at 10:00",
    "EMA(200) of close at 10:00 on 5-minute bars",
  ],
  ["[daily close] > 5", "close is above 5", "close > 5", "close is greater than 5", "close above 5", "close exceeds 5"],
  [
    "[daily close] < 5",
    "close is below 5",
    "close < 5",
    "close is less than 5",
    "close less than 5",
    "close is under 5",
  ],
  [
    "[daily close] >= 5",
    "close is at least 5",
    "close >= 5",
    "close is greater than or equal to 5",
    "close is not below 5",
  ],
  [
    "[daily close] <= 5",
    "close is at most 5",
    "close <= 5",
    "close is less than or equal to 5",
    "close is not above 5",
  ],
  ["[daily close] = 5", "close is 5", "close = 5", "close equals 5", "close is equal to 5"],
  ["[daily close] != 5", "close is not 5", "close != 5", "close does not equal 5", "close isn't 5"],
  ["{a} > 5 & {b} > 5", "{a} is above 5 and {b} is above 5", "{a} > 5 & {b} > 5"],
  ["{a} > 5 | {b} > 5", "{a} is above 5 or {b} is above 5", "{a} > 5 | {b} > 5"],
  ["!( {a} > 5 )", "not ( {a} is above 5 )", "!({a} > 5)"],
  [
    "1 + 2 - 3 * 4 / 5",
    "1 plus 2 minus 3 times 4 divided by 5",
    "1 + 2 - 3 * 4 / 5",
    "1 plus 2 minus 3 multiplied by 4 / 5",
  ],
  ["[fundamental news]", "had news today", "had news", "has had news today", "had news on the same day"],
  ["![fundamental news]", "did not have news today", "didn't have news today", "had no news"],
];

/** The rest of what code can say, with natural variants. */
const MORE: typeof TABLE = [
  ["[daily close -5]", "close 5 days ago", "close 5 sessions ago", "close 5 days back"],
  ["[indicator avg(20) close]", "rolling average(20) of close"],
  ["[indicator max(20) high]", "rolling highest(20) of high"],
  ["[indicator atr(14) adj]", "adjusted ATR(14)", "adjusted 14 day ATR", "adjusted average true range(14)"],
  [
    "[indicator bbands.upper(20, 2) close]",
    "BBANDS upper(20, 2) of close",
    "bbands.upper(20, 2)",
    "20 day BBANDS upper",
  ],
  ["[indicator vwap 5min at '10:00']", "session VWAP on 5 minute bars at 10:00", "VWAP on 5 minute bars at 10:00"],
  [
    "[indicator rolling_vwap(10) -1]",
    "rolling VWAP(10) 1 day ago",
    "10 day rolling VWAP yesterday",
    "10-day rolling vwap 1 day ago",
    "rolling_vwap(10) 1 day ago",
  ],
  [
    "[indicator rolling_vwap(20) adj]",
    "adjusted rolling VWAP(20)",
    "adjusted 20 day rolling VWAP",
    "adjusted rolling VWAP",
  ],
  ["[daily vwap]", "VWAP"],
  ["[intraday avg vwap '09:30' .. '15:59']", "average VWAP between 09:30 and 15:59", "regular session vwap"],
  ["[intraday open at max high '09:30' .. '15:59']", "open on the minute of the highest high between 09:30 and 15:59"],
  ["[fundamental market_cap]", "market cap", "market capitalization"],
  ["[ownership float]", "float", "free float"],
  ["[earnings total-revenue-1q]", "total-revenue-1q", "total revenue 1q"],
  ["[fundamental ipo]", "had an IPO today", "had an ipo"],
  [
    "[fundamental earnings '16:00' .. '19:59' -1]",
    "had earnings between 16:00 and 19:59 1 day ago",
    "had earnings during after hours yesterday",
  ],
  ["between([daily close], 5, 20)", "close is between 5 and 20", "between(close, 5, 20)"],
  ["!between([daily close], 5, 20)", "close is not between 5 and 20", "not between(close, 5, 20)"],
  [
    'in([identity exchange], "NYSE", "NASDAQ")',
    'exchange is one of ("NYSE", "NASDAQ")',
    "exchange is in (nyse, nasdaq)",
  ],
  ['!in([identity exchange], "NYSE")', 'exchange is not one of ("NYSE")', "exchange is none of (NYSE)"],
  ['[identity country] = "Hong Kong"', 'country is "Hong Kong"', "country is Hong Kong"],
  ["[daily date] >= '2024-01-05'", "date is at least 2024-01-05", "date is on or after '2024-01-05'"],
  [
    "crosses_above([daily close], [indicator sma(20) close])",
    "crosses_above(close, SMA(20) of close)",
    "close crosses above SMA(20)",
  ],
  [
    "count([daily close] > 5, -4 .. 0)",
    "count(close is above 5, from 4 days ago to today)",
    "count(close > 5, of the last 5 days)",
    "count(close > 5, -4 .. 0)",
  ],
  ["at([daily close], -1)", "at(close, 1 day ago)", "at(close, yesterday)", "at(close, -1)"],
  ["-5 + -[daily close]", "-5 plus minus close", "-5 + -close"],
  ["[fundamental news] = [fundamental earnings]", "had news today is had earnings today"],
  ["[fundamental news] = ( ![fundamental earnings] )", "had news today is did not have earnings today"],
  ["1.5M > 5K", "1.5M is above 5000"],
];

describe("wordings", () => {
  test.each([...TABLE, ...MORE])("%s: %s", (code, canonical, ...accepted) => {
    const said = wordsOf(code);
    expect(said).toBe(canonical);
    const printed = printCode(parseCode(code).tree ?? { kind: "number", value: 0, from: 0, to: 0 });
    for (const words of [canonical, ...accepted]) {
      // 5K is printed as digits; everything else as it stands in the row.
      expect(codeOf(words), words).toBe(printed);
    }
  });

  test("the words of the table are data: each meaning has a canonical phrase, and it reads as that meaning", () => {
    for (const { canonical, refused, means } of PHRASES) {
      // The canonical form of these has a number, a sign or braces.
      const written = ["value", "day", "statement", "multiple", "magnitude", "percent", "dollars", "column"];
      if (written.includes(means.kind) || refused) continue;
      expect(
        PHRASES.some(({ text }) => text === canonical.toLowerCase()),
        canonical,
      ).toBe(true);
    }
  });

  test("the name of every indicator is its own", () => {
    for (const entry of INDICATORS) {
      for (const line of entry.lines) {
        const name = entry.lines.length > 1 ? `${entry.name}.${line.name}` : entry.name;
        const code = `[indicator ${name}${entry.intradayOnly ? " 5min at '10:00'" : ""}]`;
        const words = wordsOf(code) ?? "";
        expect(codeOf(words), words).toBe(
          printCode(parseCode(code).tree ?? { kind: "number", value: 0, from: 0, to: 0 }),
        );
      }
    }
  });
});

test.each(["two", "three", "four", "five", "ten"])("%s times a value", (word) => {
  const { tree, diagnostics } = parseWords(`volume is above ${word} times 5`);
  const factor = { two: 2, three: 3, four: 4, five: 5, ten: 10 }[word];
  expect([tree && printCode(tree), diagnostics]).toEqual([`[daily volume] > ${factor ?? 0} * 5`, []]);
});

const found = (text: string): readonly (readonly [string, string, string | null])[] =>
  parseWords(text).diagnostics.map((one) => [
    one.code,
    text.slice(one.from, one.to),
    one.fixes?.[0] ? applied(text, one.fixes[0]) : null,
  ]);

describe("mistakes in words", () => {
  test.each([
    ["close is abov 5", "unknown-phrase", "abov", "close is above 5"],
    ["closs is above 5", "unknown-phrase", "closs", "close is above 5"],
    ["close foo bar 5", "unknown-phrase", "foo bar", null],
    ["close 5 days before is above 5", "wording", "5 days before", "close 5 days ago is above 5"],
    ["close rises above 5", "wording", "rises above", "close crosses above 5"],
    ["close falls below 5", "wording", "falls below", "close crosses below 5"],
    ["close 5 days is above 5", "unknown-phrase", "5 days", "close 5 days ago is above 5"],
    ["[daily close -1] > 5", "code-in-words", "[daily close -1]", "close 1 day ago > 5"],
    ["[name] is above 5", "placeholder", "[name]", null],
    ["close is above []", "placeholder", "[]", null],
    ["close is", "missing-value", "is", null],
    ["is above 5", "missing-value", "is above", null],
    ["close open", "missing-operator", "close open", null],
    ["5 < close < 10", "chained-comparison", "5 < close < 10", "5 is below close and close is below 10"],
    ["close is above 5%", "percent-sign", "5%", "close is above 0.05"],
    ["close == 5", "operator-spelling", "==", "close is 5"],
    ["gap yesterday is above 5", "wording", "gap yesterday", "at(gap, yesterday) is above 5"],
    ["gap two days ago is above 5", "wording", "gap two days ago", "at(gap, 2 days ago) is above 5"],
    ["gap 2 days ago is above 5", "wording", "gap 2 days ago", "at(gap, 2 days ago) is above 5"],
    ["close one session ago is above 5", "wording", "one session ago", "close 1 day ago is above 5"],
    ["volume is above 5 B", "number-format", "5 B", "volume is above 5B"],
    ["close is above BB upper 20 2", "wording", "BB upper 20 2", "close is above BB upper(20, 2)"],
    ["MACD line 12 26 9 is above 0", "wording", "MACD line 12 26 9", "MACD line(12, 26, 9) is above 0"],
    ["news today", "had-missing", "news today", "had news today"],
    ["average volume > 5", "range-missing", "average volume", "average volume from 10 days ago to 1 day ago > 5"],
    [
      "close from 10 days ago to today > 5",
      "range-needs-function",
      "from 10 days ago to today",
      "last close from 10 days ago to today > 5",
    ],
    ["exchange is one of NYSE, NASDAQ", "list-parentheses", "NYSE, NASDAQ", "exchange is one of (NYSE, NASDAQ)"],
    ["exchange is NYSX", "bare-text", "NYSX", 'exchange is "NYSX"'],
    ["close is null", "function-parentheses", "close is null", "is_null(close)"],
    ["BBANDS(20, 2) > 5", "line-missing", "BBANDS", "BBANDS upper(20, 2) > 5"],
    [
      "EMA(20) of close at 10:00 > 5",
      "at-needs-timeframe",
      "at 10:00",
      "EMA(20) of close on 5 minute bars at 10:00 > 5",
    ],
    ["close on 5 minute bars > 5", "bars-only", "on 5 minute bars", "close > 5"],
    ["adjusted exchange is NYSE", "adjusted-not-allowed", "adjusted", null],
    ["close 1 day ago yesterday > 5", "repeated-part", "yesterday", null],
    ["abs > 5", "function-parentheses", "abs", null],
    ["total-revenu-1q", "statement-item", "total-revenu-1q", "total-revenue-1q"],
    ["(close > 5", "not-closed", "(", "(close > 5)"],
    ["", "empty", "", null],
  ])("%s: %s", (text, code, place, fixed) => {
    const [first, ...others] = found(text);
    expect(others, text).toEqual([]);
    expect(first?.slice(0, 2)).toEqual([code, place]);
    if (fixed !== null) expect(first?.[2]).toBe(fixed);
  });

  const env = { columns: new Map(), use: "filter" as const };
  test.each([
    ["close is above adjusted close 1 day ago", "mixed-basis", "adjusted close is above adjusted close 1 day ago"],
    [
      "highest high from 1 day ago to 10 days ago is above 5",
      "range-order",
      "highest high from 10 days ago to 1 day ago is above 5",
    ],
    [
      "close is above highest close from 10 days ago to today",
      "never-true",
      "close is above highest close from 10 days ago to 1 day ago",
    ],
    ["close at 03:00 is above 5", "time-limits", "close at 04:00 is above 5"],
    ["had news", "lookahead", "had news between 00:00 and 15:59 today"],
    ["{gap} > 1 or {gap} < 0 and close > 5", "mixed-and-or", "{gap} > 1 or ( {gap} < 0 and close > 5 )"],
  ])("checks are written in words: %s, %s", (text, code, fixed) => {
    const one = diagnose(text, env, "words").diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(one?.fixes?.map((fix) => applied(text, fix))).toContain(fixed);
  });

  test("a fix leaves words that read", () => {
    const trees = arbitraryFormula("boolean", { groups: ["daily", "indicator", "identity"] });
    fc.assert(
      fc.property(trees, (tree) => {
        const text = printWords(tree);
        for (const { code, fixes } of diagnose(text, env, "words").diagnostics) {
          for (const fix of fixes ?? []) {
            const repaired = applied(text, fix);
            expect(parseWords(repaired).tree, `${code}: ${repaired}`).not.toBeNull();
          }
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test("the answer is the same in both notations", () => {
    const words = parseAnswer({ formula: "previous close is above 5", is_filter: true, notation: "words" });
    const code = parseAnswer({ formula: "[daily close -1] > 5", is_filter: true });
    expect(words).toEqual(code);
    expect(code.words).toBe("close 1 day ago is above 5");
  });
});

describe("the words grammar", () => {
  const fixtures = readFileSync(resolve(import.meta.dirname, "../../grammar/words.test.txt"), "utf8");
  test.each(fileTests(fixtures, "words.test.txt").map((one) => [one.name, one] as const))("%s", (_, one) =>
    one.run(wordsParser),
  );

  test("every highlighted name is a node", () => {
    const names = new Set(wordsParser.nodeSet.types.map(({ name }) => name));
    const used = Object.keys(HIGHLIGHTED_WORDS).flatMap((selector) =>
      selector.split(/[ /]/).map((name) => name.replaceAll(/[!"]/g, "")),
    );
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  test.each<readonly [string, number, Tag]>([
    ["close 1 day ago", 0, formulaTags.dataPoint],
    ["close 1 day ago", 8, formulaTags.dataPoint],
    ["had news", 1, formulaTags.dataPoint],
    ["( 5 )", 0, formulaTags.parenthesis],
    ["{Gap}", 1, formulaTags.column],
    ["5 is at least 3", 4, formulaTags.logical],
    ["not 5", 1, formulaTags.logical],
    ["5 and 3", 3, formulaTags.logical],
    ["5 plus 3", 3, formulaTags.arithmetic],
    ["5 is above 3", 0, formulaTags.plain],
    ...[0, 23, 26, 33, 38].map((at): readonly [string, number, Tag] => [
      "return of a long trade(at 09:30, stop 5, until close)",
      at,
      formulaTags.dataPoint,
    ]),
  ])("highlights %s at %i", (text, position, tag) => {
    let node = wordsParser.parse(text).resolveInner(position, 1);
    // A data point is one colour: its style holds for what is inside.
    while (node.parent && (node.parent.name === "Data" || node.parent.name === "Event")) node = node.parent;
    expect(getStyleTags(node)?.tags).toContain(tag);
  });
});
