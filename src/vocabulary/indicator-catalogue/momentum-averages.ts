import {
  abs,
  add,
  average,
  bars,
  change,
  constant,
  divide,
  ema,
  equal,
  lag,
  latest,
  lowest,
  middle,
  multiply,
  single,
  source,
  spread,
  subtract,
  volume,
  weighted,
  when,
  type Group,
} from "./algebra.ts";
import { fastBelowSlow } from "./momentum.ts";
import type { Recipe } from "../recipe.ts";

/** Momentum smoothed twice, against its size smoothed twice: -1 to 1. */
const strength = (x: Recipe, long: number, short: number): Recipe => {
  const smoothed = (part: Recipe): Recipe => ema(ema(part, long), short);
  return divide(smoothed(change(x)), smoothed(abs(change(x))));
};

const rateOfChange = (x: Recipe, n: number): Recipe => divide(multiply(100, change(x, n)), lag(x, n));

/** Place within the range of the last n, 0 to 100; where there is no range on that scale, the latest place. */
const heldPlace = (x: Recipe, n: number, scale: Recipe): Recipe => {
  const range = spread(x, n, scale);
  const place = divide(multiply(100, subtract(x, lowest(x, n))), range);
  return when(equal(range, 0), latest(place), place);
};

/** Oscillators made of moving averages. */
export const MOMENTUM_AVERAGES: Group = [
  {
    name: "apo",
    code: "APO",
    title: "Absolute price oscillator",
    group: "Momentum",
    parameters: [bars(12, { name: "fast" }), bars(26, { name: "slow" })],
    source: "close",
    lines: single("source", "distance of the fast average from the slow one"),
    recipe: (fast = 12, slow = 26) => ({ value: subtract(ema(source, fast), ema(source, slow)) }),
    refuse: fastBelowSlow,
  },
  {
    name: "pvo",
    code: "PVO",
    title: "Percentage volume oscillator",
    group: "Momentum",
    parameters: [bars(12, { name: "fast" }), bars(26, { name: "slow" }), bars(9, { name: "signal" })],
    source: null,
    lines: [
      { name: "line", unit: "percent", title: "PVO line" },
      { name: "signal", unit: "percent", title: "signal line" },
      { name: "hist", unit: "percent", title: "histogram" },
    ],
    recipe: (fast = 12, slow = 26, n = 9) => {
      const line = divide(multiply(100, subtract(ema(volume, fast), ema(volume, slow))), ema(volume, slow));
      const signal = ema(line, n);
      return { line, signal, hist: subtract(line, signal) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "tsi",
    code: "TSI",
    title: "True strength index",
    group: "Momentum",
    parameters: [bars(25, { name: "long" }), bars(13, { name: "short" }), bars(13, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "plain", title: "true strength, −100 to 100" },
      { name: "signal", unit: "plain", title: "signal line" },
    ],
    recipe: (long = 25, short = 13, n = 13) => {
      const line = multiply(100, strength(source, long, short));
      return { line, signal: ema(line, n) };
    },
  },
  {
    name: "trix",
    code: "TRIX",
    title: "TRIX",
    group: "Momentum",
    parameters: [bars(15), bars(9, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "percent", title: "change of the triple average" },
      { name: "signal", unit: "percent", title: "signal line" },
    ],
    recipe: (n = 15, signal = 9) => {
      const triple = ema(ema(ema(source, n), n), n);
      const line = rateOfChange(triple, 1);
      return { line, signal: ema(line, signal) };
    },
  },
  {
    name: "kst",
    code: "KST",
    title: "Know sure thing",
    group: "Momentum",
    parameters: [
      ...[10, 15, 20, 30].map((n, i) => bars(n, { name: `roc${i + 1}` })),
      ...[10, 10, 10, 15].map((n, i) => bars(n, { name: `sma${i + 1}` })),
      bars(9, { name: "signal" }),
    ],
    source: "close",
    lines: [
      { name: "line", unit: "percent", title: "know sure thing" },
      { name: "signal", unit: "percent", title: "signal line" },
    ],
    // The arguments of its formula, in their order.
    // oxlint-disable-next-line eslint/max-params
    recipe: (a = 10, b = 15, c = 20, d = 30, p = 10, q = 10, r = 10, s = 15, signal = 9) => {
      const smoothed = (n: number, smooth: number): Recipe => average(rateOfChange(source, n), smooth);
      const short = add(smoothed(a, p), multiply(2, smoothed(b, q)));
      const long = add(multiply(3, smoothed(c, r)), multiply(4, smoothed(d, s)));
      const line = add(short, long);
      return { line, signal: average(line, signal) };
    },
  },
  {
    name: "coppock",
    code: "COPPOCK",
    title: "Coppock curve",
    group: "Momentum",
    parameters: [bars(14, { name: "long" }), bars(11, { name: "short" }), bars(10, { name: "smooth" })],
    source: "close",
    lines: single("percent", "Coppock curve"),
    recipe: (long = 14, short = 11, n = 10) => ({
      value: weighted(add(rateOfChange(source, long), rateOfChange(source, short)), n),
    }),
  },
  {
    name: "ao",
    code: "AO",
    title: "Awesome oscillator",
    group: "Momentum",
    parameters: [bars(5, { name: "fast" }), bars(34, { name: "slow" })],
    source: null,
    lines: single("price", "distance of the fast average from the slow one"),
    recipe: (fast = 5, slow = 34) => ({ value: subtract(average(middle, fast), average(middle, slow)) }),
    refuse: fastBelowSlow,
  },
  {
    name: "smi",
    code: "SMI",
    title: "SMI ergodic",
    group: "Momentum",
    parameters: [bars(5, { name: "short" }), bars(20, { name: "long" }), bars(5, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "plain", title: "ergodic, −1 to 1" },
      { name: "signal", unit: "plain", title: "signal line" },
    ],
    recipe: (short = 5, long = 20, n = 5) => {
      const line = strength(source, long, short);
      return { line, signal: ema(line, n) };
    },
  },
  {
    name: "stc",
    code: "STC",
    title: "Schaff trend cycle",
    group: "Momentum",
    parameters: [bars(10, { least: 2 }), bars(12, { name: "fast" }), bars(26, { name: "slow" })],
    source: "close",
    lines: single("plain", "trend cycle, 0 to 100"),
    recipe: (n = 10, fast = 12, slow = 26) => {
      const base = ema(source, slow);
      const first = ema(heldPlace(subtract(ema(source, fast), base), n, abs(base)), 3);
      return { value: ema(heldPlace(first, n, constant(100)), 3) };
    },
    refuse: (_n = 10, fast = 12, slow = 26) => fastBelowSlow(fast, slow),
  },
];
