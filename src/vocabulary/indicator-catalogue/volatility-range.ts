import {
  average,
  bars,
  change,
  close,
  divide,
  ema,
  greater,
  high,
  highest,
  lag,
  less,
  growth,
  low,
  max,
  multiply,
  open,
  abs,
  add,
  rolling,
  single,
  source,
  sqrt,
  subtract,
  sum,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";

/** Deviation of the last bars, on those that rose against all that moved, both smoothed: 0 to 100. */
export const relativeVolatility = (n: number, length: number): Recipe => {
  const deviation = rolling("deviation", source, length);
  const up = ema(multiply(greater(change(source), 0), deviation), n);
  const down = ema(multiply(less(change(source), 0), deviation), n);
  return divide(multiply(100, up), add(up, down));
};

/** Volatility from ranges and returns. */
export const VOLATILITY_RANGE: Group = [
  {
    name: "adr",
    code: "ADR",
    title: "Average day range",
    group: "Volatility",
    parameters: [bars(20)],
    source: null,
    lines: single("percent", "average range in percent of the low"),
    recipe: (n = 20) => ({ value: average(divide(multiply(100, subtract(high, low)), low), n) }),
  },
  {
    name: "hv",
    code: "HV",
    title: "Historical volatility",
    group: "Volatility",
    parameters: [bars(20, { least: 2 }), bars(252, { name: "annual" })],
    source: "close",
    lines: single("percent", "volatility a year"),
    recipe: (n = 20, annual = 252) => ({
      value: multiply(100 * Math.sqrt(annual), rolling("deviation", growth(source), n)),
    }),
  },
  {
    name: "ui",
    code: "UI",
    title: "Ulcer index",
    group: "Volatility",
    parameters: [bars(14)],
    source: "close",
    lines: single("percent", "depth of the falls from the highest"),
    recipe: (n = 14) => {
      const top = highest(source, n);
      const fall = divide(multiply(100, subtract(source, top)), top);
      return { value: sqrt(average(multiply(fall, fall), n)) };
    },
  },
  {
    name: "mass",
    code: "MASS",
    title: "Mass index",
    group: "Volatility",
    parameters: [bars(9), bars(25, { name: "sum" })],
    source: null,
    lines: single("plain", "mass index"),
    recipe: (n = 9, length = 25) => {
      const range = ema(subtract(high, low), n);
      return { value: sum(divide(range, ema(range, n)), length) };
    },
  },
  {
    name: "rvi",
    code: "RVI",
    title: "Relative volatility index",
    group: "Volatility",
    parameters: [bars(14), bars(10, { name: "deviation", least: 2 })],
    source: "close",
    lines: single("plain", "relative volatility, 0 to 100"),
    recipe: (n = 14, length = 10) => ({ value: relativeVolatility(n, length) }),
  },
  {
    name: "cvi",
    code: "CVI",
    title: "Chaikin volatility",
    group: "Volatility",
    parameters: [bars(10)],
    source: null,
    lines: single("percent", "change of the smoothed range"),
    recipe: (n = 10) => {
      const range = ema(subtract(high, low), n);
      return { value: divide(multiply(100, change(range, n)), lag(range, n)) };
    },
  },
  {
    name: "thermo",
    code: "THERMO",
    title: "Elder thermometer",
    group: "Volatility",
    parameters: [bars(20)],
    source: null,
    lines: single("price", "average temperature"),
    recipe: (n = 20) => ({ value: ema(max(max(change(high), subtract(lag(low), low)), 0), n) }),
  },
  {
    name: "pdist",
    code: "PDIST",
    title: "Price distance",
    group: "Volatility",
    parameters: [],
    source: null,
    lines: single("price", "way the price went"),
    recipe: () => ({
      value: subtract(
        add(multiply(2, subtract(high, low)), abs(subtract(open, lag(close)))),
        abs(subtract(close, open)),
      ),
    }),
  },
];
