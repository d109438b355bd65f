import type { IndicatorTexts } from "./text.ts";

export const VOLATILITY_TEXTS: IndicatorTexts = {
  atr: {
    formula: "Wilder smoothing of the true range, seeded with the average of the first n.",
    reference: "Wilder 1978; Pine ta.atr, StockCharts.",
  },
  natr: {
    formula: "100 × ATR / close.",
    reference: "TA-Lib NATR.",
  },
  trange: {
    formula: "Greatest of high − low, |high − previous close|, |low − previous close|; high − low on the first bar.",
    reference: "Wilder 1978; Pine ta.tr(true), Tulip tr.",
  },
  stddev: {
    formula: "Population standard deviation of the last n values (divided by n).",
    reference: "TA-Lib STDDEV, Pine ta.stdev, Tulip stddev.",
  },
};
