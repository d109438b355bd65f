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
  },
];
