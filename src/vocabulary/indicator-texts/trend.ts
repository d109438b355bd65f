import type { IndicatorTexts } from "./text.ts";

export const TREND_TEXTS: IndicatorTexts = {
  adx: {
    formula: "Wilder smoothing of DX, seeded with the average of the first n.",
    reference: "Wilder 1978; Pine ta.dmi.",
  },
  plus_di: {
    formula: "100 × Wilder smoothing of upward moves / Wilder smoothing of the true range.",
    reference: "Wilder 1978; Pine ta.dmi.",
  },
  minus_di: {
    formula: "100 × Wilder smoothing of downward moves / Wilder smoothing of the true range.",
    reference: "Wilder 1978; Pine ta.dmi.",
  },
  dx: {
    formula: "100 × |+DI − −DI| / (+DI + −DI), 0 where both are 0.",
    reference: "Wilder 1978; TA-Lib DX.",
  },
  aroon: {
    formula:
      "100 × (n − bars since the highest high, or lowest low, of n + 1 bars) / n; of equal ones the latest counts.",
    reference: "Chande 1995; TA-Lib AROON, Tulip aroon. Skender counts the earliest of equal ones.",
  },
  aroonosc: {
    formula: "Aroon up − Aroon down.",
    reference: "Chande 1995; TA-Lib AROONOSC, Tulip aroonosc.",
  },
  lr_slope: {
    formula: "Slope of the least-squares line through the last n values, per bar.",
    reference: "TA-Lib LINEARREG_SLOPE, Tulip linregslope.",
  },
  lr_intercept: {
    formula: "Value at the first bar of the least-squares line through the last n values.",
    reference: "TA-Lib LINEARREG_INTERCEPT. Tulip's linregintercept is one bar earlier.",
  },
  psar: {
    formula:
      "SAR + AF × (extreme − SAR), kept behind the last two bars; AF grows by step with each new extreme up to maximum; " +
      "on penetration SAR becomes the extreme and the trend turns. The first trend is that of the second bar's directional move.",
    reference: "Wilder 1978; Tulip psar, Pine ta.sar, TA-Lib SAR (which also turns on a touch).",
  },
  adxr: {
    formula: "(ADX + ADX n − 1 bars before) / 2.",
    reference: "Wilder 1978; TA-Lib ADXR, which counts n − 1 bars back.",
  },
  lr_angle: {
    formula: "Arc tangent of the slope per bar of the least-squares line through the last n values, in degrees.",
    reference: "TA-Lib LINEARREG_ANGLE. It depends on the price level.",
  },
  vortex: {
    formula: "Sums over n bars: |high − previous low|, or |low − previous high|, / true range.",
    reference: "Botes and Siepman 2010; StockCharts.",
  },
  vhf: {
    formula: "(highest − lowest of the last n values) / sum of the last n absolute changes; null where nothing moved.",
    reference: "White 1991; Tulip vhf.",
  },
  chop: {
    formula:
      "100 × log₁₀(sum of the true range / (highest high − lowest low)) / log₁₀(n), over n bars; null without a range.",
    reference: "Dreiss 1993; Pine's choppiness index, Lean.",
  },
  dpo: {
    formula: "Value ⌊n / 2⌋ + 1 bars before − SMA(n). Not centred: it reads nothing ahead.",
    reference: "Tulip dpo, Pine's DPO. pandas-ta shifts it back, which looks ahead.",
  },
  qstick: {
    formula: "SMA(n) of close − open.",
    reference: "Chande and Kroll 1994; Tulip qstick.",
  },
  ttm_trend: {
    formula: "1 where the close lies above the average of (high + low) / 2 over n bars, −1 below, 0 on it.",
    reference: "Carter 2005; pandas-ta, which shows −1 where they are equal.",
  },
  ichimoku: {
    formula:
      "Middle of the range of tenkan and of kijun bars; the spans, their average and the middle of senkou bars, are those of shift bars before; chikou is the close shift bars after.",
    reference: "Hosoda 1969. Pine's built-in counts the current bar, which is a shift of 25.",
  },
};
