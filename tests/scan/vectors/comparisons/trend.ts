import { WILDER_SUMS, lean, skender, tulip, type Comparison } from "./comparison.ts";

export const TREND: readonly Comparison[] = [
  tulip("extra", "linregslope 5", "lr_slope", [5], { lines: { value: "linregslope" } }),
  tulip("untest", "linregslope 5", "lr_slope", [5], { lines: { value: "linregslope" } }),
  lean("spy_with_adx.txt.gz", "adx", [14], { lines: { value: "ADX 14" } }),
  lean("spy_with_adx.txt.gz", "plus_di", [14], { lines: { value: "+DI14" } }),
  lean("spy_with_adx.txt.gz", "minus_di", [14], { lines: { value: "-DI14" } }),
  lean("spy_with_adx.txt.gz", "dx", [14], { lines: { value: "DX" } }),
  tulip("atoz", "adx 14", "adx", [14], { lines: { value: "adx" }, differs: WILDER_SUMS }),
  tulip("extra", "adx 14", "adx", [14], { lines: { value: "adx" }, differs: WILDER_SUMS }),
  tulip("untest", "adx 5", "adx", [5], { lines: { value: "adx" }, differs: WILDER_SUMS }),
  skender("aroon", "aroon", [25], {
    lines: { up: "aroonUp", down: "aroonDown" },
    differs: "of equal extremes the earliest counts; agrees with tulip and lean (AROONOSC), where the latest does",
  }),
  lean("spy_aroon_oscillator.txt", "aroonosc", [14], { lines: { value: "Aroon Oscillator 14" } }),
  tulip("extra", "aroonosc 5", "aroonosc", [5], { lines: { value: "aroonosc" } }),
  tulip("untest", "aroonosc 5", "aroonosc", [5], { lines: { value: "aroonosc" } }),
  tulip("atoz", "psar .02 .2", "psar", [0.02, 0.2], { lines: { value: "psar" } }),
  tulip("untest", "psar .2 2", "psar", [0.2, 2], { lines: { value: "psar" } }),
  lean("spy_sarext.txt.gz", "psar", [0.02, 0.2], {
    lines: { value: "SAR" },
    differs: "turns on a touch as TA-Lib does, which moves 12 of 5,849 bars; agrees with tulip, on penetration",
  }),

  lean("spy_with_adx.txt.gz", "adxr", [14], { lines: { value: "ADXR 14" } }),
  lean("spy_with_vtx.csv", "vortex", [14], { lines: { plus: "plus_vtx", minus: "minus_vtx" } }),
  lean("spy_with_chop.csv", "chop", [14], { lines: { value: "CHOP14" } }),
  lean("spy_dpo.csv", "dpo", [21], { lines: { value: "DPO" } }),
  tulip("atoz", "dpo 6", "dpo", [6], { lines: { value: "dpo" } }),
  tulip("untest", "dpo 5", "dpo", [5], { lines: { value: "dpo" } }),
  tulip("atoz", "qstick 4", "qstick", [4], { lines: { value: "qstick" } }),
  tulip("untest", "qstick 5", "qstick", [5], { lines: { value: "qstick" } }),
  tulip("extra", "ikhts 9", "ichimoku", [9, 26, 52, 26], { lines: { tenkan: "ikhts" } }),
];
