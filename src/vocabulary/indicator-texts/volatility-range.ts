import type { IndicatorTexts } from "./text.ts";

export const VOLATILITY_RANGE_TEXTS: IndicatorTexts = {
  adr: {
    formula: "SMA(n) of 100 × (high / low − 1), the built-in column range.",
    reference:
      "House definition, as swing traders write ADR %. Over bars within the day it is the range of those bars.",
  },
  hv: {
    formula: "100 × population deviation of the last n changes of the logarithm × √annual, the bars of a year.",
    reference: "Pine's Historical Volatility. Tulip takes plain returns and gives a fraction.",
  },
  ui: {
    formula: "Square root of SMA(n) of the square of 100 × (value / highest of n bars − 1).",
    reference: "Martin 1987; StockCharts, Pine's Ulcer Index.",
  },
  mass: {
    formula: "Sum over sum bars of EMA(n) of high − low / EMA(n) of that EMA.",
    reference: "Dorsey 1992; Tulip mass, Pine's Mass Index.",
  },
  rvi: {
    formula:
      "100 × up / (up + down), the EMA(n) of the population deviation of the last deviation values on bars that rose, and on bars that fell (0 on the others).",
    reference: "Dorsey 1993, with EMA as Pine's Relative Volatility Index, which counts an unchanged bar as a fall.",
  },
  cvi: {
    formula: "Change over n bars, in percent, of EMA(n) of high − low.",
    reference: "Chaikin; Tulip cvi.",
  },
  thermo: {
    formula:
      "EMA(n) of how far the bar reaches beyond the one before, up or down, whichever is more; 0 for a bar inside it. Length 1 is the temperature itself.",
    reference: "Elder 2002.",
  },
  pdist: {
    formula: "2 × (high − low) + |open − previous close| − |close − open|; null on the first bar.",
    reference: "pandas-ta pdist.",
  },
};
