import { bukosabino, lean, skender, type Comparison } from "./comparison.ts";

export const BANDS: readonly Comparison[] = [
  bukosabino("cs-bbands.csv", "bbands", [20, 2], { lines: { upper: "HighBand", mid: "MiddleBand", lower: "LowBand" } }),
  bukosabino("cs-bbands.csv", "bbw", [20, 2], { lines: { value: ["WidthBand", 0.01] } }),
  bukosabino("cs-bbands.csv", "bbpct", [20, 2], { lines: { value: "PercentageBand" } }),
  lean("spy_sm.csv.gz", "bbands", [20, 2], { lines: { upper: "bb high", mid: "mid_bb", lower: "bb low" } }),
  skender("donchian", "donchian", [20], {
    lines: { upper: "upperBand", mid: "centerline", lower: "lowerBand" },
    differs: "leaves the current bar out; agrees with bukosabino-ta",
  }),
  bukosabino("cs-dc.csv", "donchian", [20], {
    lines: { upper: "upper_band", mid: "middle_band", lower: "lower_band" },
  }),
];
