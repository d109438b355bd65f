import { describe, expect, test } from "vitest";
import { DATES, MARKET, valueOf } from "./fixture.ts";
import { scanNaive } from "./scan.ts";
import { diagnose } from "../../src/formula/index.ts";

/** What a formula is for a security (A) on a day (5) of the fixture, computed by hand. */
type Row = readonly [code: string, expected: unknown, symbol?: string, day?: number];

const RULINGS: Readonly<Record<string, readonly Row[]>> = {
  "days are sessions; no bar is null, never the nearest day": [
    ["[daily close -1]", 13],
    ["[daily date -2]", "2024-07-05"],
    ["[daily close -1]", null, "B", 3],
    ["[daily close -2]", 21, "B", 3],
    ["[daily date -1]", null, "B", 3],
    ["at([daily close], -1)", null, "B", 3],
  ],
  "a day or range outside the market's data is null": [
    ["[daily close 1]", null],
    ["[daily close -6]", null],
    ["[daily max high -6 .. 0]", null],
    ["[daily max high -5 .. 0]", 14],
    ["avg([daily close], 0 .. 1)", null],
    ["[fundamental market_cap 1]", null],
    ["[identity country -6]", null],
    ["at(1, 10)", 1],
  ],
  "& and | with unknown": [
    ["[daily vwap] > 0", null],
    ["[daily vwap] > 0 & [daily close] < 0", false],
    ["[daily vwap] > 0 & [daily close] > 0", null],
    ["[daily vwap] > 0 | [daily close] > 0", true],
    ["[daily vwap] > 0 | [daily close] < 0", null],
    ["!([daily vwap] > 0)", null],
  ],
  "comparing null": [
    ["[daily vwap] = [daily vwap]", null],
    ["is_null([daily vwap])", true],
    ["is_null([daily vwap] > 0)", true],
    ["default([daily vwap], [daily close])", 14],
    ["default([daily vwap] > 0, 1 = 1)", true],
  ],
  if: [
    ["if([daily vwap] > 0, 1, 2)", null],
    ["if([daily close] > 1, 1, 2)", 1],
    ["if([daily close] < 1, 1, 2)", 2],
    ["if([daily close] < 1, 1)", null],
  ],
  "min and max of arguments": [
    ["min([daily open], [daily close], 99)", 13],
    ["max([daily open], [daily close])", 14],
    ["max([daily vwap], [daily close])", null],
  ],
  "functions over days skip null, unknown and sessions without a bar": [
    ["sum([daily vwap], -5 .. 0)", 23],
    ["avg([daily vwap], -5 .. 0)", 11.5],
    ["count([daily vwap] > 11, -5 .. 0)", 1],
    ["any([daily vwap] > 11, -5 .. 0)", true],
    ["all([daily vwap] > 10, -5 .. 0)", true],
    ["count([daily vwap] > 11, -3 .. -2)", null],
    ["sum([daily vwap], -3 .. -2)", null],
    ["avg([daily close], -3 .. 0)", 20, "B", 3],
    ["count(1 = 1, -3 .. 0)", 3, "B", 3],
    ["first([daily close], -1 .. 0)", 19, "B", 3],
    ["last([daily close], -2 .. -1)", 21, "B", 3],
    ["highest([daily date], -3 .. -1)", "2024-07-02", "B", 3],
    ["lowest([daily low], -5 .. 0)", 9],
    ["first([identity symbol], -5 .. 0)", "OLD"],
    ["count(is_null([daily close -5]), -3 .. 0)", 3],
  ],
  "a range that reads minutes where none were imported is null": [
    ["sum([intraday volume '09:30' .. '15:59'], -1 .. 0)", 100, "M", 2],
    ["sum([intraday volume '09:30' .. '15:59'], -3 .. 0)", null, "M", 4],
    ["sum([intraday volume '09:30' .. '15:59' -2], 0)", 0, "M", 4],
    ["avg([daily volume], -3 .. 0)", 75, "M", 4],
  ],
  bars_since: [
    ["bars_since([daily close] < [daily open], 5)", 2],
    ["bars_since([daily close] > [daily open], 5)", 0],
    ["bars_since([daily close] < [daily open], 1)", null],
    ["bars_since([daily close] < 0, 1000)", null],
    ["bars_since([daily close] > 20, 3)", 2, "B", 3],
    ["at(bars_since([daily close] > 0, 3), 1)", null],
    ["bars_since([intraday volume '09:30' .. '15:59'] > 0, 3)", 1, "M", 2],
    ["bars_since([intraday close '09:30' .. '15:59'] > 8, 4)", null, "M", 4],
  ],
  "an empty window": [
    ["[intraday sum volume '12:00' .. '12:29']", 0, "M", 1],
    ["[intraday sum num_trades '12:00' .. '12:29']", 0, "M", 1],
    ["[intraday avg volume '12:00' .. '12:29']", null, "M", 1],
    ["[intraday max high '12:00' .. '12:29']", null, "M", 1],
    ["[intraday sum volume '12:00' .. '12:29']", null, "A", 1],
    ["[intraday volume at '12:00']", null, "M", 1],
    ["[intraday sum volume '09:30' .. '09:59']", 50, "M", 1],
    ["[intraday sum num_trades '09:30' .. '09:59']", 2, "M", 1],
    ["[intraday avg vwap '04:00' .. '19:59']", 6.25, "M", 1],
  ],
  "comparing numbers": [
    ["0.1 + 0.2 = 0.3", true],
    ["0.1 + 0.2 <= 0.3", true],
    ["0.1 + 0.2 > 0.3", false],
    ["1000000000 + [daily volume] - [daily volume] < 1000000001", false],
    ["1000000000 < 1000000001", true],
    ["[daily close] = 14.00000000001", false],
    ["[daily close] + 0 = 14.00000000001", true],
    ["in([daily close] + 0, 14.00000000001)", true],
    ["[daily close adj] = 14.00000000001", true],
    ["highest([daily close], -1 .. 0) = 14.00000000001", false],
  ],
  text: [
    ['[identity name] = "ALPHA  bank-corp"', true],
    ['[identity security_class] = "COMMON-STOCK"', true],
    ['contains([identity name], " BANK")', true],
    ['contains([identity name], "bank - c")', true],
    ['starts_with([identity name], "bank")', false],
    ['[fundamental industry] = "x"', null],
    ['is_null(" ")', true],
    ['in([identity exchange], "nyse", "Nasdaq")', true],
  ],
  "dates and times": [
    ["[daily date] - [daily date -1]", 1],
    ["[daily date] - [daily date -2]", 4],
    ["[daily date] + 30", "2024-08-08"],
    ["[daily date] - 1.5", "2024-07-07"],
    ["[daily date] + 1000000", null],
    ["[daily date] - 60000", null],
    ["[daily date] > '2024-07-08'", true],
    ["'10:00' - '09:30'", 30],
    ["'10:00' + 45", 645],
    ["'23:59' + 1", null],
    ["'00:00' - 1", null],
    ["1 + '09:59' = '10:00'", true],
  ],
  "in and between": [
    ["in([daily close], [daily vwap], 14)", true],
    ["in([daily close], [daily vwap], 15)", null],
    ["in([daily close], 1, 15)", false],
    ["between([daily close], 14, 20)", true],
    ["between([daily close], 20, 14)", false],
    ["between([daily vwap], 20, 14)", false],
    ["between([daily close], [daily vwap], 13)", false],
    ["between([daily close], [daily vwap], 15)", null],
  ],
  "round half away from zero, as the number is written": [
    ["round(2.5)", 3],
    ["round(-2.5)", -3],
    ["round(2.675, 2)", 2.68],
    ["round(1.005, 2)", 1.01],
    ["round(-0.4)", 0],
    ["round(1450, -2)", 1500],
    ["round(0.00000049, 6)", 0],
    ["round([daily vwap])", null],
  ],
  "domain errors are null": [
    ["[daily close] / [daily volume]", null, "A", 2],
    ["sqrt(-[daily close])", null],
    ["ln([daily close] - 14)", null],
    ["exp(1000)", null],
    ["1 / exp(1000)", null],
    ["pow(0, -1)", null],
    ["pow(10, 308) * 10", null],
    ["pow(10, 308) + pow(10, 308)", null],
    ["sum(pow(10, 308), -3 .. 0)", null],
    ["pow(-8, 0.5)", null],
  ],
  "change and pct_change": [
    ["change([daily close])", 1],
    ["change([daily close], 3)", 2],
    ["pct_change([daily close], 5)", 40],
    ["pct_change([daily volume], 3)", null],
    ["change([daily close])", null, "B", 3],
  ],
  crossing: [
    ["crosses_above([daily close], 13)", true],
    ["crosses_above([daily close], 13.5)", true],
    ["crosses_above([daily close], 12.5)", false],
    ["crosses_below([daily close], 12)", true, "A", 3],
    ["crosses_below([daily close], 20)", null, "B", 3],
    ["crosses_above([daily close], [daily vwap])", null, "A", 2],
  ],
  "rank among all with a bar that session": [
    ["rank([daily close])", 3, "A", 1],
    ["rank([daily close])", 1, "S", 1],
    ["rank([daily close])", 4, "M", 1],
    ["pct_rank([daily close])", 0, "M", 1],
    ["pct_rank([daily close])", 33.333333333, "A", 1],
    ["rank(1)", 1],
    ["rank([daily vwap])", 1, "A", 1],
    ["pct_rank([daily vwap])", null, "A", 4],
    ["rank([daily vwap])", null],
    ["at(rank([daily close]), -3)", 2],
    ["rank(if([daily close] < 100, [daily close]))", 2, "A", 1],
    ["at(rank([daily close]), -1)", null, "B", 3],
  ],
  "at adds up": [
    ["at(at([daily close], -1), -1)", 11],
    ["at([daily close -1], -1)", 11],
    ["at(sum([daily volume], -1 .. 0), -1)", 500],
    ["at({gap}, -1)", 9.090909091],
  ],
  "the extreme day: the earliest of equals, nulls passed over": [
    ["[daily date at max high -4 .. -2]", "2024-07-02"],
    ["[daily date at max volume -4 .. -2]", "2024-07-02"],
    ["[daily date at min low -5 .. 0]", "2024-07-01"],
    ["[daily close at min vwap -5 .. 0]", 11],
    ["[daily close at max vwap -3 .. -2]", null],
    ["[intraday time at max high '04:00' .. '19:59']", 570, "M", 1],
    ["[intraday vwap at min low '09:30' .. '15:59']", 6, "M", 1],
  ],
  "half days: named sessions follow the calendar": [
    ["[intraday last close '09:30' .. '15:59']", null, "M", 2],
    ["[intraday first time '16:00' .. '19:59']", 780, "M", 2],
    ["[intraday last close '09:31' .. '15:59']", 5, "M", 2],
    ["[fundamental news '09:30' .. '15:59']", false, "A", 2],
    ["[fundamental news '16:00' .. '19:59']", true, "A", 2],
    ["[fundamental news '12:00' .. '14:00']", true, "A", 2],
  ],
  events: [
    ["[fundamental news]", true, "A", 1],
    ["[fundamental news '10:00' .. '10:00']", true, "A", 1],
    ["[fundamental news '10:01' .. '23:59']", false, "A", 1],
    ["[fundamental news '00:00' .. '00:00']", true, "A", 3],
    ["[fundamental news]", true, "A", 4],
    ["[fundamental news '00:00' .. '23:58']", false, "A", 4],
    ["[fundamental news '08:00' .. '08:00']", true],
    ["[fundamental news -4]", true],
    ["[fundamental news]", false, "B", 3],
    ["[fundamental earnings]", null],
    ["[fundamental ipo]", true, "A", 3],
    ["[fundamental ipo]", false, "B", 3],
    ["any([fundamental news], -3 .. 0)", true],
  ],
  "as of": [
    ["[fundamental market_cap]", null, "A", 0],
    ["[fundamental market_cap]", 100, "A", 1],
    ["[fundamental market_cap]", 100, "A", 2],
    ["[fundamental market_cap]", 200, "A", 3],
    ["[fundamental market_cap -1]", 100, "A", 3],
    ["[identity symbol]", "OLD", "A", 1],
    ["[identity symbol]", "A", "A", 2],
    ["[identity old_symbol]", null, "A", 1],
    ["[identity old_symbol]", "OLD", "A", 2],
    ["[identity exchange]", null, "A", 1],
    ["[identity exchange]", "NASDAQ", "A", 2],
    ["[identity country]", "USA"],
    ["[identity status]", "ACTIVE"],
    ["[fundamental sector]", "Energy"],
    ["[identity symbol -1]", "B", "B", 3],
  ],
  "days to an announced date": [
    ["[fundamental days_to_earnings]", null, "A", 0],
    ["[fundamental days_to_earnings]", 8, "A", 1],
    ["[fundamental days_to_earnings]", 7, "A", 2],
    ["[fundamental days_to_earnings]", 0, "A", 3],
    ["[fundamental days_to_earnings]", null, "A", 4],
    ["[fundamental days_to_earnings]", 92, "A", 5],
    ["[fundamental days_to_earnings -2]", 0, "A", 5],
    ["[fundamental days_to_earnings 1]", null, "A", 5],
    ["lowest([fundamental days_to_earnings], -5 .. 0)", 0],
    ["[fundamental days_to_earnings]", null, "B", 3],
  ],
  "earnings items": [
    ["[earnings net-income-1q]", 7, "A", 1],
    ["[earnings net-income-1q]", 8, "A", 2],
    ["[earnings net-income-1q]", null, "A", 3],
    ["[earnings net-income-2q]", 8, "A", 3],
    ["[earnings total-revenue-1q]", 50, "A", 3],
    ["[earnings total-revenue-3q]", 40, "A", 3],
    ["[earnings total-revenue-2q]", 40, "A", 0],
    ["at([earnings net-income-1q], -4)", 7],
  ],
  adj: [
    ["[daily close -3 adj]", 52, "S"],
    ["[daily close -3]", 104, "S"],
    ["[daily volume -3 adj]", 100, "S"],
    ["[daily close adj]", 52, "S", 3],
    ["[daily max high -5 .. 0 adj]", 54, "S"],
    ["{chg_close}", 0, "S", 3],
    ["[indicator sma(2) close adj]", 52, "S", 3],
    ["[indicator sma(2) close]", 78, "S", 3],
  ],
  "daily bars where only minutes exist": [
    ["[daily open]", 6, "M", 1],
    ["[daily high]", 7, "M", 1],
    ["[daily low]", 5, "M", 1],
    ["[daily close]", 5.5, "M", 1],
    ["[daily volume]", 100, "M", 1],
    ["[daily num_trades]", null, "M", 1],
    ["[daily vwap]", 6.175, "M", 1],
    ["[daily close]", null, "M", 2],
    ["[daily date]", "2024-07-03", "M", 2],
  ],
  indicators: [
    ["[indicator sma(3) close]", 12.666666667],
    ["[indicator sma(7) close]", null],
    ["[indicator sma(2) close]", 20, "B", 3],
    ["[indicator sma(2) close -1]", null, "B", 3],
    ["[indicator ema(2) close]", 13.462962963],
    ["[indicator sma(2) close]", 6.25, "M", 4],
    ["[indicator sma(2) close]", null, "M", 2],
    ["[indicator sma(1) close 1min at '09:30']", 6, "M", 1],
    ["[indicator sma(1) close 1min at '09:31']", 6.5, "M", 1],
    ["[indicator sma(2) close 30min at '10:29']", 6, "M", 1],
    ["[indicator sma(2) close 30min at '10:30']", 5.75, "M", 1],
    ["[indicator sma(2) close 30min at '10:30']", 7, "M", 4],
    ["[indicator sma(1) close 30min at '08:00']", null, "M", 4],
    // The typical price of a day without a vwap; a halted day is skipped; nothing traded has no price.
    ["[indicator rolling_vwap(3)]", 12.166666667],
    ["[indicator rolling_vwap(7)]", null],
    ["[indicator rolling_vwap(1)]", 12.5, "A", 4],
    ["[indicator rolling_vwap(2)]", 10.5, "A", 2],
    ["[indicator rolling_vwap(1)]", null, "A", 2],
    ["[indicator rolling_vwap(2)]", 19.5, "B", 3],
    ["[indicator rolling_vwap(2) -1]", null, "B", 3],
    ["[indicator rolling_vwap(2) adj]", 51.333333333, "S", 3],
    ["[indicator rolling_vwap(2)]", 68.444444444, "S", 3],
  ],
  outcomes: [
    ["mfe(2)", 20, "A", 0],
    ["mae(2)", 0, "A", 0],
    ["mfe(1)", null],
    ["mfe(2)", -4.761904762, "B", 1],
    ["mfe(2)", null, "B", 3],
    ["mae(2)", -14.285714286, "B", 1],
    ["first_touch(10, 5, 3)", 1, "A", 0],
    ["first_touch(50, 5, 3)", -1, "A", 2],
    ["first_touch(50, 50, 3)", 0, "A", 0],
    ["first_touch(50, 50, 3)", null, "A", 3],
    ["first_touch(5, 50, 3)", 1, "A", 3],
    ["first_touch(20, 9, 1)", -1, "A", 2],
    // Both levels within the bar of the day: the worse one.
    ["first_touch(3, 1, 1)", -1, "S", 0],
  ],
};

describe.each(Object.entries(RULINGS))("%s", (_ruling, rows) => {
  test.each(rows.map(([code, expected, symbol = "A", day = 5]) => ({ code, expected, symbol, day })))(
    "$code of $symbol on day $day is $expected",
    ({ code, expected, symbol, day }) => {
      expect(valueOf(code, symbol, day)).toEqual(expected);
    },
  );
});

const treeOf = (code: string) => {
  const { tree } = diagnose(code, { columns: new Map(), use: "column" });
  if (!tree) throw new Error(code);
  return tree;
};

describe("a request", () => {
  const range = { start: "2024-07-02", end: "2024-07-04" };

  test("has a row for every security and session with a bar, by date, then symbol", () => {
    const { rows } = scanNaive(
      { ...range, filters: [], columns: [{ name: "Close", tree: treeOf("[daily close]") }] },
      MARKET,
    );
    expect(rows.map(({ date, symbol, values }) => [date, symbol, ...values])).toEqual([
      [DATES[1], "B", 21],
      [DATES[1], "M", 5.5],
      [DATES[1], "OLD", 11],
      [DATES[1], "S", 102],
      [DATES[2], "A", 12],
      [DATES[2], "M", null],
      [DATES[2], "S", 104],
    ]);
  });

  test("joins its filters with &, unknown does not qualify, ranks know nothing of them", () => {
    const filters = ["[daily close] < 100", "rank([daily close]) > 1"].map(treeOf);
    const { rows, funnel } = scanNaive({ ...range, filters, columns: [] }, MARKET);
    expect(funnel).toEqual([7, 4, 4]);
    expect(rows.map(({ symbol }) => symbol)).toEqual(["B", "M", "OLD", "A"]);
  });

  test("resolves columns by name, own before built-in", () => {
    const columns = [
      { name: "Gap", tree: treeOf("1") },
      { name: "Twice", tree: { kind: "column", name: " gap ", from: 0, to: 0 } as const },
    ];
    const { rows } = scanNaive({ ...range, filters: [], columns }, MARKET);
    expect(rows[0]?.values).toEqual([1, 1]);
  });
});
