import type { IndicatorTexts } from "./text.ts";

export const STATISTICS_TEXTS: IndicatorTexts = {
  avg: {
    formula: "Average of the last n values, the current one included.",
    reference: "Simple moving average; TA-Lib SMA.",
  },
  max: {
    formula: "Highest of the last n values, the current one included.",
    reference: "Highest value of a window; TA-Lib MAX.",
  },
  min: {
    formula: "Lowest of the last n values, the current one included.",
    reference: "Lowest value of a window; TA-Lib MIN.",
  },
  sum: {
    formula: "Sum of the last n values, the current one included.",
    reference: "Total of a window; TA-Lib SUM.",
  },
  var: {
    formula: "Population variance of the last n values (divided by n).",
    reference: "TA-Lib VAR, Tulip var.",
  },
  median: {
    formula: "Middle of the last n values, the average of the two middle ones where n is even.",
    reference: "Pine ta.median.",
  },
  quantile: {
    formula:
      "Value below which the share level of the last n values lies, on the straight line between the two next to it: place level × (n − 1) of them in order, counted from 0.",
    reference: "pandas rolling.quantile, Excel PERCENTILE.INC.",
  },
  skew: {
    formula:
      "Skewness of the last n values as a sample: √(n (n − 1)) / (n − 2) × m3 / m2^1.5; null where they are equal.",
    reference: "pandas rolling.skew, Excel SKEW.",
  },
  kurtosis: {
    formula:
      "Excess kurtosis of the last n values as a sample: (n − 1) / ((n − 2) (n − 3)) × ((n + 1) × m4 / m2² − 3 (n − 1)); null where they are equal.",
    reference: "pandas rolling.kurt, Excel KURT.",
  },
  zscore: {
    formula: "(value − SMA(n)) / population standard deviation of the last n values.",
    reference: "Population deviation, as STDDEV.",
  },
};
