import type { IndicatorTexts } from "./text.ts";

export const MOMENTUM_AVERAGES_TEXTS: IndicatorTexts = {
  apo: {
    formula: "EMA(fast) − EMA(slow): the line of MACD.",
    reference: "Tulip apo, StockCharts. TA-Lib APO takes simple averages unless told otherwise.",
  },
  pvo: {
    formula:
      "Of the volume: line = 100 × (EMA(fast) − EMA(slow)) / EMA(slow); signal = EMA(signal) of line; hist = line − signal.",
    reference: "StockCharts.",
  },
  tsi: {
    formula:
      "line = 100 × EMA(short) of EMA(long) of the change / the same of its absolute value, null where nothing moved; signal = EMA(signal) of line.",
    reference: "Blau 1991; StockCharts, Pine's True Strength Index.",
  },
  trix: {
    formula:
      "line = change of EMA(n) of EMA(n) of EMA(n) from one bar to the next, in percent; signal = EMA(signal) of line.",
    reference:
      "Hutson; TA-Lib TRIX, StockCharts for the signal. Pine's old script gives hundredths of a percent of the logarithm.",
  },
  kst: {
    formula:
      "line = 1, 2, 3 and 4 times the SMA(sma) of the rate of change (roc, percent) of each of the four lengths; signal = SMA(signal) of line.",
    reference: "Pring; StockCharts, Pine's Know Sure Thing.",
  },
  coppock: {
    formula: "WMA(smooth) of the sum of the rates of change over long and short bars, in percent.",
    reference: "Coppock 1962, on months; Pine's Coppock Curve, StockCharts.",
  },
  ao: {
    formula: "SMA(fast) − SMA(slow) of (high + low) / 2.",
    reference: "Williams; Tulip ao, Pine's Awesome Oscillator.",
  },
  smi: {
    formula:
      "line = EMA(short) of EMA(long) of the change / the same of its absolute value: TSI, not times 100; signal = EMA(signal) of line.",
    reference: "Blau; Pine's SMI Ergodic Indicator. Not the stochastic momentum index of the same letters.",
  },
  stc: {
    formula:
      "MACD line; its place in its range of n bars, 0 to 100, smoothed by EMA(3); the place of that in its own range, smoothed again. Without a range (1e-9 of the price, of 100) a place stays what it was.",
    reference: "Schaff 1999; Pine's Schaff Trend Cycle with factor 0.5, which is EMA(3).",
  },
};
