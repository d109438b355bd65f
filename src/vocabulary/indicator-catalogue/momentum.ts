import {
  average,
  bars,
  change,
  close,
  divide,
  ema,
  equal,
  high,
  highest,
  lag,
  low,
  lowest,
  max,
  multiply,
  rolling,
  add,
  single,
  source,
  subtract,
  typical,
  when,
  wilder,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";

export const rsi = (x: Recipe, n: number): Recipe => {
  const gain = wilder(max(change(x), 0), n);
  const loss = wilder(max(multiply(-1, change(x)), 0), n);
  return when(equal(loss, 0), 100, divide(multiply(100, gain), add(gain, loss)));
};

export const fastK = (n: number): Recipe =>
  divide(multiply(100, subtract(close, lowest(low, n))), subtract(highest(high, n), lowest(low, n)));

export const fastBelowSlow = (fast = 12, slow = 26) => (fast >= slow ? "fast must be less than slow" : null);

export const MOMENTUM: Group = [
  {
    name: "rsi",
    code: "RSI",
    title: "Relative strength index",
    group: "Momentum",
    parameters: [bars(14)],
    source: "close",
    lines: single("plain", "relative strength, 0 to 100"),
    recipe: (n = 14) => ({ value: rsi(source, n) }),
  },
  {
    name: "macd",
    code: "MACD",
    title: "MACD",
    group: "Momentum",
    parameters: [bars(12, { name: "fast" }), bars(26, { name: "slow" }), bars(9, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "source", title: "MACD line" },
      { name: "signal", unit: "source", title: "signal line" },
      { name: "hist", unit: "source", title: "histogram" },
    ],
    recipe: (fast = 12, slow = 26, n = 9) => {
      const line = subtract(ema(source, fast), ema(source, slow));
      const signal = ema(line, n);
      return { line, signal, hist: subtract(line, signal) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "ppo",
    code: "PPO",
    title: "Percentage price oscillator",
    group: "Momentum",
    parameters: [bars(12, { name: "fast" }), bars(26, { name: "slow" }), bars(9, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "percent", title: "PPO line" },
      { name: "signal", unit: "percent", title: "signal line" },
      { name: "hist", unit: "percent", title: "histogram" },
    ],
    recipe: (fast = 12, slow = 26, n = 9) => {
      const line = divide(multiply(100, subtract(ema(source, fast), ema(source, slow))), ema(source, slow));
      const signal = ema(line, n);
      return { line, signal, hist: subtract(line, signal) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "stoch",
    code: "STOCH",
    title: "Stochastic",
    group: "Momentum",
    parameters: [bars(14), bars(3, { name: "smooth" }), bars(3, { name: "signal" })],
    source: null,
    lines: [
      { name: "k", unit: "plain", title: "%K, smoothed" },
      { name: "d", unit: "plain", title: "%D" },
    ],
    recipe: (n = 14, smooth = 3, signal = 3) => {
      const k = average(fastK(n), smooth);
      return { k, d: average(k, signal) };
    },
  },
  {
    name: "stochf",
    code: "STOCHF",
    title: "Fast stochastic",
    group: "Momentum",
    parameters: [bars(14), bars(3, { name: "signal" })],
    source: null,
    lines: [
      { name: "k", unit: "plain", title: "%K" },
      { name: "d", unit: "plain", title: "%D" },
    ],
    recipe: (n = 14, signal = 3) => ({ k: fastK(n), d: average(fastK(n), signal) }),
  },
  {
    name: "willr",
    code: "WILLR",
    title: "Williams %R",
    group: "Momentum",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "Williams %R, −100 to 0"),
    recipe: (n = 14) => ({
      value: divide(multiply(-100, subtract(highest(high, n), close)), subtract(highest(high, n), lowest(low, n))),
    }),
  },
  {
    name: "cci",
    code: "CCI",
    title: "Commodity channel index",
    group: "Momentum",
    // Every bar carries its frame as an array: the one indicator whose cost grows with n.
    parameters: [bars(20, { most: 250 })],
    source: null,
    lines: single("plain", "distance from the average in mean deviations"),
    recipe: (n = 20) => ({
      value: divide(subtract(typical, average(typical, n)), multiply(0.015, rolling("meanDeviation", typical, n))),
    }),
  },
  {
    name: "roc",
    code: "ROC",
    title: "Rate of change",
    group: "Momentum",
    parameters: [bars(12)],
    source: "close",
    lines: single("percent", "change against n bars before"),
    recipe: (n = 12) => ({ value: divide(multiply(100, change(source, n)), lag(source, n)) }),
  },
  {
    name: "mom",
    code: "MOM",
    title: "Momentum",
    group: "Momentum",
    parameters: [bars(10)],
    source: "close",
    lines: single("source", "difference to n bars before"),
    recipe: (n = 10) => ({ value: change(source, n) }),
  },
];
