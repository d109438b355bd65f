import type { IndicatorTexts } from "./text.ts";

export const VOLUME_LINES_TEXTS: IndicatorTexts = {
  nvi: {
    formula:
      "1000 on the first bar, then times close / previous close on bars whose volume fell; signal = EMA(signal).",
    reference:
      "Fosback 1976; Tulip nvi, StockCharts. The level depends on the first bar: only its changes and crosses mean something.",
  },
  pvi: {
    formula:
      "1000 on the first bar, then times close / previous close on bars whose volume rose; signal = EMA(signal).",
    reference:
      "Fosback 1976; Tulip pvi. The level depends on the first bar: only its changes and crosses mean something.",
  },
  pvt: {
    formula: "Running total of volume × (close / previous close − 1); 0 on the first bar.",
    reference: "Pine ta.pvt. The level depends on the first bar: only its changes mean something.",
  },
  wad: {
    formula:
      "Running total of close − min(previous close, low) on bars that rose, close − max(previous close, high) on bars that fell; 0 on the first bar.",
    reference: "Williams; Tulip wad. The level depends on the first bar: only its changes mean something.",
  },
  vosc: {
    formula: "100 × (SMA(fast) − SMA(slow)) / SMA(slow) of the volume.",
    reference: "Tulip vosc. Pine's Volume Oscillator takes EMA: that is PVO.",
  },
  marketfi: {
    formula: "(high − low) / volume.",
    reference: "Williams; Tulip marketfi.",
  },
  vwmacd: {
    formula:
      "line = difference of EMA of value × volume / EMA of volume, over fast and slow bars; signal = EMA(signal) of line; hist = line − signal.",
    reference: "Hawkins 2009 and Dormeier 2011.",
  },
  dollarvol: {
    formula:
      "SMA(n) of close × volume as traded: the product is the same on either basis, a split moves one up and the other down. Length 1 is the bar's own.",
    reference: "House definition.",
  },
};
