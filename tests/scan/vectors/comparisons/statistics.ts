import { lean, skender, tulip, type Comparison } from "./comparison.ts";

export const STATISTICS: readonly Comparison[] = [
  skender("stdev", "avg", [14], { lines: { value: "mean" } }),
  skender("stdev", "zscore", [14], { lines: { value: "zScore" } }),
  tulip("extra", "var 3", "var", [3], { lines: { value: "var" } }),
  tulip("untest", "var 5", "var", [5], { lines: { value: "var" } }),
  lean("spy_max.txt", "max", [5], { lines: { value: "MAX_5" } }),
  lean("spy_min.txt", "min", [5], { lines: { value: "MIN_5" } }),
  tulip("extra", "max 3", "max", [3], { lines: { value: "max" } }),
  tulip("extra", "min 3", "min", [3], { lines: { value: "min" } }),
  tulip("untest", "max 5", "max", [5], { lines: { value: "max" } }),
  tulip("untest", "min 5", "min", [5], { lines: { value: "min" } }),
];
