import type { Column } from "./layout.ts";

/** What gives a change in per cent as it stands in formulas. */
const CHANGES: readonly RegExp[] = [
  // ( a / b - 1 ) * 100
  /-\s*1(?:\.0+)?\s*\)/,
  // ( a - b ) / b * 100
  /\(\s*(\[[^\]]*\]|\{[^}]*\})\s*-\s*(\[[^\]]*\]|\{[^}]*\})\s*\)\s*\/\s*\2/,
  /\b(?:pct_change|total_return|mfe|mae)\s*\(/i,
  /\[indicator roc\b/i,
  /\{gap\}/i,
];

/** Whether the numbers of a column go up and down from zero: its formula says so, or one below zero was seen. */
export const isChange = ({ type, unit, code }: Pick<Column, "type" | "unit" | "code">, min: number): boolean =>
  type === "number" && unit === "percent" && (min < 0 || CHANGES.some((change) => change.test(code)));
