import type { DiagnosticCode } from "../vocabulary/index.ts";

/** What the reference says about a code beside its severity and text, and an example that raises it. */
export interface DiagnosticPage {
  /** Why it is reported, and what to do. */
  readonly why: string;
  /** Raises this code and no other of its severity; a test holds that. Repeated where `times` says so. */
  readonly example: string;
  readonly times?: number;
  /** Where the example stands; in a filter when left out. */
  readonly use?: "column";
  readonly notation?: "words";
  /** Columns of the request by name, with their formulas. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Found in the data of a run, not in the text. */
  readonly reportedBy?: "run";
}

export const DIAGNOSTIC_PAGES: Readonly<Record<DiagnosticCode, DiagnosticPage>> = {
  empty: { why: "Nothing but blanks or comments. Write a condition, or remove the entry.", example: "/* later */" },
  "too-long": {
    why: "Longer texts are refused before they are read. Move parts into columns and name them in braces.",
    example: "[daily close] > 5 & ",
    times: 401,
  },
  "too-deep": {
    why: "Parentheses, signs and calls inside each other are counted before the text is read. Move inner parts into columns.",
    example: "(",
    times: 201,
  },
  "too-many-mistakes": {
    why: "Finding the way on behind a mistake takes time, so after some dozens of them the text is not read any further.",
    example: "( ) ",
    times: 400,
  },
  "unknown-character": {
    why: "Only letters, digits, quotes, brackets and the operators have a meaning. Money, for one, is a plain number.",
    example: "[daily close] > $5",
  },
  "not-closed": {
    why: "A bracket, brace, parenthesis, quote or comment was opened and not closed. The place of the fix is the most probable one.",
    example: "[daily close > 5",
  },
  "not-opened": {
    why: "A closing sign without its partner. It is removed, or opened where a name or data point begins before it.",
    example: "[daily close] > 5 )",
  },
  "missing-value": {
    why: "There is an operator or parenthesis where a value belongs.",
    example: "[daily close] >",
  },
  "missing-operator": {
    why: "Two values are next to each other. Nothing is multiplied silently: write the operator.",
    example: "2 [daily close] > 5",
  },
  misplaced: {
    why: "Something that is known, in a place where it has no meaning.",
    example: "[daily close, -1] > 5",
  },
  "operator-spelling": {
    why: "Operators of other languages are understood and rewritten: there is one spelling of each.",
    example: "[daily close] == 5",
  },
  comma: {
    why: "Conditions are joined with & and |, one of several values is asked with in(x, a, b).",
    example: "[daily close] > 5, [daily open] > 3",
  },
  power: { why: "There is no sign for powers, so that ^ cannot be taken for another operator.", example: "2 ^ 3 > 5" },
  "plus-sign": { why: "A sign that changes nothing hides a slip.", example: "[daily close] > +5" },
  "percent-sign": {
    why: "A percent sign could mean two numbers. Percents of the data and of results are in points, so that a gap of five percent is 5; beside anything else five percent is 0.05.",
    example: "{gap} > 5%",
  },
  "number-format": {
    why: "Digits, a point and decimals, with K, M or B behind: no separators of thousands, no exponent, no decimal comma.",
    example: "[daily volume] > 1,000,000",
  },
  "number-unknown": {
    why: "Digits run into letters that are no K, M or B.",
    example: "[daily close] > 5x",
  },
  "number-large": {
    why: "Numbers beyond 1.8e308 cannot be computed with.",
    example: "9",
    times: 400,
  },
  "time-format": {
    why: "A time is written in single quotes, on the 24-hour clock of New York.",
    example: "[intraday close at 10:00] > 5",
  },
  "date-format": {
    why: "A date is written in single quotes, year first, so that day and month cannot be mixed up.",
    example: "[daily date] > 2024-01-05",
  },
  "date-invalid": { why: "The calendar has no such day.", example: "[daily date] > '2024-02-30'" },
  "single-quotes": {
    why: "Quotes tell texts from times: \"…\" is a text, '…' a time or a date.",
    example: "[identity exchange] = 'NYSE'",
  },
  "quote-shape": {
    why: "Word processors turn quotes into curly ones; a formula has straight ones.",
    example: "[identity exchange] = “NYSE”",
  },
  "line-comment": {
    why: "Line breaks become blanks, so a comment to the end of the line would swallow the rest of the formula.",
    example: "[daily close] > 5 // cheap",
  },
  "column-empty": { why: "Braces hold the name of a column.", example: "{} > 5" },
  "words-in-code": {
    why: "The phrase belongs to the words notation. Switch the notation, or write it as code.",
    example: "[daily close] 5 days ago > 5",
  },
  "chained-comparison": {
    why: "a < b < c would compare the outcome of the first comparison with c. Both bounds are joined with &.",
    example: "5 < [daily close] < 10",
  },

  "unknown-name": {
    why: "A bare word that is no data point, column or function. The nearest known name is offered.",
    example: "clos > 5",
  },
  "bare-data-point": {
    why: "Data points are written in brackets with their type first, so that nothing has to be guessed.",
    example: "close > 5",
  },
  "bare-column": { why: "Columns are written in braces.", example: "gap > 5" },
  "function-parentheses": {
    why: "A function takes its arguments in parentheses, also where words would put it between them.",
    example: "[daily close] between 5 and 10",
  },
  "unknown-function": {
    why: "No function has this name; names from other languages and slips of the pen get the right one offered.",
    example: "crossover([daily close adj], [indicator sma(20) close adj])",
  },
  "bare-text": {
    why: "A text is compared as text only in double quotes.",
    example: "[identity exchange] = NYSE",
  },
  "no-literal": {
    why: "There are no values null, true and false: is_null asks for a missing value, and a condition needs no comparison.",
    example: "[ownership float] = null",
  },
  "indicator-call": {
    why: "Indicators are data points: in brackets, parameters behind the name, the source behind them.",
    example: "sma([daily close adj], 20) > [daily close adj]",
  },
  "unknown-column": {
    why: "A column formula may name any column of the request, a filter only the built-in ones: filters run first.",
    example: "{gapp} > 5",
  },
  "column-cycle": {
    why: "Following the names leads back to the start, so there is nothing to begin computing with.",
    example: "{A} + 1",
    use: "column",
    columns: { A: "{B} * 2", B: "{A} / 2" },
  },
  "shadows-built-in": {
    why: "Your own column wins over a built-in one of the same name. Rename it where the built-in one is meant.",
    example: "{gap} * 2",
    use: "column",
    columns: { Gap: "[daily close] - [daily open]" },
  },

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

  "argument-count": { why: "The function takes another number of arguments.", example: "abs([daily close], 3) > 1" },
  "argument-range": {
    why: "A function over days takes the days last, from .. to.",
    example: "count([daily close] > 5, [daily volume]) > 1",
  },
  "argument-no-range": {
    why: "Only functions over days take a range. The largest of several days is highest(x, from .. to).",
    example: "max([daily close], -5 .. 0) > 5",
  },
  "argument-literal": {
    why: "How far back a function looks is known before the scan starts, so it is written as a number.",
    example: "round([daily close], 2.5) > 5",
  },
  "argument-type": {
    why: "Numbers, texts, conditions, dates and times are never taken for each other.",
    example: "count([daily close], -4 .. 0) > 1",
  },
  "argument-same": {
    why: "Values that are chosen between or compared are of one type.",
    example: 'if([daily close] > 5, 1, "x") > 1',
  },
  "not-a-number": { why: "Only numbers are added, multiplied and negated.", example: "[identity name] * 2 > 5" },
  "not-a-condition": { why: "Only conditions are joined and turned round.", example: "[fundamental ipo] & 5" },
  "date-arithmetic": {
    why: "Dates and times have differences, and are moved by numbers; nothing else is defined.",
    example: "[daily date] + [daily date -5] > '2024-01-02'",
  },
  "compare-types": { why: "Values of two types are never equal, smaller or larger.", example: '[daily close] > "5"' },
  "compare-order": {
    why: "Texts and conditions are equal or not; no order is defined.",
    example: '[identity name] > "x"',
  },
  "filter-not-boolean": {
    why: "A filter decides, so it must be a condition. A value alone is a column.",
    example: "[daily close]",
  },
  "columns-only": {
    why: "Statements are published at their own pace, so rows cannot be picked by them yet.",
    example: "[earnings total-revenue-1q] > 5",
  },

  "unit-mismatch": {
    why: "A price and a number of shares are never larger or smaller than each other. Divide first, or compare like with like.",
    example: "[daily close] > [daily volume]",
  },
  "unit-percent": {
    why: "1.05 as a ratio and 5 as a percent say the same; side by side they are a hundred times apart.",
    example: "[daily close] / [daily open] > [ownership io_percent]",
  },

  "mixed-and-or": {
    why: "& binds before |, which is easily read the other way round. Parentheses say it for everybody.",
    example: "{gap} > 5 & {gain} > 3 | {range} > 9",
  },
  "mixed-basis": {
    why: "After a split the adjusted and the traded price are on different scales; the same holds for volume and shares.",
    example: "[daily open adj] / [daily close -1] > 1.05",
  },
  "adjusted-level": {
    why: "Each later split rewrites adjusted prices, so the days that fulfil the condition change in hindsight.",
    example: "[daily close adj] > 5",
  },
  "crosses-split": {
    why: "A 2 for 1 split halves the traded price overnight, which is no loss. Use adj, or look at how many rows are concerned.",
    example: "[daily open] / [daily close -1] > 1.05",
  },
  "never-true": {
    why: "No day can fulfil the condition, so the filter would be empty.",
    example: "[daily close adj] > [daily max close -10 .. 0 adj]",
  },
  "unknown-value": {
    why: "The field never has this value, so nothing would be found. Case, blanks and hyphens do not matter.",
    example: '[identity country] = "germny"',
  },
  "current-value": {
    why: "The data has one value for all days: a company that moved to another exchange counts as listed there all along.",
    example: '[identity exchange] = "NYSE"',
  },
  lookahead: {
    why: "On the row's day this was not known yet. As a column it is an outcome and welcome; as a filter it picks with hindsight.",
    example: "[daily close 1 adj] > [daily open 1 adj]",
  },
  "day-not-length": {
    why: "In other languages 20 here means the last 20 bars. Here numbers are days, and a positive day lies in the future. Written 20 .. 20 it is taken as meant.",
    example: "highest([daily high adj], 20)",
    use: "column",
  },
  "short-range": {
    why: "The security was not listed or was halted on some of the sessions; the value is of those there are.",
    example: "[daily avg volume -19 .. 0]",
    use: "column",
    reportedBy: "run",
  },
  unstable: {
    why: "An average that never forgets needs a long run-up; with less the value still depends on where the data begins.",
    example: "[indicator ema(200) close adj]",
    use: "column",
    reportedBy: "run",
  },

  wording: {
    why: "Understood, and with one way to say it: rising above may mean being above or getting there, so the fix asks.",
    example: "close rises above 5",
    notation: "words",
  },
  "unknown-phrase": {
    why: "Words that mean nothing in the language. Neighbouring ones are one finding, with the nearest phrase.",
    example: "close is abov 5",
    notation: "words",
  },
  "code-in-words": {
    why: "A data point of the code notation; the fix says it in words.",
    example: "[daily close -1] is above 5",
    notation: "words",
  },
  placeholder: {
    why: "A square bracket in words keeps a place that nobody has filled. Put a value there.",
    example: "close is above [value]",
    notation: "words",
  },
  "list-parentheses": {
    why: "A list needs its ends, for what follows it may go on with and.",
    example: 'exchange is one of "NYSE", "NASDAQ"',
    notation: "words",
  },
  "had-missing": {
    why: "News, earnings and an IPO are something that a security had on a day, or did not have.",
    example: "earnings today",
    notation: "words",
  },
  "range-missing": {
    why: "An average, a highest or a total is one of several days or minutes: say of which.",
    example: "average volume is above 1M",
    notation: "words",
  },
  "bars-only": {
    why: "Bars of so many minutes are what an indicator runs over. A field has a time or a window of times.",
    example: "close on 5 minute bars is above 5",
    notation: "words",
  },
};
