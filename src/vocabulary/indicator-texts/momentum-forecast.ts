import type { IndicatorTexts } from "./text.ts";

export const MOMENTUM_FORECAST_TEXTS: IndicatorTexts = {
  fosc: {
    formula:
      "100 × (value − forecast) / value, the forecast being the regression line of the n values up to the bar before, one bar on.",
    reference: "Chande 1994; Tulip fosc.",
  },
  cfo: {
    formula: "100 × (value − end of the regression line of the last n values, this one included) / value.",
    reference: "Chande 1994; Pine's Chande Forecast Oscillator with ta.linreg.",
  },
  inertia: {
    formula: "End of the regression line of the last n values of RVI(volatility).",
    reference: "Dorsey 1995.",
  },
  cti: {
    formula: "Correlation of the last n values with 1 … n; null where they are equal.",
    reference: "Ehlers 2020.",
  },
};
