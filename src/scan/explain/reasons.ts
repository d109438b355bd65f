import { clock } from "../../vocabulary/index.ts";

/**
 * The data that each reason for a null refers to; dates are yyyy-MM-dd, moments yyyy-MM-dd HH:MM, times minutes since
 * midnight.
 */
interface Details {
  "outside-data": { readonly from: string; readonly to: string; readonly first: string; readonly last: string };
  "not-listed": { readonly date: string; readonly first: string };
  delisted: { readonly date: string; readonly last: string };
  "no-bar": { readonly date: string };
  "off-hours-only": { readonly date: string };
  "field-missing": { readonly field: string; readonly date: string };
  "symbol-unknown": { readonly symbol: string; readonly date: string };
  "empty-range": { readonly from: string; readonly to: string; readonly sessions: number; readonly bars: number };
  "minutes-not-imported": {
    readonly from: string;
    readonly to: string;
    readonly sessions: number;
    readonly missing: number;
  };
  "no-minutes": { readonly date: string };
  "empty-window": { readonly date: string; readonly start: number; readonly end: number; readonly bars: number };
  "no-complete-bar": { readonly date: string; readonly at: number; readonly timeframe: number };
  "too-few-bars": { readonly has: number; readonly needs: number };
  "too-few-bars-after": { readonly has: number; readonly needs: number };
  "indicator-undefined": { readonly bars: number };
  "fact-missing": { readonly field: string };
  "not-known-yet": { readonly field: string; readonly known: string };
  "announced-past": { readonly date: string; readonly known: string; readonly row: string };
  "never-renamed": { readonly date: string };
  "no-event-coverage": { readonly kind: string; readonly date: string };
  "not-checked": { readonly date: string };
  "quarter-missing": { readonly item: string; readonly quarter: number; readonly latest: string };
  "division-by-zero": { readonly divisor: string };
  domain: { readonly function: string; readonly value: number };
  overflow: { readonly code: string };
  "outside-day": { readonly code: string };
  "empty-text": { readonly code: string };
  "null-operand": { readonly operands: string };
  "no-entry": { readonly code: string };
  "open-trade": { readonly code: string };
  "ambiguous-trade": { readonly code: string };
  "not-of-trade": { readonly code: string };
  "no-else": { readonly condition: string };
  "never-true": { readonly condition: string; readonly sessions: number };
  alone: { readonly date: string };
  "few-pairs": { readonly from: string; readonly to: string; readonly days: number };
  "all-equal": { readonly date: string };
  nobody: { readonly date: string };
}

type ReasonCode = keyof Details;

/** Why a value is null or unknown: a stable code, a sentence, and the data that the sentence refers to. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
  readonly details: Readonly<Record<string, string | number>>;
  /** Places, among the parts of the value, of those that made it null. */
  readonly of: readonly number[];
}

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
const span = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);

/** The sentence of every reason. */
const TEXTS: { readonly [Code in ReasonCode]: (details: Details[Code]) => string } = {
  "outside-data": ({ from, to, first, last }) =>
    `${span(from, to)} ${to > last ? "ends after" : "begins before"} the market's data, which covers ${first} to ${last}`,
  "not-listed": ({ date, first }) => `no bar on ${date}: not yet listed, the first bar is of ${first}`,
  delisted: ({ date, last }) => `no bar on ${date}: delisted, the last bar is of ${last}`,
  "no-bar": ({ date }) => `no bar on ${date}: halted or not traded`,
  "off-hours-only": ({ date }) => `on ${date} there are minutes outside the regular session only, so no daily bar`,
  "field-missing": ({ field, date }) => `the data give no ${field} for ${date}`,
  "symbol-unknown": ({ symbol, date }) => `no security had the symbol ${symbol} on ${date}`,
  "empty-range": ({ from, to, sessions, bars }) =>
    bars === 0
      ? `none of the ${many(sessions, "session")} of ${span(from, to)} has a bar`
      : `none of the ${many(bars, "bar")} of ${span(from, to)} has a value`,
  "minutes-not-imported": ({ from, to, sessions, missing }) =>
    sessions === 1
      ? `no minutes were imported for ${from}`
      : `no minutes were imported for ${missing} of the ${many(sessions, "session")} of ${span(from, to)}`,
  "no-minutes": ({ date }) => `the security has no minute bars on ${date}`,
  "empty-window": ({ date, start, end, bars }) =>
    `none of the ${many(bars, "minute bar")} of ${date} starts ${
      start === end ? `at ${clock(start)}` : `between ${clock(start)} and ${clock(end)}`
    }`,
  "no-complete-bar": ({ date, at, timeframe }) => `no ${timeframe}-minute bar of ${date} is complete at ${clock(at)}`,
  "too-few-bars": ({ has, needs }) => `too few bars: has ${has}, needs ${needs}`,
  "too-few-bars-after": ({ has, needs }) => `too few bars after the day: has ${has}, needs ${needs}`,
  "indicator-undefined": ({ bars }) =>
    `the indicator has no value on these bars, of which there are ${bars}: it divides by zero there or lacks a field`,
  "fact-missing": ({ field }) => `the data has no ${field} for this security`,
  "not-known-yet": ({ field, known }) => `${field} was not known by then, only from ${known}`,
  "announced-past": ({ date, known, row }) =>
    `the day that was announced last, ${date} (known since ${known}), is before ${row}`,
  "never-renamed": ({ date }) => `the symbol had not changed by ${date}`,
  "no-event-coverage": ({ kind, date }) =>
    `${kind} were not imported for ${date}, so whether there were any is unknown`,
  "not-checked": ({ date }) => `the market data of ${date} were not checked when they were imported`,
  "quarter-missing": ({ item, quarter, latest }) =>
    `no ${item} is known for quarter ${quarter}, counted back from ${latest}`,
  "division-by-zero": ({ divisor }) => `${divisor} is 0, and dividing by 0 gives no value`,
  domain: ({ function: name, value }) => `${name} has no value at ${value}`,
  overflow: ({ code }) => `${code} is too large for a number`,
  "outside-day": ({ code }) => `${code} leaves the day, 00:00 to 23:59`,
  "empty-text": ({ code }) => `${code} is an empty text`,
  "null-operand": ({ operands }) => `no value because of ${operands}`,
  "no-entry": ({ code }) =>
    `${code} never begins: there is no bar to enter at, its price is not reached, or a level is missing or on the wrong side of the entry`,
  "open-trade": ({ code }) => `${code} is not known: the trade has not ended by its last day`,
  "ambiguous-trade": ({ code }) => `${code} is not settled: a daily bar does not tell which level came first`,
  "not-of-trade": ({ code }) => `this trade has nothing to say as ${code}`,
  "no-else": ({ condition }) => `${condition} is false, and there is no value for that case`,
  "never-true": ({ condition, sessions }) => `${condition} was not true on the last ${many(sessions, "session")}`,
  alone: ({ date }) => `no other security has a value on ${date}`,
  "few-pairs": ({ from, to, days }) =>
    `fewer than half of the ${many(days, "session")} of ${span(from, to)} have both values, or one of them never moves`,
  "all-equal": ({ date }) => `all values of ${date} are equal, so there is no deviation`,
  nobody: ({ date }) => `no security has a value on ${date}`,
};

export const REASON_CODES = Object.keys(TEXTS);

export function reason<Code extends ReasonCode>(
  code: Code,
  details: Details[Code],
  of: readonly number[] = [],
): Reason {
  return { code, text: TEXTS[code](details), details: { ...details }, of };
}
