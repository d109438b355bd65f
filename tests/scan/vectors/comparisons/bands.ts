import { bukosabino, lean, skender, tulip, type Comparison } from "./comparison.ts";

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

  lean("spy_with_keltner.csv", "kc", [20, 1.5, 20], {
    lines: { upper: "Keltner Channels 20 Top", mid: "Middle Band", lower: "Keltner Channels 20 Bottom" },
    differs: "Keltner's own form: simple averages of the typical price and of the true range",
  }),
  lean("spy_sm.csv.gz", "kc", [20, 1.5, 20], {
    lines: { upper: "kc high", lower: "kc low" },
    differs: "EMA of the typical price, simple average of the true range",
  }),
  lean("spy_acceleration_bands_20_4.txt", "accbands", [20, 4], {
    lines: { upper: "UpperBand", mid: "MiddleBand", lower: "LowerBand" },
  }),
  tulip("extra", "abands 20", "accbands", [20, 4], {
    lines: { upper: "abands_upper", mid: "abands_middle", lower: "abands_lower" },
  }),
];
