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
    formula: "SMA(n) of 100 × (high / low − 1), the built-in column range.",
    reference:
      "House definition, as swing traders write ADR %. Over bars within the day it is the range of those bars.",
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
    formula: "100 × population deviation of the last n changes of the logarithm × √annual, the bars of a year.",
    reference: "Pine's Historical Volatility. Tulip takes plain returns and gives a fraction.",
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
    formula: "Square root of SMA(n) of the square of 100 × (value / highest of n bars − 1).",
    reference: "Martin 1987; StockCharts, Pine's Ulcer Index.",
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
    formula: "Sum over sum bars of EMA(n) of high − low / EMA(n) of that EMA.",
    reference: "Dorsey 1992; Tulip mass, Pine's Mass Index.",
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
    formula:
      "100 × up / (up + down), the EMA(n) of the population deviation of the last deviation values on bars that rose, and on bars that fell (0 on the others).",
    reference: "Dorsey 1993, with EMA as Pine's Relative Volatility Index, which counts an unchanged bar as a fall.",
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
    formula: "Change over n bars, in percent, of EMA(n) of high − low.",
    reference: "Chaikin; Tulip cvi.",
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
    formula:
      "EMA(n) of how far the bar reaches beyond the one before, up or down, whichever is more; 0 for a bar inside it. Length 1 is the temperature itself.",
    reference: "Elder 2002.",
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
    formula: "2 × (high − low) + |open − previous close| − |close − open|; null on the first bar.",
    reference: "pandas-ta pdist.",
  },
];
