import { FIRST_PRICE, bukosabino, lean, skender, tulip, type Comparison } from "./comparison.ts";

const FIRST_APO = "seeds the EMA with the first price, and is too short to forget it; agrees with skender (MACD)";

export const MOMENTUM_OTHERS: readonly Comparison[] = [
  tulip("extra", "apo 3 5", "apo", [3, 5], { lines: { value: "apo" }, differs: FIRST_APO }),
  tulip("untest", "apo 2 5", "apo", [2, 5], { lines: { value: "apo" }, differs: FIRST_APO }),
  lean("spy_apo.txt", "apo", [5, 10], {
    lines: { value: "APO_5_10" },
    differs: "simple averages, TA-Lib's choice; agrees with tulip's EMA, seeds apart",
  }),
  skender("pvo", "pvo", [12, 26, 9], { lines: { line: "pvo", signal: "signal", hist: "histogram" } }),
  bukosabino("cs-pvo.csv", "pvo", [12, 26, 9], {
    lines: { line: "PVO", signal: "PVO_Signal_Line", hist: "PVO_Histogram" },
    differs: FIRST_PRICE,
  }),
  lean("spy_tsi.csv", "tsi", [25, 13, 7], { lines: { line: "TSI_25_13", signal: "Signal_7" } }),
  bukosabino("cs-tsi.csv", "tsi", [25, 13, 13], {
    lines: { line: "TSI" },
    differs: "rounds the factor 2 / 26 to 0.07692; agrees with lean",
  }),
  lean("spy_trix.txt", "trix", [5, 9], { lines: { line: "TRIX_5" } }),
  skender("trix", "trix", [14, 9], { lines: { line: "trix" } }),
  lean("spy_with_kst.csv", "kst", [5, 10, 15, 25, 5, 5, 5, 10, 9], { lines: { line: "kst", signal: "signal" } }),
  skender("smi", "smi", [2, 25, 3], {
    lines: { line: "smi", signal: "signal" },
    differs: "another indicator of these letters: the stochastic momentum index; agrees with the naive twin",
  }),
  bukosabino("cs-stc.csv", "stc", [10, 23, 50], {
    lines: { value: "stc" },
    differs: "seeds every average with its first value, and is too short to forget it; agrees with the naive twin",
  }),
  lean("spy_cmo.txt", "cmo", [5], {
    lines: { value: "CMO_5" },
    differs: "Wilder's smoothing of gains and losses, TA-Lib's choice; agrees with the naive twin: Chande's sums",
  }),
  bukosabino("cs-ultosc.csv", "ultosc", [7, 14, 28], { lines: { value: "Ult_Osc" } }),
  lean("spy_crsi.csv", "crsi", [3, 2, 100], {
    lines: { value: "crsi" },
    differs: "an unchanged close keeps the streak, Connors' is then 0; agrees elsewhere",
  }),
  bukosabino("cs-kama.csv", "er", [10], { lines: { value: "ER" } }),
  lean("spy_bop.txt", "bop", [1], { lines: { value: "BOP" } }),
  tulip("extra", "bop", "bop", [1], { lines: { value: "bop" } }),
  tulip("untest", "bop", "bop", [1], { lines: { value: "bop" } }),
  tulip("untest", "fisher 5", "fisher", [5, 1], { lines: { line: "fisher", signal: "fisher_signal" } }),
  lean("spy_sm.csv.gz", "squeeze", [20, 2, 20, 1.5], {
    lines: { on: "squeeze on" },
    differs: "its channel is around the EMA of the typical price; shows −1 for off; agrees with the naive twin",
  }),
  tulip("atoz", "fosc 5", "fosc", [5], { lines: { value: "fosc" } }),
  tulip("untest", "fosc 5", "fosc", [5], { lines: { value: "fosc" } }),
];
