import { describe, expect, it } from "vitest";
import { printWords } from "../../src/formula/index.ts";
import { openRequest, requestSent } from "../../src/request/index.ts";
import { around, errorsOf, placed, requestOf } from "./requests.ts";

/** As the builder sends what it was given: everything that is accepted opens there and keeps its meaning. */
const reopened = (json: unknown): unknown => requestSent(openRequest(json).state);

/** Entries of column cards and the formula they mean. */
const COLUMNS: readonly (readonly [card: string, entry: object, code: string])[] = [
  ["Technical.Daily", { data_point: "close" }, "[daily close]"],
  ["Technical.Daily", { data_point: "close", day: 0, adjusted: false }, "[daily close]"],
  ["Technical.Daily", { data_point: "close", day: -1, adjusted: true }, "[daily close -1 adj]"],
  ["Technical.Daily", { data_point: "VWAP", n: -1 }, "[daily vwap -1]"],
  ["Technical.Daily", { data_point: "open", n: "2", adjusted: "adjusted" }, "[daily open 2 adj]"],
  ["Technical.Daily", { data_point: "close", offset: 1 }, "[daily close -1]"],
  ["Technical.Daily", { data_point: "number of trades" }, "[daily num_trades]"],
  ["Technical.Daily", { data_point: "high", func: "MAX", days: 10, offset: 1 }, "[daily max high -10 .. -1]"],
  ["Technical.Daily", { data_point: "volume", function: "average", n: 20 }, "[daily avg volume -19 .. 0]"],
  ["Technical.Daily", { data_point: "low", func: "lowest", days: 1, offset: 0 }, "[daily min low 0 .. 0]"],
  [
    "Technical.Daily",
    { data_point: "close", is_the: "MAX", data_point_to_evaluate: "volume", days: 10, offset: 1, adjusted: true },
    "[daily close at max volume -10 .. -1 adj]",
  ],
  [
    "Technical.Daily",
    { data_point: "date", is_the: "MIN", data_point_to_evaluate: "low", n: 5 },
    "[daily date at min low -4 .. 0]",
  ],
  ["Technical.Intraday", { data_point: "high" }, "[intraday max high '09:30' .. '15:59']"],
  ["Technical.Intraday", { data_point: "close" }, "[intraday last close '09:30' .. '15:59']"],
  [
    "Technical.Intraday",
    { data_point: "volume", start_time: "04:00:00", end_time: "9:29", day: -1 },
    "[intraday sum volume '04:00' .. '09:29' -1]",
  ],
  [
    "Technical.Intraday",
    { data_point: "open", func: "FIRST", adjusted: true },
    "[intraday first open '09:30' .. '15:59' adj]",
  ],
  [
    "Technical.Intraday",
    { data_point: "time", is_the: "MAX", data_point_to_evaluate: "high", start_time: "09:30", end_time: "10:29" },
    "[intraday time at max high '09:30' .. '10:29']",
  ],
  ["Technical.Intraday", { data_point: "close", time: "10:00" }, "[intraday close at '10:00']"],
  ["Identity", { data_point: "exchange" }, "[identity exchange]"],
  ["Identity", { data_point: "old symbol", day: -1 }, "[identity old_symbol -1]"],
  ["Identity", { data_point: "code" }, "[identity security_class]"],
  ["Identity", { data_point: "Security class" }, "[identity security_class]"],
  ["Indicator", { data_point: "close", func: "RSI", num_bars: 14 }, "[indicator rsi(14) close]"],
  [
    "Indicator",
    { ind_dp: "close", type: "EMA", days: 20, offset: 1, adjusted: true },
    "[indicator ema(20) close -1 adj]",
  ],
  ["Indicator", { data_point: "RSI" }, "[indicator rsi(14) close]"],
  [
    "Indicator",
    { data_point: "close", func: "ema", num_bars: 200, timeframe: "5min", time: "10:00", day: -1 },
    "[indicator ema(200) close 5min at '10:00' -1]",
  ],
  ["Indicator", { func: "BBANDS", params: [20, 2], line: "upper" }, "[indicator bbands.upper(20, 2) close]"],
  // VWAP over days is the rolling one, over minutes that of the session.
  ["Indicator", { func: "VWAP", num_bars: 5, adjusted: true }, "[indicator rolling_vwap(5) adj]"],
  ["Indicator", { type: "vwap", data_point: "close", n: 10, offset: 1 }, "[indicator rolling_vwap(10) -1]"],
  ["Indicator", { type: "ROLLING_VWAP", n: 10 }, "[indicator rolling_vwap(10)]"],
  ["Indicator", { type: "VWAP", timeframe: 5, time: "10:00", n: -1 }, "[indicator vwap 5min at '10:00' -1]"],
  ["Indicator", { type: "SMA", data_point: "VWAP", n: 5 }, "[indicator sma(5) vwap]"],
  ["Fundamental", { data_point: "market cap" }, "[fundamental market_cap]"],
  ["Fundamental", { data_point: "sector" }, "[fundamental sector]"],
  ["Fundamental", { data_point: "IPO" }, "[fundamental ipo]"],
  ["Fundamental", { data_point: "news" }, "[fundamental news]"],
  [
    "Fundamental",
    { data_point: "earnings", start_time: "16:00", end_time: "23:00", day: -1 },
    "[fundamental earnings '16:00' .. '23:00' -1]",
  ],
  [
    "Fundamental",
    { data_point: "news", before_or_after: "before", minutes: 30, from_start_time: "09:30" },
    "[fundamental news '09:00' .. '09:29']",
  ],
  [
    "Fundamental",
    { data_point: "news", before_or_after: "after", minutes: 30, from_start_time: "09:30" },
    "[fundamental news '09:30' .. '09:59']",
  ],
  ["Ownership", { data_point: "float" }, "[ownership float]"],
  ["Ownership", { data_point: "13F ownership percent", day: -1 }, "[ownership owner_13f_percent -1]"],
  ["Earnings", { data_point: "total-revenue-1q" }, "[earnings total-revenue-1q]"],
  ["Earnings", { data_point: "total-assets" }, "[earnings total-assets]"],
];

describe("a column entry", () => {
  it.each(COLUMNS)("%s %j is %s", (card, entry, code) => {
    const json = around({ columns: placed(card, { name: "X", ...entry }) });
    for (const one of [json, reopened(json)]) {
      const [column] = requestOf(one).columns;
      expect([column?.name, column?.code]).toEqual(["X", code]);
    }
  });

  it("is called by its formula where it has no name", () => {
    const request = requestOf(
      around({ columns: placed("Technical.Daily", { data_point: "close", day: -1, adjusted: true }) }),
    );
    expect(request.columns[0]?.name).toBe("daily close -1 adj");
  });

  it("of earnings may be several data points at once", () => {
    const items = { data_point: ["total-revenue-1q", "total-revenue-2q"], name: "Q" };
    const request = requestOf(around({ columns: { Earnings: [items] } }));
    expect(request.columns.map(({ name, code }) => [name, code])).toEqual([
      ["Q total-revenue-1q", "[earnings total-revenue-1q]"],
      ["Q total-revenue-2q", "[earnings total-revenue-2q]"],
    ]);
  });
});

/** Entries of filter cards and the formula they mean. */
const FILTERS: readonly (readonly [card: string, entry: object, code: string])[] = [
  ["Technical.Daily", { data_point: "close", condition: "greater than", value: 5 }, "[daily close] > 5"],
  ["Technical.Daily", { data_point: "close", operator: ">", value: "5.5" }, "[daily close] > 5.5"],
  ["Technical.Daily", { data_point: "close", condition: ["greater than", "equal"], value: 5 }, "[daily close] >= 5"],
  ["Technical.Daily", { data_point: "close", condition: ["equal", "less than"], value: 5 }, "[daily close] <= 5"],
  ["Technical.Daily", { data_point: "close", condition: "!=", value: -5 }, "[daily close] != -5"],
  [
    "Technical.Daily",
    { data_point: "volume", func: "AVG", days: 20, offset: 1, condition: ">", value: 1000000 },
    "[daily avg volume -20 .. -1] > 1M",
  ],
  ["Technical.Daily", { data_point: "close", condition: ">", value: "[daily open]" }, "[daily close] > [daily open]"],
  [
    "Technical.Daily",
    { data_point: "close", condition: ">=", value: '[ indicator  SMA( 50 ) -1 adj of "SPY" ]' },
    '[daily close] >= [indicator sma(50) close -1 adj of "SPY"]',
  ],
  ["Technical.Daily", { data_point: "date", condition: ">=", value: "2024-02-01" }, "[daily date] >= '2024-02-01'"],
  [
    "Technical.Intraday",
    { data_point: "volume", condition: ">", value: 0 },
    "[intraday sum volume '09:30' .. '15:59'] > 0",
  ],
  [
    "Technical.Intraday",
    { data_point: "time", is_the: "MIN", data_point_to_evaluate: "low", condition: "<", value: "10:00:00" },
    "[intraday time at min low '09:30' .. '15:59'] < '10:00'",
  ],
  ["Identity", { data_point: "exchange", condition: "IS", value: "NASDAQ" }, '[identity exchange] = "NASDAQ"'],
  ["Identity", { data_point: "exchange", value: "NASDAQ" }, '[identity exchange] = "NASDAQ"'],
  ["Identity", { data_point: "symbol", condition: "IS", value: "AAPL,MSFT" }, 'in([identity symbol], "AAPL", "MSFT")'],
  [
    "Identity",
    { data_point: "symbol", condition: "IS NOT", value: ["AAPL", "MSFT"] },
    '!in([identity symbol], "AAPL", "MSFT")',
  ],
  [
    "Identity",
    { data_point: "type", condition: "not equal", value: "COMMON-STOCK" },
    '[identity security_class] != "COMMON-STOCK"',
  ],
  [
    "Indicator",
    { data_point: "close", func: "RSI", num_bars: 14, condition: "<", value: 30 },
    "[indicator rsi(14) close] < 30",
  ],
  ["Fundamental", { data_point: "news", value: true }, "[fundamental news]"],
  ["Fundamental", { data_point: "news", condition: "IS", value: "DIDN'T HAVE" }, "![fundamental news]"],
  ["Fundamental", { data_point: "ipo", condition: "IS NOT", value: "HAD" }, "![fundamental ipo]"],
  ["Fundamental", { data_point: "market cap", condition: ">", value: "2000000000" }, "[fundamental market_cap] > 2B"],
  ["Ownership", { data_point: "float", condition: "<", value: 10000000 }, "[ownership float] < 10M"],
];

describe("a filter entry", () => {
  it.each(FILTERS)("%s %j is %s", (card, entry, code) => {
    const json = around({ filters: placed(card, entry) });
    for (const one of [json, reopened(json)]) {
      const [filter] = requestOf(one).filters;
      // What no card shows opens as a custom formula, which keeps its code.
      const label = filter?.group === "custom" ? code : filter && printWords(filter.tree);
      expect([filter?.code, filter?.label]).toEqual([code, label]);
    }
  });

  it("is called by its tag, else its name", () => {
    const entry = { data_point: "close", condition: ">", value: 5 };
    const labels = [{ tag: "{price}", name: "n" }, { name: "n" }].map(
      (more) => requestOf(around({ filters: placed("Technical.Daily", { ...entry, ...more }) })).filters[0]?.label,
    );
    expect(labels).toEqual(["price", "n"]);
  });
});

/** Entries that mean nothing, with the path and the beginning of the message. */
const REFUSED: readonly (readonly [side: "filters" | "columns", card: string, entry: unknown, error: string])[] = [
  ["columns", "Technical.Daily", {}, "data_point: data_point is missing."],
  ["columns", "Technical.Daily", { data_point: 5 }, "data_point: A text belongs here"],
  ["columns", "Technical.Daily", { data_point: "clsoe" }, "data_point: clsoe is no data point of daily"],
  ["columns", "Technical.Daily", { data_point: "constructor" }, "data_point: constructor is no data point"],
  ["columns", "Technical.Daily", { data_point: "close", day: 1.5 }, "day: A whole number"],
  ["columns", "Technical.Daily", { data_point: "close", day: 99999 }, "day: A whole number from -2600 to 2600"],
  ["columns", "Technical.Daily", { data_point: "close", day: -1, n: -1 }, "n: n and day say the same"],
  ["columns", "Technical.Daily", { data_point: "close", day: -2, offset: 1 }, "offset: day and offset"],
  ["columns", "Technical.Daily", { data_point: "close", func: "AVG" }, "days: A function looks over"],
  ["columns", "Technical.Daily", { data_point: "close", days: 5 }, "func: A number of days needs a function"],
  ["columns", "Technical.Daily", { data_point: "close", func: "MEDIAN", days: 5 }, "func: MEDIAN is none of"],
  [
    "columns",
    "Technical.Daily",
    { data_point: "close", is_the: "MAX", days: 5 },
    "data_point_to_evaluate: is_the needs",
  ],
  ["columns", "Technical.Daily", { data_point: "close", is_the: "BEST" }, "is_the: One of max, min"],
  ["columns", "Technical.Daily", { data_point: "close", adjusted: "yes" }, "adjusted: true (adjusted)"],
  [
    "columns",
    "Technical.Daily",
    { data_point: "close", start_time: "09:30" },
    'start_time: Unknown field "start_time".',
  ],
  [
    "columns",
    "Technical.Daily",
    JSON.parse('{"data_point":"close","__proto__":1}'),
    '__proto__: Unknown field "__proto__".',
  ],
  ["columns", "Technical.Daily", "close", ": An object belongs here"],
  [
    "columns",
    "Technical.Intraday",
    { data_point: "close", start_time: "10:00", end_time: "09:59" },
    "start_time: Start time cannot be greater then end time.",
  ],
  [
    "columns",
    "Technical.Intraday",
    { data_point: "close", start_time: "03:59" },
    "start_time: Time should be between 04:00 and 19:59.",
  ],
  ["columns", "Technical.Intraday", { data_point: "close", end_time: "25:00" }, "end_time: A time as HH:MM"],
  ["columns", "Technical.Intraday", { data_point: "time" }, "func: time over a window needs"],
  ["columns", "Technical.Intraday", { data_point: "date" }, "data_point: date is no data point of intraday"],
  ["columns", "Indicator", { data_point: "close", func: "NOPE" }, "func: NOPE is no indicator"],
  ["columns", "Indicator", { data_point: "close", func: "EMA", params: [1, 2, 3] }, "params: EMA takes 1"],
  ["columns", "Indicator", { func: "BBANDS" }, "line: BBANDS has the lines"],
  ["columns", "Indicator", { func: "EMA", timeframe: 5 }, "time: An intraday indicator needs"],
  ["columns", "Indicator", { data_point: "VWAP", n: -1 }, "timeframe: VWAP runs on intraday bars only"],
  ["columns", "Indicator", { type: "VWAP_RTH" }, "timeframe: VWAP_RTH runs on intraday bars only"],
  [
    "columns",
    "Indicator",
    { type: "VWAP", adjusted: true },
    "days: VWAP looks over a number of days; days is missing.",
  ],
  ["columns", "Indicator", { type: "VWAP", timeframe: 5, n: 3 }, "time: An intraday indicator needs"],
  ["columns", "Indicator", { type: "VWAP", timeframe: 5, time: "10:00", num_bars: 3 }, "params: VWAP takes 0"],
  ["columns", "Indicator", { func: "EMA", timeframe: 7, time: "10:00" }, "timeframe: Bars have 1, 2, 5"],
  ["columns", "Earnings", { data_point: "Total Revenue!" }, "data_point: Total Revenue! is no statement item."],
  ["columns", "Earnings", { data_point: [] }, "data_point: data_point is missing."],
  ["filters", "Technical.Daily", { data_point: "close" }, "condition: The condition is missing"],
  ["filters", "Technical.Daily", { data_point: "close", condition: 0, value: 5 }, "condition: 0 is no condition"],
  [
    "filters",
    "Technical.Daily",
    { data_point: "close", condition: [">", "<"], value: 5 },
    "condition: a list is no condition",
  ],
  ["filters", "Technical.Daily", { data_point: "close", condition: ">", value: "" }, "value: The value is missing."],
  [
    "filters",
    "Technical.Daily",
    { data_point: "close", condition: ">", value: "1,000" },
    "value: A number, or a data point of numbers in brackets, belongs here",
  ],
  [
    "filters",
    "Technical.Daily",
    { data_point: "date", condition: ">", value: "2024-02-30" },
    "value: A date as yyyy-MM-dd",
  ],
  [
    "filters",
    "Identity",
    { data_point: "symbol", condition: ">", value: ["A", "B"] },
    "value: Several values go with IS",
  ],
  ["filters", "Identity", { data_point: "symbol", condition: "IS", value: ["A", {}] }, "value: A text belongs here"],
  ["filters", "Identity", { data_point: "symbol", condition: "IS", value: "," }, "value: 1 to 10000 values"],
  ["filters", "Fundamental", { data_point: "news", value: "MAYBE" }, "value: HAD or DIDN'T HAVE"],
];

describe("an entry is refused", () => {
  it.each(REFUSED)("%s %s %j", (side, card, entry, error) => {
    const errors = errorsOf(around({ [side]: placed(card, entry) }));
    expect(errors[0]).toContain(`${side}.${card}[0]${error.startsWith(":") ? "" : "."}${error}`);
    expect(errors.length).toBe(1);
  });

  it("as statement items are for columns only", () => {
    expect(errorsOf(around({ filters: { Earnings: [{ data_point: "total-assets" }] } }))).toEqual([
      'filters.Earnings: Unknown field "Earnings".',
    ]);
  });
});
