import type { IndicatorTexts } from "./text.ts";

export const OVERLAP_TEXTS: IndicatorTexts = {
  sma: {
    formula: "Sum of the last n values / n.",
    reference: "TA-Lib SMA; agrees with every collection.",
  },
  ema: {
    formula: "EMA + 2 / (n + 1) × (value − EMA), seeded with the average of the first n values.",
    reference: "TA-Lib EMA, Pine ta.ema. Tulip seeds with the first price.",
  },
  wma: {
    formula: "Weights 1 … n, the newest value heaviest, divided by n (n + 1) / 2.",
    reference: "TA-Lib WMA, Tulip wma.",
  },
  rma: {
    formula: "RMA + (value − RMA) / n, seeded with the average of the first n values.",
    reference: "Wilder 1978; Pine ta.rma, Tulip wilders.",
  },
  dema: {
    formula: "2 × EMA − EMA of EMA.",
    reference: "Mulloy 1994; TA-Lib DEMA.",
  },
  tema: {
    formula: "3 × (EMA − EMA of EMA) + EMA of EMA of EMA.",
    reference: "Mulloy 1994; TA-Lib TEMA.",
  },
  lsma: {
    formula: "Value at the last bar of the least-squares line through the last n values.",
    reference: "TA-Lib LINEARREG, Pine ta.linreg(source, n, 0), Tulip linreg.",
  },
  trima: {
    formula: "SMA(⌈n / 2⌉) of SMA(⌊n / 2⌋ + 1): weights that rise to the middle of the n values and fall again.",
    reference: "TA-Lib TRIMA, Tulip trima.",
  },
  swma: {
    formula: "Weights 1, 2 … 2, 1 over the last n values, divided by their sum: 1, 2, 2, 1 for n = 4.",
    reference: "Pine ta.swma, which is n = 4.",
  },
  hma: {
    formula: "WMA(⌊√n⌋) of 2 × WMA(⌊n / 2⌋) − WMA(n).",
    reference: "Hull 2005; Pine ta.hma, Tulip hma.",
  },
  zlema: {
    formula: "EMA(n) of 2 × value − value ⌊(n − 1) / 2⌋ bars before.",
    reference: "Ehlers and Way 2010; Lean, Tulip zlema (which seeds with the first price).",
  },
  t3: {
    formula:
      "−v³ × e6 + 3 (v² + v³) × e5 − 3 (2 v² + v + v³) × e4 + (1 + 3 v + v³ + 3 v²) × e3, e3 … e6 being EMA(n) taken three to six times.",
    reference: "Tillson 1998; TA-Lib T3.",
  },
  vwma: {
    formula: "Sum of value × volume / sum of volume over n bars; null where the volume is 0.",
    reference: "Pine ta.vwma, Tulip vwma.",
  },
  alma: {
    formula:
      "Weights exp(−(i − offset × (n − 1))² / (2 (n / sigma)²)), i = 0 for the oldest of n values, divided by their sum.",
    reference: "Legoux and Kouzis-Loukas 2009; Pine ta.alma with floor = false.",
  },
  tsf: {
    formula: "Least-squares line through the last n values, one bar beyond the last. Reads nothing ahead.",
    reference: "TA-Lib TSF, Tulip tsf.",
  },
  midpoint: {
    formula: "(highest + lowest of the last n values) / 2.",
    reference: "TA-Lib MIDPOINT.",
  },
  midprice: {
    formula: "(highest high + lowest low of the last n bars) / 2.",
    reference: "TA-Lib MIDPRICE.",
  },
};
