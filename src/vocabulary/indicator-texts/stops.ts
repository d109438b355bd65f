import type { IndicatorTexts } from "./text.ts";

export const STOPS_TEXTS: IndicatorTexts = {
  supertrend: {
    formula:
      "Bands (high + low) / 2 ± multiplier × ATR(n); the upper one only falls and the lower one only rises while the previous close lies within; a close beyond the band in force turns the trend. It begins as a fall.",
    reference: "Seban; Pine ta.supertrend, whose direction has the other sign.",
  },
  cksp: {
    formula:
      "Long: highest of the last stop values of highest high(n) − multiplier × ATR(n); short: lowest of lowest low(n) + multiplier × ATR(n).",
    reference: "Chande and Kroll 1994; Pine's Chande Kroll Stop, which names the two the other way round.",
  },
  chandelier: {
    formula: "Highest high(n) − multiplier × ATR(n); lowest low(n) + multiplier × ATR(n).",
    reference: "Le Beau; Elder 2002; StockCharts, Skender.",
  },
};
