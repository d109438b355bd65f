import { add, bars, divide, lag, multiply, rolling, single, source, subtract, type Group } from "./algebra.ts";
import { relativeVolatility } from "./volatility-range.ts";

/** Values against the line of their regression. */
export const MOMENTUM_FORECAST: Group = [
  {
    name: "fosc",
    code: "FOSC",
    title: "Forecast oscillator",
    group: "Momentum",
    parameters: [bars(14, { least: 2 })],
    source: "close",
    lines: single("percent", "distance from the forecast"),
    recipe: (n = 14) => {
      const forecast = lag(add(rolling("endpoint", source, n), rolling("slope", source, n)));
      return { value: divide(multiply(100, subtract(source, forecast)), source) };
    },
  },
  {
    name: "cfo",
    code: "CFO",
    title: "Chande forecast oscillator",
    group: "Momentum",
    parameters: [bars(9, { least: 2 })],
    source: "close",
    lines: single("percent", "distance from the regression line"),
    recipe: (n = 9) => ({
      value: divide(multiply(100, subtract(source, rolling("endpoint", source, n))), source),
    }),
  },
  {
    name: "inertia",
    code: "INERTIA",
    title: "Inertia",
    group: "Momentum",
    parameters: [bars(20, { least: 2 }), bars(14, { name: "volatility" })],
    source: "close",
    lines: single("plain", "smoothed relative volatility, 0 to 100"),
    recipe: (n = 20, volatility = 14) => ({ value: rolling("endpoint", relativeVolatility(volatility, 10), n) }),
  },
  {
    name: "cti",
    code: "CTI",
    title: "Correlation trend indicator",
    group: "Momentum",
    parameters: [bars(12, { least: 2 })],
    source: "close",
    lines: single("plain", "correlation with the passing of time, −1 to 1"),
    recipe: (n = 12) => ({
      value: divide(
        multiply(Math.sqrt((n * n - 1) / 12), rolling("slope", source, n)),
        rolling("deviation", source, n),
      ),
    }),
  },
];
