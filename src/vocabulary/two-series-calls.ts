import type { ArgumentRule, CallEntry } from "./call-entry.ts";

const days = (min: number): { readonly name: string; readonly rule: ArgumentRule } => ({
  name: "days",
  rule: { kind: "literal", min, max: 2600, whole: true },
});
const symbol = { name: "symbol", rule: { kind: "symbol" } } as const;

/** Functions of the adjusted closes of the row's security and another, which has its symbol on the row's day. */
export const TWO_SERIES_CALLS = [
  {
    name: "beta",
    arguments: [days(3), symbol],
    result: "number",
    unit: "none",
    signature: 'beta(days, "symbol")',
    example: 'beta(60, "SPY")',
  },
  {
    name: "correl",
    arguments: [days(3), symbol],
    result: "number",
    unit: "none",
    signature: 'correl(days, "symbol")',
    example: 'correl(20, "SPY")',
  },
  {
    name: "relative_strength",
    arguments: [days(1), symbol],
    result: "number",
    unit: "percent",
    signature: 'relative_strength(days, "symbol")',
    example: 'relative_strength(60, "SPY")',
  },
] as const satisfies readonly CallEntry[];

export type TwoSeriesCall = (typeof TWO_SERIES_CALLS)[number]["name"];

/** Sessions before the day that each of them reads, of so many days. */
export const twoSeriesReach = (name: TwoSeriesCall, count: number): number => (name === "correl" ? count - 1 : count);
