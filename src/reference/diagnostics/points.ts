import type { PagesOfCodes } from "./page-of-code.ts";

/** The parts of a data point. */
export const POINT_PAGES = {
  "point-empty": { why: "Brackets without anything in them.", example: "[] > 5" },
  "group-missing": {
    why: "Open, high or volume exist as daily and as minute values: the type says which.",
    example: "[close -1] > 5",
  },
  "unknown-group": {
    why: "The types are daily, intraday, indicator, identity, fundamental, ownership and earnings.",
    example: "[dialy close] > 5",
  },
  "field-missing": { why: "The type alone names no value.", example: "[daily -1] > 5" },
  "unknown-field": {
    why: "The type of data has no such field; a field of another type is offered with its type.",
    example: "[daily clsoe] > 5",
  },
  "unknown-range-function": {
    why: "Ranges know first, last, max, min, avg and sum, written before the field.",
    example: "[daily highest close -3 .. 0 adj] > [daily close adj]",
  },
  "unknown-indicator": {
    why: "The catalogue has no such indicator.",
    example: "[indicator emaa(20) adj] > [daily close adj]",
  },
  "unknown-line": { why: "The indicator has other lines.", example: "[indicator bbands.uper adj] > [daily close adj]" },
  "line-missing": {
    why: "An indicator with several lines is no single value; none of them is the obvious one.",
    example: "[indicator bbands close adj] > [daily close adj]",
  },
  "unknown-source": {
    why: "An indicator runs over a daily field: open, high, low, close, volume, num_trades or vwap.",
    example: "[indicator ema(20) clsoe adj] > [daily close adj]",
  },
  "no-source": {
    why: "The indicator's definition fixes its inputs: ATR needs high, low and close together.",
    example: "[indicator atr(14) close adj] > 1",
  },
  "no-parameters": { why: "Only indicators take parameters.", example: "[daily close(3)] > 5" },
  "parameter-count": {
    why: "More parameters than the indicator has. Left out, they have their defaults.",
    example: "[indicator ema(20, 3) close adj] > [daily close adj]",
  },
  "parameter-value": {
    why: "A length is a whole number within the bounds of the catalogue.",
    example: "[indicator ema(0) close adj] > [daily close adj]",
  },
  "parameters-refused": {
    why: "Each parameter is possible, together they make no sense.",
    example: "[indicator macd.line(26, 12, 9) close adj] > 0",
  },
  "other-security": {
    why: 'Every data point can be of another security, such as [indicator rsi(14) close adj of "SPY"], except items of statements.',
    example: '[earnings net-income-1q of "SPY"]',
    use: "column",
  },
  "symbol-empty": {
    why: "Without a symbol nobody can tell whose value is meant.",
    example: '[daily close of ""] > 5',
  },
  "repeated-part": {
    why: "A part that appears twice leaves open which one counts.",
    example: "[daily close adj adj] > [daily open adj]",
  },
  "part-not-allowed": {
    why: "The type of data has no use for this part: a daily value has no time of day.",
    example: "[daily close at '10:00'] > 5",
  },
  "adjusted-not-allowed": {
    why: "Splits change prices and volumes of bars; other values are as they were known.",
    example: '[identity exchange adj] = "NYSE"',
  },
  "range-needs-function": {
    why: "Several days are several values; the function says which one is meant.",
    example: "[daily high -10 .. -1] > 5",
  },
  "window-needs-function": {
    why: "A window of minutes has several times; the function says which one is meant. Prices and volumes have a usual one.",
    example: "[intraday time '09:30' .. '10:00'] > '09:45'",
  },
  "window-needs-at": {
    why: "One time is a moment, not a window: at reads the bar that starts then.",
    example: "[intraday close '10:00'] > 5",
  },
  "extreme-needs-range": {
    why: "The day of the highest volume is looked for among days: say which.",
    example: "[daily close at max volume] > 5",
  },
  "single-day": {
    why: "Only daily values take a range of days. Others are put into a function over days, or name one day.",
    example: "[intraday max close -3 .. 0] > 5",
  },
  "day-whole": {
    why: "Days are sessions of the exchange, counted in whole numbers.",
    example: "[daily close -1.5] > 5",
  },
  "day-limit": { why: "Ten years of sessions are as far as a day reaches.", example: "[daily close -3000] > 5" },
  "period-limit": {
    why: "Weeks and months reach as far back as days do: ten years of sessions.",
    example: "[weekly close -600 adj] > [daily close adj]",
  },
  "range-order": {
    why: "The earlier day comes first: -10 .. -1.",
    example: "[daily max high -1 .. -10 adj] < [daily close adj]",
  },
  "range-limit": {
    why: "Ten years of sessions are as long as a range may be.",
    example: "[daily max high -2600 .. 0 adj] = [daily close adj]",
  },
  "time-order": {
    why: "A window runs forward within one day.",
    example: "[intraday max high '10:00' .. '09:29'] > 5",
  },
  "time-limits": {
    why: "Minutes are kept from 04:00 to 19:59, the extended hours of the exchanges.",
    example: "[intraday max high '09:30' .. '20:00'] > 5",
  },
  timeframe: {
    why: "Intraday bars are made from minutes in a few sizes only.",
    example: "[indicator ema(20) close 7min at '10:00'] > 5",
  },
  "timeframe-missing": {
    why: "A session's VWAP starts over each morning, so it has no daily bars. Over days there is rolling_vwap, such as [indicator rolling_vwap(20)].",
    example: "[indicator vwap] > 5",
  },
  "at-missing": {
    why: "The value of an intraday indicator changes all day; the time says when it is read.",
    example: "[indicator ema(20) close 5min] > 5",
  },
  "at-needs-timeframe": {
    why: "A time of day says nothing about daily bars; the size of bars is missing.",
    example: "[indicator ema(20) close at '10:00'] > 5",
  },
  "statement-item": {
    why: "Items are written in lower case with hyphens, the quarter behind them.",
    example: "[earnings total_revenue_1q]",
    use: "column",
  },
} as const satisfies PagesOfCodes;
