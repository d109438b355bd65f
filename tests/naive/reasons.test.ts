import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { explain, REASON_CODES, values, type Explained } from "../../src/scan/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { importMarket, scanRequest } from "./engine.ts";
import { DATES, MARKET } from "./fixture.ts";
import { sessionNumber, type Security } from "./market.ts";

const BAR = { open: 10, high: 10, low: 10, close: 10, volume: 100, num_trades: null, vwap: null };
const of = (symbol: string, days: readonly number[]): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily: new Map(days.map((day) => [sessionNumber(DATES[0] ?? "") + day, BAR])),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
});

const LISTING = {
  name: "Delta",
  exchange: "NYSE",
  security_class: "ETF",
  status: null,
  country: "USA",
  currency: "USD",
  sector: null,
  industry: null,
  ipo_date: null,
  delisted_date: DATES[1] ?? null,
};

/** The market to compute by hand, with one security that is delisted after day 1 and one that is listed on day 3. */
const WHOLE = {
  securities: [
    ...MARKET.securities,
    { ...of("D", [0, 1]), listing: LISTING },
    {
      ...of("N", [3, 4, 5]),
      statements: [{ item: "net-income", fiscal_end: "2024-06-30", known_at: "2024-07-08T20:00", value: 1 }],
    },
  ],
};

/** Formula, symbol, day of the fixture, and a piece of the sentence. */
type Row = readonly [code: string, symbol: string, day: number, says: string];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "outside-data": [
    ["[daily close 1]", "A", 5, "2024-07-10 ends after the market's data"],
    ['relative_strength(6, "A")', "A", 5, "begins before"],
    ["[daily close -6]", "A", 5, "begins before the market's data, which covers 2024-07-01 to 2024-07-09"],
    ["[daily max high -6 .. 0]", "A", 5, "begins before"],
    ["avg([daily close], 0 .. 1)", "A", 5, "ends after"],
    ["[fundamental market_cap 1]", "A", 5, "ends after"],
    ["[identity country -6]", "A", 5, "begins before"],
    ["[fundamental news 1]", "A", 5, "ends after"],
    ["[intraday last close '09:30' .. '15:59' -9]", "M", 4, "begins before"],
    ["[indicator sma(2) close 1]", "A", 5, "ends after"],
    ["first_touch(50, 30, 2)", "A", 5, "2024-07-09 to 2024-07-11 ends after"],
  ],
  "not-listed": [
    ["[daily close -1]", "N", 3, "no bar on 2024-07-03: not yet listed, the first bar is of 2024-07-05"],
    ["[indicator sma(2) close -1]", "N", 3, "not yet listed"],
  ],
  delisted: [["[daily close 1]", "D", 1, "delisted, the last bar is of 2024-07-02"]],
  "no-bar": [
    ["[daily close -1]", "B", 3, "no bar on 2024-07-03: halted or not traded"],
    ["[daily date -1]", "B", 3, "halted"],
  ],
  "off-hours-only": [
    ["[daily close]", "M", 2, "on 2024-07-03 there are minutes outside the regular session only"],
    ["[indicator sma(2) close]", "M", 2, "outside the regular session only"],
  ],
  "field-missing": [
    ["[daily vwap]", "A", 5, "the data give no vwap for 2024-07-09"],
    ["[daily vwap at max high -1 .. 0]", "A", 5, "no vwap for 2024-07-09"],
    ["[intraday last num_trades '09:31' .. '09:31']", "M", 1, "no num_trades for 2024-07-02"],
  ],
  "symbol-unknown": [['[daily close of "ZZ"]', "A", 5, "no security had the symbol ZZ on 2024-07-09"]],
  "empty-range": [
    ["[daily max high -1 .. -1]", "B", 3, "none of the 1 session of 2024-07-03 has a bar"],
    ["[daily max vwap -3 .. -2]", "A", 5, "none of the 2 bars of 2024-07-03 to 2024-07-05 has a value"],
    ["count([daily vwap] > 11, -3 .. -2)", "A", 5, "none of the 2 bars"],
  ],
  "minutes-not-imported": [
    ["[intraday last close '09:30' .. '15:59' -1]", "M", 4, "no minutes were imported for 2024-07-05"],
    [
      "avg([intraday last close '09:30' .. '15:59'], -2 .. 0)",
      "M",
      4,
      "for 1 of the 3 sessions of 2024-07-03 to 2024-07-08",
    ],
    ["[indicator sma(2) close 5min at '10:00' -1]", "M", 4, "no minutes were imported"],
    ["bars_since([intraday last close '09:30' .. '15:59'] > 100, 3)", "M", 4, "for 1 of the 4 sessions"],
  ],
  "no-minutes": [["[intraday last close '09:30' .. '15:59']", "S", 1, "no minute bars on 2024-07-02"]],
  "empty-window": [
    [
      "[intraday last close '12:00' .. '12:30']",
      "M",
      1,
      "none of the 4 minute bars of 2024-07-02 starts between 12:00 and 12:30",
    ],
    ["[intraday close at '12:00']", "M", 1, "starts at 12:00"],
  ],
  "no-complete-bar": [
    ["[indicator sma(2) close 5min at '08:20']", "M", 1, "no 5-minute bar of 2024-07-02 is complete at 08:20"],
  ],
  "too-few-bars": [
    ["[indicator sma(5) close]", "A", 3, "too few bars: has 4, needs 5"],
    ["[indicator sma(9) close 5min at '10:30']", "M", 1, "too few bars: has 3, needs 9"],
  ],
  "too-few-bars-after": [
    ["[indicator ichimoku.chikou(2, 3, 4, 2) -1]", "A", 5, "too few bars after the day: has 1, needs "],
  ],
  "indicator-undefined": [["[indicator sma(2) vwap]", "A", 5, "no value on these bars, of which there are 6"]],
  "fact-missing": [
    ["[ownership float]", "A", 5, "the data has no float for this security"],
    ["[identity currency]", "A", 5, "the data has no currency"],
    ["[earnings total-revenue-1q]", "B", 3, "the data has no total-revenue"],
    ["[fundamental days_to_earnings]", "B", 3, "the data has no next_earnings for this security"],
  ],
  "not-known-yet": [
    ["[fundamental market_cap]", "OLD", 0, "market_cap was not known by then, only from 2024-07-02 16:00"],
    ["[earnings net-income-1q]", "N", 4, "only from 2024-07-08 20:00"],
    ["[fundamental days_to_earnings]", "OLD", 0, "next_earnings was not known by then, only from 2024-07-02 16:00"],
  ],
  "announced-past": [["[fundamental days_to_earnings]", "A", 4, "announced last, 2024-07-05 (known since 2024-07-03"]],
  "never-renamed": [["[identity old_symbol]", "OLD", 1, "the symbol had not changed by 2024-07-02"]],
  "not-checked": [["doubtful()", "A", 5, "the market data of 2024-07-09 were not checked"]],
  "no-event-coverage": [["[fundamental earnings]", "A", 5, "earnings were not imported for 2024-07-09"]],
  "quarter-missing": [
    ["[earnings net-income-1q]", "A", 5, "no net-income is known for quarter 1, counted back from 2024-06-30"],
  ],
  "division-by-zero": [
    ["1 / [daily volume]", "A", 2, "[daily volume] is 0"],
    ["pct_change([daily volume])", "A", 3, "[daily volume] on 2024-07-03 is 0"],
  ],
  domain: [
    ["sqrt(0 - [daily close])", "A", 5, "sqrt has no value at -14"],
    ["ln([daily volume])", "A", 2, "ln has no value at 0"],
    ["pow(0 - [daily close], 0.5)", "A", 5, "pow has no value at -14"],
  ],
  overflow: [
    ["exp([daily close] * 100)", "A", 5, "exp([daily close] * 100) is too large for a number"],
    ["pow([daily close], 900)", "A", 5, "too large"],
  ],
  "outside-day": [["[intraday time at max high '09:30' .. '15:59'] + 1000", "M", 1, "leaves the day, 00:00 to 23:59"]],
  "empty-text": [['" "', "A", 5, "is an empty text"]],
  "null-operand": [
    ['relative_strength(1, "ZZ")', "A", 5, 'no value because of [daily close adj of "ZZ"]'],
    ["[daily vwap] + 1", "A", 5, "no value because of [daily vwap]"],
    ["[daily vwap] > 0", "A", 5, "[daily vwap]"],
    ["!([daily vwap] > 0)", "A", 5, "[daily vwap] > 0"],
    ["[daily vwap] > 0 & [daily close] > 0", "A", 5, "[daily vwap] > 0"],
    ["if([daily vwap] > 0, 1, 2)", "A", 5, "[daily vwap] > 0"],
    ["max([daily vwap], [daily close])", "A", 5, "[daily vwap]"],
    ["{gap}", "N", 3, "( [daily open adj]"],
    ["at([daily vwap], -2)", "A", 5, "[daily vwap]"],
    ["change([daily close])", "B", 3, "[daily close]"],
    ["crosses_above([daily close], [daily open])", "B", 3, "[daily close], [daily open]"],
    ["mfe(3)", "A", 5, "[daily max high 1 .. 3 adj]"],
    ["in([daily vwap], 1, 2)", "A", 5, "[daily vwap]"],
    ["between([daily close], [daily vwap], 30)", "A", 5, "[daily vwap]"],
    ["default([daily vwap], [daily vwap -2])", "A", 5, "[daily vwap], [daily vwap -2]"],
    ["rank([daily vwap])", "A", 5, "[daily vwap]"],
    ["rank(at([daily close], 3))", "A", 5, "at([daily close], 3)"],
    ["at(rank([daily close]), -1)", "N", 3, "rank([daily close])"],
  ],
  "no-entry": [
    ["[trade return long at '10:00' until close]", "A", 5, "never begins"],
    ["[trade return long at '09:30' stop [daily high -1 adj] until close]", "A", 3, "on the wrong side"],
  ],
  "open-trade": [
    [
      "[trade return long at '09:30' target 2 atr(1) until close 1 when ( [daily close] < 5 )]",
      "A",
      5,
      "has not ended",
    ],
  ],
  "ambiguous-trade": [
    ["[trade return long at '09:30' target 10 stop 5 until close]", "A", 4, "does not tell which level came first"],
  ],
  "not-of-trade": [["[trade stop_price long at '09:30' until close]", "A", 4, "nothing to say"]],
  "no-else": [["if([daily close] < 1, 1)", "A", 5, "[daily close] < 1 is false"]],
  "never-true": [
    ["bars_since([daily close] > 100, 3)", "A", 5, "[daily close] > 100 was not true on the last 4 sessions"],
  ],
  nobody: [
    ["market(avg, [daily vwap])", "A", 5, "no security has a value on 2024-07-09"],
    ["avg([daily vwap], by sector)", "A", 5, "no security has a value on 2024-07-09"],
  ],
  "few-pairs": [
    ['correl(5, "D")', "A", 5, "fewer than half of the 5 sessions of 2024-07-02 to 2024-07-09"],
    ['beta(3, "A")', "B", 3, "fewer than half of the 3 sessions"],
  ],
  "all-equal": [["z_score([daily close], by sector)", "A", 5, "all values of 2024-07-09 are equal"]],
  alone: [['pct_rank(if([identity symbol] = "A", 1))', "A", 5, "no other security has a value on 2024-07-09"]],
};

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, WHOLE);
});
afterAll(() => market.close());

/** The formulas of one symbol and day, asked together. */
async function rootsOf(symbol: string, day: number, formulas: readonly string[]): Promise<readonly Explained[]> {
  const answer = await values(market, { symbol, date: DATES[day] ?? "", formulas });
  if (!answer.ok) throw new Error(JSON.stringify(answer.mistakes));
  expect(answer.value.absence).toBeNull();
  return answer.value.formulas.map(({ root }) => root);
}

test("every reason has a row", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(REASON_CODES.toSorted());
});

const PLACES = [...new Set(Object.values(ROWS).flatMap((rows) => rows.map(([, symbol, day]) => `${symbol} ${day}`)))];

test.each(PLACES)("why there is no value for %s", async (place) => {
  const rows = Object.entries(ROWS).flatMap(([code, all]) =>
    all.filter(([, symbol, day]) => `${symbol} ${day}` === place).map((row) => ({ code, row })),
  );
  const [symbol = "", day = "0"] = place.split(" ");
  const roots = await rootsOf(
    symbol,
    Number(day),
    rows.map(({ row }) => row[0]),
  );
  expect(roots.map(({ code, value, reason }) => [code, value, reason?.code])).toEqual(
    roots.map(({ code }, index) => [code, null, rows[index]?.code]),
  );
  for (const [index, root] of roots.entries()) expect(root.reason?.text, root.code).toContain(rows[index]?.row[3]);
});

describe("where values come from", () => {
  test("bars, factors, picked days, skipped elements, moments", async () => {
    const [split, range, mean, cap, window, income] = [
      ...(await rootsOf("S", 5, ["[daily close -3 adj]", "[daily max high -5 .. 0 adj]"])),
      ...(await rootsOf("B", 3, ["avg([daily close], -3 .. 0)"])),
      ...(await rootsOf("A", 2, ["[fundamental market_cap]"])),
      ...(await rootsOf("M", 1, ["[intraday max high '09:30' .. '15:59']"])),
      ...(await rootsOf("A", 4, ["[earnings net-income-2q]"])),
    ];
    expect(split).toMatchObject({
      value: 52,
      known: `${DATES[2]} 13:00`,
      source: { kind: "day", date: DATES[2], day: -3, factor: 0.5 },
    });
    expect(range?.source).toMatchObject({ picked: DATES[4], factors: [0.5, 1], used: { count: 6, first: DATES[0] } });
    expect(mean?.source).toMatchObject({
      sessions: 4,
      used: { count: 3, first: DATES[0], last: DATES[3] },
      skipped: { halted: 1, unlisted: 0, delisted: 0, empty: 0 },
    });
    expect(mean?.elements?.map(({ bar, value }) => [bar, value])).toEqual([
      [true, 20],
      [true, 21],
      [false, null],
      [true, 19],
    ]);
    // 13:01 is after the close of the half day.
    expect(cap).toMatchObject({ value: 100, source: { kind: "fact", known: "2024-07-02 16:00" } });
    expect(window?.source).toMatchObject({ kind: "window", bars: 3, first: 570, last: 600, picked: 570 });
    const [stopped, unclear] = [
      ...(await rootsOf("M", 1, ["[trade return long at '09:30' target 20 stop 10 until '15:59']"])),
      ...(await rootsOf("A", 4, ["[trade return long at '09:30' target 10 stop 5 until close]"])),
    ];
    expect(stopped).toMatchObject({
      source: {
        kind: "trade",
        entry: 6,
        exit: expect.closeTo(5.4, 9),
        date: DATES[1],
        time: 600,
        reason: "stop",
        path: "minutes",
      },
    });
    expect(unclear).toMatchObject({
      value: null,
      source: {
        kind: "trade",
        entry: 12,
        stop: expect.closeTo(11.4, 9),
        path: "ambiguous",
        worst: expect.closeTo(-5, 9),
        exit: null,
      },
    });
    expect(income).toMatchObject({
      value: 8,
      source: { kind: "statement", quarter: "2024-03-31", known: "2024-07-02 20:00" },
    });
  });
});

/** Range, symbol, day; elements with a value; sessions outside the data, without a bar, unlisted, delisted, without a value. */
const COUNTS: readonly (readonly [
  code: string,
  symbol: string,
  day: number,
  used: number | null,
  skipped: readonly [outside: number, halted: number, unlisted: number, delisted: number, empty: number],
])[] = [
  ["avg([daily close], -5 .. 0)", "A", 2, 3, [3, 0, 0, 0, 0]],
  ["[daily max high -5 .. 0]", "A", 2, 3, [3, 0, 0, 0, 0]],
  ["[daily close at max volume -5 .. 0 adj]", "A", 2, 3, [3, 0, 0, 0, 0]],
  ["avg([daily close], 0 .. 2)", "A", 5, 1, [2, 0, 0, 0, 0]],
  ["[daily max high 0 .. 2]", "A", 5, 1, [2, 0, 0, 0, 0]],
  ["[daily max high -20 .. 20]", "A", 2, 6, [35, 0, 0, 0, 0]],
  ["[daily max high -9 .. -6]", "A", 2, 0, [4, 0, 0, 0, 0]],
  ["at(avg([daily close], -2 .. 0), -1)", "A", 2, 2, [1, 0, 0, 0, 0]],
  ["count([daily vwap] > 0, -5 .. 0)", "A", 4, 2, [1, 0, 0, 0, 3]],
  ["sum([fundamental market_cap], -5 .. 0)", "A", 2, 2, [3, 0, 0, 0, 1]],
  ["avg([indicator sma(2) close], -5 .. 0)", "A", 2, 2, [3, 0, 0, 0, 1]],
  ["avg([daily close], -6 .. 1)", "N", 4, 3, [2, 0, 3, 0, 0]],
  ["[daily max high -4 .. 0]", "N", 4, 2, [0, 0, 3, 0, 0]],
  ["avg([daily close], 0 .. 6)", "D", 1, 1, [2, 0, 0, 4, 0]],
  ["avg([daily close], -4 .. 1)", "B", 3, 3, [1, 1, 0, 1, 0]],
  ["avg([intraday last close '09:30' .. '15:59'], -2 .. 0)", "M", 4, 1, [0, 1, 0, 0, 1]],
  ["avg([intraday last close '09:30' .. '15:59'], -5 .. 0)", "M", 4, 2, [1, 1, 1, 0, 1]],
  ["avg([intraday last close '09:30' .. '15:59'], -12 .. 0)", "M", 4, null, [8, 1, 1, 0, 0]],
  ["[daily max high -5 .. 0]", "M", 2, 1, [3, 0, 1, 0, 1]],
];

test.each([...new Set(COUNTS.map(([, symbol, day]) => `${symbol} ${day}`))])(
  "what a range counts for %s, inside the data and beyond",
  async (place) => {
    const [symbol = "", day = "0"] = place.split(" ");
    const rows = COUNTS.filter((row) => `${row[1]} ${row[2]}` === place);
    const roots = await rootsOf(
      symbol,
      Number(day),
      rows.map(([code]) => code),
    );
    const counted = roots.map(({ code, source, parts }) => {
      const range = source ?? parts[0]?.source;
      if (range?.kind !== "range") throw new Error(`${code} has no range`);
      const { outside, halted, unlisted, delisted, empty } = range.skipped;
      return [code, range.used?.count ?? null, [outside, halted, unlisted, delisted, empty]];
    });
    expect(counted).toEqual(roots.map(({ code }, index) => [code, rows[index]?.[3], rows[index]?.[4]]));
  },
);

describe("no row at all", () => {
  const request = scanRequest({ start: DATES[0] ?? "", end: DATES[5] ?? "", filters: [], columns: [] });
  test.each<[string, string, string, string]>([
    ["A", "2024-07-04", "closed", "Independence Day"],
    ["A", "2024-07-06", "closed", "Saturday"],
    ["A", "2024-07-10", "outside-data", "2024-07-01 to 2024-07-09"],
    ["A", "2024-07-01", "renamed", "had the symbol OLD"],
    ["OLD", "2024-07-08", "renamed", "had the symbol A"],
    ["N", "2024-07-02", "not-listed", "first bar is of 2024-07-05"],
    ["D", "2024-07-08", "delisted", "last bar is of 2024-07-02"],
    ["B", "2024-07-03", "no-bar", "halted"],
  ])("%s on %s: %s", async (symbol, date, code, says) => {
    const answer = await explain(market, request, { symbol, date });
    expect(answer).toMatchObject({ ok: true, value: { qualifies: false, absence: { code } } });
    expect(answer.ok ? answer.value.absence?.text : "").toContain(says);
  });

  test("an old symbol stands for its security on its days, and case makes no difference", async () => {
    expect(await explain(market, request, { symbol: "old", date: "2024-07-01" })).toMatchObject({
      ok: true,
      value: { symbol: "OLD", absence: null, qualifies: true },
    });
  });

  test("a row outside the dates of the request does not qualify, and is explained all the same", async () => {
    const narrow = { ...request, start: "2024-07-08" };
    expect(await explain(market, narrow, { symbol: "S", date: "2024-07-02" })).toMatchObject({
      ok: true,
      value: { absence: null, within: false, qualifies: false },
    });
  });

  test.each([
    [{ symbol: "AA", date: "2024-07-08" }, "symbol", "unknown-symbol"],
    [{ symbol: " ", date: "2024-07-08" }, "symbol", "missing"],
    [{ symbol: "A", date: "2024-7-8" }, "date", "date"],
    [{ symbol: "A", date: "1950-01-03" }, "date", "date"],
  ])("%j is a mistake", async (given, path, code) => {
    expect(await explain(market, request, given)).toMatchObject({ ok: false, mistakes: [{ path, code }] });
  });
});
