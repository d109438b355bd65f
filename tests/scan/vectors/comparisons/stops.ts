import { skender, tulip, type Comparison } from "./comparison.ts";

export const STOPS: readonly Comparison[] = [
  skender("supertrend", "supertrend", [10, 3], { lines: { value: "superTrend" } }),
  skender("chexit", "chandelier", [22, 3], { lines: { long: "chandelierExit" } }),
  tulip("extra", "ce 22 3", "chandelier", [22, 3], { lines: { long: "ce_high", short: "ce_low" } }),
];
