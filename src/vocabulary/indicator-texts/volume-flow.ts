import type { IndicatorTexts } from "./text.ts";

export const VOLUME_FLOW_TEXTS: IndicatorTexts = {
  ad: {
    formula: "Running total of volume × ((close − low) − (high − close)) / (high − low), 0 for a bar without a range.",
    reference:
      "Chaikin; TA-Lib AD, Pine ta.accdist. The level depends on the first bar: only its changes mean something.",
  },
  adosc: {
    formula: "EMA(fast) − EMA(slow) of AD, each seeded with the average of the first n values of AD.",
    reference: "Chaikin; TA-Lib ADOSC, Tulip adosc.",
  },
  cmf: {
    formula:
      "Sum over n bars of volume × ((close − low) − (high − close)) / (high − low), 0 for a bar without a range, / sum of the volume.",
    reference: "Chaikin; StockCharts, Pine's Chaikin Money Flow.",
  },
  efi: {
    formula: "EMA(n) of the change of the close × volume.",
    reference: "Elder 1993; StockCharts, Pine's Elder Force Index.",
  },
  emv: {
    formula: "SMA(n) of 100,000,000 × change of (high + low) / 2 × (high − low) / volume.",
    reference: "Arms 1996; StockCharts. Pine and Tulip scale by 10,000.",
  },
  kvo: {
    formula:
      "line = EMA(fast) − EMA(slow) of the volume force: 100 × volume × |2 × (high − low) / (sum of high − low since the trend turned, and of the bar before that) − 1|, signed with the trend of high + low + close, 0 / 0 counting as 0 in it; signal = EMA(signal) of line.",
    reference: "Klinger 1997; Tulip kvo. Pine's signs the plain volume.",
  },
  vfi: {
    formula:
      "EMA(3) of the sum over n bars of the volume (at most 2.5 times the average of the n bars before), signed with the move of the typical price where that exceeds 0.2 × close × deviation of its logarithm's last 30 changes, / that average volume.",
    reference: "Katsanos, Stocks & Commodities 6/2004.",
  },
};
