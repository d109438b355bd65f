import type { IndicatorTexts } from "./text.ts";

export const ADAPTIVE_TEXTS: IndicatorTexts = {
  kama: {
    formula:
      "KAMA + (ER × (f − s) + s)² × (value − KAMA), f = 2 / (fast + 1), s = 2 / (slow + 1), ER = |value − value n bars before| / sum of the last n absolute changes, 0 where nothing moved; it begins at the value before the first ER.",
    reference: "Kaufman 1995; TA-Lib KAMA, Skender, StockCharts.",
  },
  vidya: {
    formula:
      "VIDYA + 2 / (n + 1) × |CMO(n)| / 100 × (value − VIDYA), 0 for the CMO where nothing moved; it begins at the value before the first CMO.",
    reference:
      "Chande 1995, with the CMO of plain sums. Lean smooths the CMO as Wilder does; Tulip's is that of 1992, with two deviations.",
  },
  mcgd: {
    formula:
      "MD + (value − MD) / (factor × n × (value / MD)⁴), the divisor at least 1, seeded with the average of the first n values.",
    reference: "McGinley 1990; Lean. Skender's factor is 0.6.",
  },
  ssf: {
    formula:
      "c1 × (value + value before) / 2 + c2 × SSF + c3 × SSF before it, a = exp(−√2 π / n), c2 = 2 a cos(√2 π / n), c3 = −a², c1 = 1 − c2 − c3; it begins at the first value.",
    reference:
      "Ehlers, Cycle Analytics for Traders, 2013 (two poles). Some libraries leave the average of two values out.",
  },
  jma: {
    formula:
      "β = 0.45 (n − 1) / (0.45 (n − 1) + 2), α = β^power; e0 = (1 − α) value + α e0, e1 = (1 − β)(value − e0) + β e1, e2 = (1 − α)² (e0 + (phase / 100 + 1.5) e1 − JMA) + α² e2, JMA + e2; it begins at the first value.",
    reference:
      "The open Pine script Jurik Moving Average (everget, 2018). Jurik's own is not published; clones differ.",
  },
};
