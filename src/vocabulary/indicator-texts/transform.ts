import type { IndicatorTexts } from "./text.ts";

export const TRANSFORM_TEXTS: IndicatorTexts = {
  ha: {
    formula:
      "c = (open + high + low + close) / 4; o = (o + c of the bar before) / 2, (open + close) / 2 on the first bar; h and l are the highest and lowest of high, low, o and c.",
    reference: "Valcu 2004; StockCharts, Lean. The first bar is forgotten by halves.",
  },
  pivots: {
    formula:
      "Of the bar before: P = (H + L + C) / 3, R1 = 2 P − L, S1 = 2 P − H, R2 = P + H − L, S2 = P − (H − L), R3 = H + 2 (P − L), S3 = L − 2 (H − P). On daily bars those of the previous day.",
    reference: "Floor traders' pivots; StockCharts (standard), with the third levels as in Pine's Traditional.",
  },
  typprice: {
    formula: "(high + low + close) / 3.",
    reference: "TA-Lib TYPPRICE, Tulip typprice.",
  },
  wclprice: {
    formula: "(high + low + 2 × close) / 4.",
    reference: "TA-Lib WCLPRICE, Tulip wcprice.",
  },
};
