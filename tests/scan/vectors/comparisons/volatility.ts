import { bukosabino, lean, skender, tulip, type Comparison } from "./comparison.ts";

const FIRST_RANGE = "seeds the EMA with the first range, and is too short to forget it; agrees with the naive twin";

export const VOLATILITY: readonly Comparison[] = [
  skender("atr-stop", "atr", [21], { lines: { value: "atr" } }),
  bukosabino("cs-atr.csv", "atr", [14], { lines: { value: "ATR" } }),
  lean("spy_atr.txt", "atr", [14], {
    lines: { value: "Average True Range 14" },
    differs: "simple average of the true range; agrees with bukosabino-ta and skender, Wilder's",
  }),
  tulip("extra", "natr 4", "natr", [4], {
    lines: { value: "natr" },
    differs: "made by hand from averages rounded to four decimals; agrees with tulip untest",
  }),
  tulip("untest", "natr 5", "natr", [5], { lines: { value: "natr" } }),
  lean("spy_tr.txt", "trange", [], { lines: { value: "TR" } }),
  bukosabino("cs-atr.csv", "trange", [], { lines: { value: "TR" } }),
  skender("ulcer", "ui", [14], {
    lines: { value: "ulcerIndex" },
    differs:
      "falls are from the highest so far within the one window of n; agrees with the naive twin: the highest of n bars",
  }),
  tulip("atoz", "cvi 5", "cvi", [5], { lines: { value: "cvi" }, differs: FIRST_RANGE }),
  tulip("untest", "cvi 5", "cvi", [5], { lines: { value: "cvi" }, differs: FIRST_RANGE }),
  skender("stdev", "stddev", [14], { lines: { value: "stdDev" } }),
  tulip("atoz", "stddev 5", "stddev", [5], { lines: { value: "stddev" } }),
  tulip("extra", "stddev 3", "stddev", [3], { lines: { value: "stddev" } }),
  tulip("untest", "stddev 5", "stddev", [5], { lines: { value: "stddev" } }),
];
