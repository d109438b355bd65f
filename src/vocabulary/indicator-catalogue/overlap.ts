import {
  average,
  bars,
  ema,
  rolling,
  single,
  source,
  subtract,
  multiply,
  weighted,
  wilder,
  type Group,
} from "./algebra.ts";

const value = (title: string) => single("source", title);

/** Moving averages: lines that lie over the price. */
export const OVERLAP: Group = [
  {
    name: "sma",
    code: "SMA",
    title: "Simple moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("simple moving average"),
    recipe: (n = 20) => ({ value: average(source, n) }),
    formula: "Sum of the last n values / n.",
    reference: "TA-Lib SMA; agrees with every collection.",
  },
  {
    name: "ema",
    code: "EMA",
    title: "Exponential moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("exponential moving average"),
    recipe: (n = 20) => ({ value: ema(source, n) }),
    formula: "EMA + 2 / (n + 1) × (value − EMA), seeded with the average of the first n values.",
    reference: "TA-Lib EMA, Pine ta.ema. Tulip seeds with the first price.",
  },
  {
    name: "wma",
    code: "WMA",
    title: "Weighted moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("weighted moving average"),
    recipe: (n = 20) => ({ value: weighted(source, n) }),
    formula: "Weights 1 … n, the newest value heaviest, divided by n (n + 1) / 2.",
    reference: "TA-Lib WMA, Tulip wma.",
  },
  {
    name: "rma",
    code: "RMA",
    title: "Wilder smoothing",
    group: "Overlap",
    aliases: ["smma", "wilders"],
    parameters: [bars(14)],
    source: "close",
    lines: value("Wilder smoothing"),
    recipe: (n = 14) => ({ value: wilder(source, n) }),
    formula: "RMA + (value − RMA) / n, seeded with the average of the first n values.",
    reference: "Wilder 1978; Pine ta.rma, Tulip wilders.",
  },
  {
    name: "dema",
    code: "DEMA",
    title: "Double exponential moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("double exponential moving average"),
    recipe: (n = 20) => {
      const first = ema(source, n);
      return { value: subtract(multiply(2, first), ema(first, n)) };
    },
    formula: "2 × EMA − EMA of EMA.",
    reference: "Mulloy 1994; TA-Lib DEMA.",
  },
  {
    name: "tema",
    code: "TEMA",
    title: "Triple exponential moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("triple exponential moving average"),
    recipe: (n = 20) => {
      const first = ema(source, n);
      const second = ema(first, n);
      return { value: subtract(multiply(3, subtract(first, second)), multiply(-1, ema(second, n))) };
    },
    formula: "3 × (EMA − EMA of EMA) + EMA of EMA of EMA.",
    reference: "Mulloy 1994; TA-Lib TEMA.",
  },
  {
    name: "lsma",
    code: "LSMA",
    title: "Least-squares moving average",
    group: "Overlap",
    aliases: ["linreg"],
    parameters: [bars(25, { least: 2 })],
    source: "close",
    lines: value("end point of the regression line"),
    recipe: (n = 25) => ({ value: rolling("endpoint", source, n) }),
    formula: "Value at the last bar of the least-squares line through the last n values.",
    reference: "TA-Lib LINEARREG, Pine ta.linreg(source, n, 0), Tulip linreg.",
  },
];
