import type { Severity } from "./severities.ts";

/** `words` is the text for the words notation, where it has to name what that notation writes. */
export interface DiagnosticEntry {
  readonly severity: Severity;
  readonly text: string;
  readonly words?: string;
}

/**
 * Every finding of the formula language: a stable code, its severity and its text, `{name}` standing for a parameter.
 * The code is a contract (a page in the reference carries its name); texts may get better.
 */
export const DIAGNOSTICS = {
  // Text and tokens
  empty: { severity: "error", text: "The formula is empty." },
  "too-long": { severity: "error", text: "A formula has at most {limit} characters; this one has {length}." },
  "too-deep": { severity: "error", text: "A formula nests at most {limit} levels of parentheses and signs." },
  "too-many-mistakes": {
    severity: "error",
    text: "This text has too many mistakes to be read as a formula; the first one is here.",
  },
  "foreign-formula": { severity: "error", text: "This is a formula of {platform}.{hint}" },
  "unknown-character": { severity: "error", text: "{found} has no meaning in a formula." },
  "not-closed": { severity: "error", text: "This {what} is not closed: {closer} is missing." },
  "not-opened": { severity: "error", text: "This {closer} closes nothing: {opener} is missing before it." },
  "missing-value": { severity: "error", text: "A value is missing {where}." },
  "missing-operator": { severity: "error", text: "An operator is missing between {left} and {right}." },
  misplaced: { severity: "error", text: "{found} cannot be used here." },
  "operator-spelling": { severity: "error", text: "{found} is no operator here, {right} is." },
  comma: { severity: "error", text: "{sign} only separates arguments of a function." },
  power: { severity: "error", text: "Powers are written pow(x, y)." },
  "plus-sign": { severity: "error", text: "A plus sign in front of a value says nothing; leave it out." },
  "percent-sign": {
    severity: "error",
    text: "No percent sign in a formula: 5 % is 0.05, and 5 where percents are compared, which are in points.",
  },
  "number-format": { severity: "error", text: "{found} is not how a number is written; write {right}." },
  "comma-in-number": {
    severity: "warning",
    text: "{found} is read as {count} values here; one number is written {right}, and between values stands a blank behind the comma.",
  },
  "number-unknown": { severity: "error", text: "{found} is not a number." },
  "number-large": { severity: "error", text: "This number is too large to compute with." },
  "time-format": {
    severity: "error",
    text: "A time is written '09:30', between quotes and from 00:00 to 23:59.",
    words: "A time is written 09:30, from 00:00 to 23:59.",
  },
  "date-format": {
    severity: "error",
    text: "A date is written '2024-03-28', between quotes.",
    words: "A date is written 2024-03-28.",
  },
  "date-invalid": { severity: "error", text: "Invalid Date" },
  "single-quotes": {
    severity: "error",
    text: "Single quotes are for times and dates; text goes in double quotes.",
    words: "Text goes in double quotes; times and dates need none.",
  },
  "quote-shape": { severity: "error", text: "Write straight quotes: {right}." },
  "line-comment": { severity: "error", text: "A comment is written /* … */." },
  "column-empty": { severity: "error", text: "A column name is missing between the braces." },
  "words-in-code": { severity: "error", text: "{found} belongs to the words notation.{hint}" },
  wording: { severity: "error", text: "{found} is not how it is said here; write {right}." },
  "unknown-phrase": { severity: "error", text: "{found} has no meaning in words.{hint}" },
  "code-in-words": { severity: "error", text: "{found} belongs to the code notation; write {right}." },
  placeholder: { severity: "error", text: "{found} is a placeholder; put a value in its place." },
  "or-values": {
    severity: "error",
    text: "{found} is compared with nothing; one of several values is asked with {right}.",
  },
  "list-parentheses": { severity: "error", text: "The values of a list go in parentheses: {right}." },
  "had-missing": { severity: "error", text: "{found} is something a day had: {right}." },
  "chained-comparison": {
    severity: "error",
    text: "Comparisons cannot be chained; join two of them with &.",
    words: "Comparisons cannot be chained; join two of them with and.",
  },

  // Trades
  "trade-field": { severity: "error", text: "{found} is nothing that a trade says: {options}.{hint}" },
  "trade-side": { severity: "error", text: "A trade is long or short; say which." },
  "trade-part-missing": { severity: "error", text: "This trade has no {what}." },
  "trade-clause-unknown": { severity: "error", text: "{found} is no part of a trade.{hint}" },
  "trade-clause": { severity: "error", text: "Behind {clause} comes {right}." },
  "trade-parameter": {
    severity: "error",
    text: "{found} cannot stand here: parameters of a trade are the numbers of its stop, target and trail, and those in its formulas. Write {right}.",
  },
  "trade-time": {
    severity: "error",
    text: "A trade begins and ends between '04:00' and '19:59'.",
    words: "A trade begins and ends between 04:00 and 19:59.",
  },
  "trade-in-filter": {
    severity: "error",
    text: "A trade is an outcome: a filter with it would pick rows with hindsight. Use it in a column.",
  },
  "trade-moved": { severity: "error", text: "A trade begins on the row's day; {found} cannot move it to another." },
  "trade-order": { severity: "error", text: "{what}." },
  "trade-hours": {
    severity: "error",
    text: "A trade over several days begins and ends in the regular session, {open} to {close}.",
  },
  "trade-reach": {
    severity: "warning",
    text: "No price reaches a {clause} {found} percent below: it would be zero or less.",
  },
  "trade-level": { severity: "error", text: "This must be {needed}." },
  "trade-lookahead": {
    severity: "error",
    text: "This is known only at {known}, after {begin}, when the trade needs it.",
  },
  "trade-basis": {
    severity: "error",
    text: "A price of another day counts in a trade adjusted for splits only: an unadjusted one is on another scale where a split lies between, one adjusted for dividends where a dividend does.",
  },

  // Names
  "unknown-name": { severity: "error", text: "{found} is no name the language knows.{hint}" },
  "unknown-parameter": { severity: "error", text: "There is no parameter {found}.{hint}" },
  "bare-data-point": { severity: "error", text: "A data point goes in square brackets: {right}." },
  "bare-column": { severity: "error", text: "A column goes in braces: {right}." },
  "function-parentheses": {
    severity: "error",
    text: "{found} is a function; its arguments go in parentheses: {right}.",
  },
  "unknown-function": { severity: "error", text: "There is no function {found}.{hint}" },
  "bare-text": { severity: "error", text: "Text goes in double quotes: {right}." },
  "no-literal": { severity: "error", text: "There is no {found} in formulas.{hint}" },
  "indicator-call": { severity: "error", text: "{found} is an indicator, written {right}." },
  "unknown-column": { severity: "error", text: "There is no column {found} here.{hint}" },
  "column-cycle": { severity: "error", text: "The column refers to itself: {path}." },
  "shadows-built-in": {
    severity: "warning",
    text: "Your column {found} is used here, not the built-in one of that name.",
  },

  // Data points
  "point-empty": { severity: "error", text: "A data point is missing between the brackets, such as [daily close]." },
  "group-missing": { severity: "error", text: "The type of data comes first: {right}." },
  "unknown-group": { severity: "error", text: "{found} is no type of data.{hint}" },
  "field-missing": { severity: "error", text: "{group} needs a data point: {options}." },
  "unknown-field": { severity: "error", text: "{group} has no data point {found}.{hint}" },
  "unknown-range-function": { severity: "error", text: "{found} is no function of a range.{hint}" },
  "unknown-indicator": { severity: "error", text: "There is no indicator {found}.{hint}" },
  "unknown-line": { severity: "error", text: "{indicator} has no line {found}.{hint}" },
  "line-missing": { severity: "error", text: "{indicator} has several lines; name one: {options}." },
  "unknown-source": { severity: "error", text: "{found} is no source an indicator can take.{hint}" },
  "no-source": { severity: "error", text: "{indicator} has its own inputs; leave {found} out." },
  "no-parameters": { severity: "error", text: "{found} takes no parentheses." },
  "parameter-count": { severity: "error", text: "{indicator} takes {expected}, not {count}." },
  "parameter-value": { severity: "error", text: "{parameter} of {indicator} is {expected}." },
  "parameters-refused": { severity: "error", text: "{indicator}: {reason}." },
  "other-security": {
    severity: "error",
    text: "Items of statements are of the row's own security, not of {found}.",
  },
  "symbol-empty": { severity: "error", text: 'A symbol stands behind of, as in of "SPY".' },
  "repeated-part": { severity: "error", text: "A data point takes one {what}." },
  "part-not-allowed": { severity: "error", text: "{group} takes no {what}." },
  "adjusted-not-allowed": { severity: "error", text: "Only daily, intraday and indicator values can be adjusted." },
  "range-needs-function": {
    severity: "error",
    text: "A range of days needs a function, such as {right}.",
  },
  "range-missing": { severity: "error", text: "{found} needs to know over which days, such as {right}." },
  "window-needs-function": { severity: "error", text: "{found} over a window needs a function, such as {right}." },
  "window-needs-at": { severity: "error", text: "The bar of one minute is written {right}." },
  "extreme-needs-range": {
    severity: "error",
    text: "`at {extreme}` looks over a range of days, such as -10 .. -1.",
    words: "{extreme} looks over a range of days, such as from 10 days ago to 1 day ago.",
  },
  "single-day": { severity: "error", text: "{group} takes one day, not a range of days." },
  "day-whole": {
    severity: "error",
    text: "A day is a whole number of sessions: 0 today, -1 the session before.",
    words: "A day is a whole number of sessions: today, 1 day ago, 1 day later.",
  },
  "day-limit": { severity: "error", text: "A day reaches at most {limit} sessions." },
  "period-limit": { severity: "error", text: "A bar of a {period} is at most {limit} {period}s away." },
  "range-order": { severity: "error", text: "A range goes from the earlier day to the later one." },
  "range-limit": { severity: "error", text: "A range has at most {limit} sessions." },
  "time-order": { severity: "error", text: "Start time cannot be greater then end time." },
  "time-limits": { severity: "error", text: "Time should be between 04:00 and 19:59." },
  timeframe: { severity: "error", text: "{found} is no size of bars; there are {options}." },
  "timeframe-missing": { severity: "error", text: "{indicator} runs on intraday bars only, such as {right}." },
  "bars-only": {
    severity: "error",
    text: "Bars of minutes go with an indicator, such as EMA(200) of close on 5 minute bars.",
  },
  "at-missing": { severity: "error", text: "An indicator on intraday bars needs the time: {right}." },
  "at-needs-timeframe": { severity: "error", text: "A time goes with intraday bars: {right}." },
  "statement-item": { severity: "error", text: "There is no statement item {found}.{hint}" },

  // Calls and types
  "argument-count": { severity: "error", text: "{signature} takes {expected}, not {count}." },
  "argument-range": {
    severity: "error",
    text: "{signature} takes a range of days here, such as -4 .. 0.",
    words: "{signature} takes a range of days here, such as from 4 days ago to today.",
  },
  "argument-no-range": { severity: "error", text: "{signature} takes no range of days here." },
  "argument-group": { severity: "error", text: "{signature} takes a group here: by and one of {groups}." },
  "argument-no-group": { severity: "error", text: "{signature} takes no group here." },
  "argument-aggregate": { severity: "error", text: "{signature} takes the name of an aggregate first: {aggregates}." },
  "unknown-security-group": { severity: "error", text: "Securities are not grouped by {found}.{hint}" },
  "group-by": { severity: "error", text: "A group is written {right}." },
  "argument-literal": { severity: "error", text: "{signature}: {name} is {expected}, written as a number." },
  "argument-type": { severity: "error", text: "{signature}: {name} is a {expected}, not a {found}." },
  "argument-same": { severity: "error", text: "{signature}: {name} must be a {expected} too, not a {found}." },
  "not-a-number": { severity: "error", text: "{operator} goes with numbers; this is a {found}." },
  "not-a-condition": { severity: "error", text: "{operator} joins conditions; this is a {found}." },
  "date-arithmetic": { severity: "error", text: "{left} {operator} {right} has no meaning." },
  "compare-types": { severity: "error", text: "A {left} cannot be compared with a {right}." },
  "compare-order": {
    severity: "error",
    text: "A {type} has no order: only = and != compare it.",
    words: "A {type} has no order: only `is` and `is not` compare it.",
  },
  "filter-not-boolean": {
    severity: "error",
    text: "A filter formula must contain a logical operator (<, >, <=, >=, =, !=, &, |).",
  },
  "columns-only": { severity: "error", text: "Statement items are for columns only, not for filters." },

  // Units
  "unit-mismatch": { severity: "error", text: "{left} and {right} have different units and cannot be {joined}." },
  "unit-percent": {
    severity: "warning",
    text: "A ratio meets a percent: 1.05 and 5 % are 100 times apart. Multiply the ratio by 100.",
  },
  dollars: { severity: "warning", text: "Dollars go with prices and sums of money; the other side is neither." },
  "percent-or-ratio": { severity: "warning", text: "{said} is {means}. Choose what is meant." },

  // What is legal and probably not meant
  "mixed-and-or": {
    severity: "warning",
    text: "& binds before |. Put parentheses around what belongs together.",
    words: "`and` binds before `or`. Put parentheses around what belongs together.",
  },
  "mixed-basis": {
    severity: "warning",
    text: "Values that are adjusted differently are combined; across a split or a dividend they are on different scales.",
  },
  "adjusted-level": {
    severity: "warning",
    text: "An adjusted value changes with later splits, and one adjusted for dividends with those, so a fixed level picks other days then. Compare the unadjusted one.",
  },
  "adjusted-amount": {
    severity: "warning",
    text: "A fixed amount is not adjusted with the value beside it, so after a later split it is another part of it. Write a part of the value, as in * 0.99, or {right}.",
  },
  "crosses-split": {
    severity: "info",
    text: "Unadjusted values of several days are combined; the result counts the rows with a split in between.",
  },
  "never-true": { severity: "warning", text: "This is never true: {reason}." },
  "own-name": { severity: "error", text: "The name of what is yours is missing: write {example}." },
  "unknown-number": {
    severity: "error",
    text: "You have no number {found}.{hint} Drop a file of numbers on My lists to make one.",
  },
  "unknown-list": { severity: "error", text: "You have no list {found}.{hint} Drop a file on My lists to make one." },
  "unknown-symbol": {
    severity: "warning",
    text: "No security of this market has or had the symbol {found}.{hint} Its values are empty.",
  },
  "unknown-value": { severity: "warning", text: "No {field} is called {found}.{hint}" },
  "current-value": {
    severity: "warning",
    text: "Only the present {field} is known, not the one of the row's date.",
  },
  lookahead: {
    severity: "warning",
    text: "The filter needs what is known only later: {known}.{hint}",
  },
  "outcome-side": {
    severity: "info",
    text: "{name} is of a long position from the close, without a stop. A trade says its side, its entry and what ends it.",
  },
  "outcome-levels": {
    severity: "warning",
    text: "A day that holds both levels counts as the stop, though its bar does not tell which came first. A trade walks the minutes and is empty where nothing tells.",
  },
  "value-not-length": {
    severity: "warning",
    text: "{found} is one of the values that {name} compares, not a number of days.",
  },
  "day-not-length": {
    severity: "warning",
    text: "{found} is a day here, {found} sessions later, not a length; the last {found} sessions are written {right}.",
  },
  "day-not-range": {
    severity: "warning",
    text: "{found} is one day here, that many sessions ago; the last {count} sessions are written {right}.",
  },
  // Told by the data of a run
  "short-range": { severity: "warning", text: "Rows have fewer bars in the range than it has sessions." },
  unstable: { severity: "warning", text: "Rows have too few bars before them for the indicator to have settled." },
} as const satisfies Readonly<Record<string, DiagnosticEntry>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
