import type { Span } from "../tree.ts";
import { tokensOf } from "./tokens.ts";

/** The formula languages that people bring along. */
export const PLATFORMS = {
  tc2000: "TC2000",
  pine: "Pine Script",
  thinkscript: "thinkScript",
  excel: "Excel",
} as const;
export type Platform = keyof typeof PLATFORMS;

/** What stands in one of them and in nothing else. */
const PINE =
  /\bta\.\w|\bmath\.\w|@version|\b(?:input|strategy|request|syminfo|timeframe|color|plot)\.\w|\b(?:input|indicator|study|strategy|plotshape|alertcondition)\s*\(|:=/;
const THINKSCRIPT =
  /\b(?:def|rec|plot|input)\s+\w+\s*(?:=|;)|\bdeclare\s+\w+\s*;|\b(?:AggregationPeriod|AverageType|CompoundValue|ExpAverage|SimpleMovingAvg|MovAvgExponential|WildersAverage)\b/i;
const SHEET = /^\s*=(?!=)/;
const SHEET_FUNCTION = /^\s*(?:AND|OR|IF)\s*\(/;

/** A name of TC2000: `C1`, `AVGV50.1`, `XUP`. */
export const TC2000_VALUE =
  /^(?:(?<of>x?avg|max|min|sum)(?<field>[ohlcv])(?<length>\d{1,4})(?:\.(?<ago>\d{1,4}))?|(?<bare>[ohlcv])(?<back>\d{0,4}))$/;
/** Known there; how they are smoothed is a setting that the text does not have. */
export const TC2000_SETTINGS = /^(?:rsi|stoc|macd|bbtop|bbbot|adx|cci|obv|stddev|atr)\d[\d.]*$/;
const TC2000_FUNCTIONS = new Set("xup xdown abs max min sqr iif counttrue sum and or not".split(" "));

/** The language of a text; null where it is none of them, or nobody can tell. */
export function platformOf(text: string): Platform | null {
  if (isSheet(text)) return "excel";
  if (PINE.test(text)) return "pine";
  if (THINKSCRIPT.test(text)) return "thinkscript";
  return isTc2000(text) ? "tc2000" : null;
}

/** With its sign, or a function in capitals around all of it. */
function isSheet(text: string): boolean {
  return SHEET.test(text) || (SHEET_FUNCTION.test(text) && /[,;]/.test(text) && text.trimEnd().endsWith(")"));
}

function isTc2000(text: string): boolean {
  if (/[[\]{}"'@]/.test(text)) return false;
  const names = tokensOf(text, false)
    .filter(({ kind }) => kind === "name")
    .map((name) => name.text.toLowerCase());
  const isValue = (name: string): boolean => TC2000_VALUE.test(name) || TC2000_SETTINGS.test(name);
  return names.some(isValue) && names.every((name) => isValue(name) || TC2000_FUNCTIONS.has(name));
}

/** What could not be said, and why. */
export interface Unsaid extends Span {
  readonly text: string;
  readonly why: string;
}
