import { FIRST_PRICE, bukosabino, lean, skender, ta4j, tulip, type Comparison } from "./comparison.ts";

const TWO_DEVIATIONS =
  "the form of 1992, by the ratio of a short and a long deviation; ours is that of 1995, by the CMO";

export const OVERLAP: readonly Comparison[] = [
  skender("sma", "sma", [20], { lines: { value: "sma" } }),
  skender("starc", "sma", [5], { lines: { value: "centerline" } }),
  tulip("atoz", "sma 5", "sma", [5], { lines: { value: "sma" } }),
  tulip("untest", "sma 5", "sma", [5], { lines: { value: "sma" } }),
  lean("spy_with_indicators.txt", "sma", [14], { lines: { value: "SMA14" } }),
  // The file's headings of 5 and 15 are exchanged.
  lean("spy_with_rma.csv.gz", "sma", [5], { lines: { value: "SMA15" } }),
  lean("spy_with_rma.csv.gz", "sma", [15], { lines: { value: "SMA5" } }),
  lean("spy_dpo.csv", "sma", [21], { lines: { value: "Sma(21)" } }),
  lean("spy_acceleration_bands_20_4.txt", "sma", [20], { lines: { value: "MiddleBand" } }),
  skender("ema", "ema", [20], { lines: { value: "ema" } }),
  skender("macd", "ema", [26], { lines: { value: "slowEma" } }),
  lean("spy_ema.csv", "ema", [14], { lines: { value: "EMA14" } }),
  lean("spy_with_indicators.txt", "ema", [14], { lines: { value: "EMA14" } }),
  bukosabino("cs-macd.csv", "ema", [12], { lines: { value: "short_ema" } }),
  tulip("atoz", "wma 5", "wma", [5], { lines: { value: "wma" } }),
  tulip("untest", "wma 5", "wma", [5], { lines: { value: "wma" } }),
  bukosabino("cs-wma.csv", "wma", [9], { lines: { value: "WMA" } }),
  tulip("atoz", "wilders 5", "rma", [5], { lines: { value: "wilders" } }),
  tulip("untest", "wilders 5", "rma", [5], { lines: { value: "wilders" } }),
  lean("spy_with_rma.csv.gz", "rma", [5], {
    lines: { value: "RMA5" },
    differs: "another indicator of that name: SMA(3 n) − SMA(2 n) + SMA(n); agrees with tulip wilders",
  }),
  skender("dema", "dema", [14], { lines: { value: "dema" } }),
  tulip("atoz", "dema 5", "dema", [5], { lines: { value: "dema" }, differs: FIRST_PRICE }),
  tulip("untest", "dema 5", "dema", [5], { lines: { value: "dema" }, differs: FIRST_PRICE }),
  skender("tema", "tema", [20], { lines: { value: "tema" } }),
  lean("spy_tema.txt", "tema", [5], { lines: { value: "TEMA_5" } }),
  tulip("atoz", "tema 5", "tema", [5], { lines: { value: "tema" }, differs: FIRST_PRICE }),
  tulip("untest", "tema 5", "tema", [5], { lines: { value: "tema" }, differs: FIRST_PRICE }),
  tulip("extra", "linreg 5", "lsma", [5], { lines: { value: "linreg" } }),
  tulip("untest", "linreg 5", "lsma", [5], { lines: { value: "linreg" } }),

  tulip("atoz", "trima 5", "trima", [5], { lines: { value: "trima" } }),
  tulip("untest", "trima 5", "trima", [5], { lines: { value: "trima" } }),
  ta4j("TMA.csv.gz", "trima", [99], { lines: { value: "TMA" } }),

  skender("hma", "hma", [14], { lines: { value: "hma" } }),
  lean("spy_hma.txt", "hma", [16], { lines: { value: "HMA_16" } }),
  lean("spy_with_zlema.csv", "zlema", [5], { lines: { value: "ZLEMA5" } }),

  lean("spy_with_vwma.csv", "vwma", [20], { lines: { value: "VWMA20" } }),
  ta4j("VWMA.csv.gz", "vwma", [10], { lines: { value: "VWMA" } }),

  // Tulip rounds the place of the greatest weight, 0.85 × 8, down to 6, which is an offset of 0.75.
  tulip("extra", "alma 9 0.85 6", "alma", [9, 0.75, 6], { lines: { value: "alma" } }),
  tulip("extra", "alma 9 0.85 6", "alma", [9, 0.85, 6], {
    lines: { value: "alma" },
    differs: "rounds the place of the greatest weight down; agrees where it is whole",
  }),
  lean("spy_midpoint.txt", "midpoint", [5], { lines: { value: "MIDPOINT_5" } }),

  skender("kama", "kama", [10, 2, 30], { lines: { value: "kama" } }),
  bukosabino("cs-kama.csv", "kama", [10, 2, 30], { lines: { value: "KAMA" } }),
  lean("spy_vidya.txt.gz", "vidya", [9], {
    lines: { value: "VIDYA_9" },
    differs:
      "smooths the gains and losses of the CMO as Wilder does where Chande sums them; with that it agrees to 1e-9",
  }),
  tulip("extra", "vidya 3 6 .2", "vidya", [9], {
    lines: { value: "vidya" },
    differs: TWO_DEVIATIONS,
  }),
  tulip("untest", "vidya 2 5 .2", "vidya", [9], {
    lines: { value: "vidya" },
    differs: TWO_DEVIATIONS,
  }),
  skender("dynamic", "mcgd", [14, 0.6], { lines: { value: "dynamic" } }),
  lean("spy_with_McGinleyDynamic.csv", "mcgd", [14, 1], { lines: { value: "McGinleyDynamic14" } }),
  ta4j("McGinley.csv.gz", "mcgd", [14, 1], {
    lines: { value: "McGinley" },
    differs: "takes value / MD to the power of 2, which shows after jumps only; agrees with skender and lean, power 4",
  }),
];
