import {
  add,
  average,
  bars,
  decimal,
  divide,
  ema,
  filter,
  highest,
  lag,
  MAX_FILTER_BARS,
  lowest,
  midprice,
  multiply,
  rolling,
  single,
  source,
  subtract,
  sum,
  triangular,
  volume,
  weighted,
  wilder,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";

const value = (title: string) => single("source", title);

/** 1, 2 … 2, 1 over their sum. */
function triangle(n: number): readonly number[] {
  const weights = Array.from({ length: n }, (_value, i) => Math.min(i, n - 1 - i) + 1);
  return normalised(weights);
}

/** Gaussian weights around a place between the oldest value and the newest, the newest first. */
function bell(n: number, offset: number, sigma: number): readonly number[] {
  const [middle, width] = [offset * (n - 1), n / sigma];
  return normalised(
    Array.from({ length: n }, (_value, k) => Math.exp(-((n - 1 - k - middle) ** 2) / (2 * width ** 2))),
  );
}

function normalised(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / sum);
}

function tillson(n: number, v: number): Recipe {
  const e3 = ema(ema(ema(source, n), n), n);
  const e4 = ema(e3, n);
  const e5 = ema(e4, n);
  const near = add(multiply(-(v ** 3), ema(e5, n)), multiply(3 * (v ** 2 + v ** 3), e5));
  const far = add(multiply(-3 * (2 * v ** 2 + v + v ** 3), e4), multiply(1 + 3 * v + v ** 3 + 3 * v ** 2, e3));
  return add(near, far);
}

/** Moving averages: lines that lie over the price. */
export const OVERLAP: Group = [
  {
    name: "sma",
    code: "SMA",
    title: "Simple moving average",
    spoken: ["moving average"],
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
      // In this order no difference is small beside the result.
      return { value: subtract(add(multiply(3, first), ema(second, n)), multiply(3, second)) };
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
  {
    name: "trima",
    code: "TRIMA",
    title: "Triangular moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("triangular moving average"),
    recipe: (n = 20) => ({ value: triangular(source, n) }),
    formula: "SMA(⌈n / 2⌉) of SMA(⌊n / 2⌋ + 1): weights that rise to the middle of the n values and fall again.",
    reference: "TA-Lib TRIMA, Tulip trima.",
  },
  {
    name: "swma",
    code: "SWMA",
    title: "Symmetrically weighted moving average",
    group: "Overlap",
    parameters: [bars(4, { most: MAX_FILTER_BARS })],
    source: "close",
    lines: value("symmetrically weighted moving average"),
    recipe: (n = 4) => ({ value: filter(source, triangle(n)) }),
    formula: "Weights 1, 2 … 2, 1 over the last n values, divided by their sum: 1, 2, 2, 1 for n = 4.",
    reference: "Pine ta.swma, which is n = 4.",
  },
  {
    name: "hma",
    code: "HMA",
    title: "Hull moving average",
    group: "Overlap",
    parameters: [bars(20, { least: 2 })],
    source: "close",
    lines: value("Hull moving average"),
    recipe: (n = 20) => {
      const twice = multiply(2, weighted(source, Math.floor(n / 2)));
      return { value: weighted(subtract(twice, weighted(source, n)), Math.floor(Math.sqrt(n))) };
    },
    formula: "WMA(⌊√n⌋) of 2 × WMA(⌊n / 2⌋) − WMA(n).",
    reference: "Hull 2005; Pine ta.hma, Tulip hma.",
  },
  {
    name: "zlema",
    code: "ZLEMA",
    title: "Zero-lag exponential moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("zero-lag exponential moving average"),
    recipe: (n = 20) => ({ value: ema(subtract(multiply(2, source), lag(source, Math.floor((n - 1) / 2))), n) }),
    formula: "EMA(n) of 2 × value − value ⌊(n − 1) / 2⌋ bars before.",
    reference: "Ehlers and Way 2010; Lean, Tulip zlema (which seeds with the first price).",
  },
  {
    name: "t3",
    code: "T3",
    title: "Tillson T3",
    group: "Overlap",
    parameters: [bars(5), decimal("factor", 0.7, 0, 1)],
    source: "close",
    lines: value("Tillson's T3"),
    recipe: (n = 5, v = 0.7) => ({ value: tillson(n, v) }),
    formula:
      "−v³ × e6 + 3 (v² + v³) × e5 − 3 (2 v² + v + v³) × e4 + (1 + 3 v + v³ + 3 v²) × e3, e3 … e6 being EMA(n) taken three to six times.",
    reference: "Tillson 1998; TA-Lib T3.",
  },
  {
    name: "vwma",
    code: "VWMA",
    title: "Volume-weighted moving average",
    group: "Overlap",
    parameters: [bars(20)],
    source: "close",
    lines: value("volume-weighted moving average"),
    recipe: (n = 20) => ({ value: divide(sum(multiply(source, volume), n), sum(volume, n)) }),
    formula: "Sum of value × volume / sum of volume over n bars; null where the volume is 0.",
    reference: "Pine ta.vwma, Tulip vwma.",
  },
  {
    name: "alma",
    code: "ALMA",
    title: "Arnaud Legoux moving average",
    group: "Overlap",
    parameters: [bars(9, { most: MAX_FILTER_BARS }), decimal("offset", 0.85, 0, 1), decimal("sigma", 6, 0.1, 30)],
    source: "close",
    lines: value("Arnaud Legoux moving average"),
    recipe: (n = 9, offset = 0.85, sigma = 6) => ({ value: filter(source, bell(n, offset, sigma)) }),
    formula:
      "Weights exp(−(i − offset × (n − 1))² / (2 (n / sigma)²)), i = 0 for the oldest of n values, divided by their sum.",
    reference: "Legoux and Kouzis-Loukas 2009; Pine ta.alma with floor = false.",
  },
  {
    name: "tsf",
    code: "TSF",
    title: "Time series forecast",
    group: "Overlap",
    parameters: [bars(14, { least: 2 })],
    source: "close",
    lines: value("regression line one bar on"),
    recipe: (n = 14) => ({ value: add(rolling("endpoint", source, n), rolling("slope", source, n)) }),
    formula: "Least-squares line through the last n values, one bar beyond the last. Reads nothing ahead.",
    reference: "TA-Lib TSF, Tulip tsf.",
  },
  {
    name: "midpoint",
    code: "MIDPOINT",
    title: "Midpoint",
    group: "Overlap",
    parameters: [bars(14)],
    source: "close",
    lines: value("middle of the last n values"),
    recipe: (n = 14) => ({ value: divide(add(highest(source, n), lowest(source, n)), 2) }),
    formula: "(highest + lowest of the last n values) / 2.",
    reference: "TA-Lib MIDPOINT.",
  },
  {
    name: "midprice",
    code: "MIDPRICE",
    title: "Midprice",
    group: "Overlap",
    parameters: [bars(14)],
    source: null,
    lines: single("price", "middle of the range of n bars"),
    recipe: (n = 14) => ({ value: midprice(n) }),
    formula: "(highest high + lowest low of the last n bars) / 2.",
    reference: "TA-Lib MIDPRICE.",
  },
];
