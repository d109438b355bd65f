import type { IndicatorTexts } from "./text.ts";

export const BANDS_TEXTS: IndicatorTexts = {
  bbands: {
    formula: "SMA(n) ± k × population standard deviation of the last n values.",
    reference: "Bollinger; TA-Lib BBANDS (whose default length is 5).",
  },
  bbpct: {
    formula: "(value − lower band) / (upper band − lower band); 0 on the lower band, 1 on the upper.",
    reference: "Bollinger; Pine's %B.",
  },
  bbw: {
    formula: "(upper band − lower band) / middle band.",
    reference: "Bollinger; Pine ta.bbw before it was given in percent.",
  },
  donchian: {
    formula: "Highest high and lowest low of the last n bars, the current one included; mid is their average.",
    reference: "Pine's Donchian channels. Some libraries leave the current bar out: write it 1 day ago.",
  },
  kc: {
    formula: "EMA(n) of the close ± multiplier × ATR(range).",
    reference: "Raschke's form of the channel; StockCharts: EMA 20, ATR 10, 2.",
  },
  accbands: {
    formula:
      "SMA(n) of high × (1 + w) and of low × (1 − w), w = factor × (high − low) / (high + low); mid is SMA(n) of the close.",
    reference: "Headley 2002; TA-Lib ACCBANDS.",
  },
  maenv: {
    formula: "SMA(n) × (1 ± percent / 100).",
    reference: "StockCharts: simple average, 20 and 2.5 %.",
  },
  hilo: {
    formula:
      "SMA of the lows from the bar on which the close lies above the SMA of the highs of the bar before; SMA of the highs from the bar on which it lies below that of the lows; between, the side stays.",
    reference: "Krausz 1998. Some libraries also hold the value between the two.",
  },
};
