import {
  average,
  bars,
  change,
  close,
  defaulted,
  divide,
  ema,
  exp,
  greater,
  high,
  lag,
  less,
  ln,
  low,
  max,
  min,
  multiply,
  single,
  source,
  subtract,
  total,
  volume,
  when,
  type Group,
} from "./algebra.ts";
import { fastBelowSlow } from "./momentum.ts";
import type { Recipe } from "../recipe.ts";

/** 1000 on the first bar, times close / previous close on each bar on which the volume went that way. */
const volumeIndex = (counted: Recipe): Recipe =>
  multiply(1000, exp(total(defaulted(when(counted, ln(divide(close, lag(close))), 0), 0))));

/** Running lines and averages of volume. */
export const VOLUME_LINES: Group = [
  {
    name: "nvi",
    code: "NVI",
    title: "Negative volume index",
    group: "Volume",
    parameters: [bars(255, { name: "signal" })],
    source: null,
    lines: [
      { name: "value", unit: "plain", title: "negative volume index" },
      { name: "signal", unit: "plain", title: "signal line" },
    ],
    recipe: (n = 255) => {
      const value = volumeIndex(less(volume, lag(volume)));
      return { value, signal: ema(value, n) };
    },
  },
  {
    name: "pvi",
    code: "PVI",
    title: "Positive volume index",
    group: "Volume",
    parameters: [bars(255, { name: "signal" })],
    source: null,
    lines: [
      { name: "value", unit: "plain", title: "positive volume index" },
      { name: "signal", unit: "plain", title: "signal line" },
    ],
    recipe: (n = 255) => {
      const value = volumeIndex(greater(volume, lag(volume)));
      return { value, signal: ema(value, n) };
    },
  },
  {
    name: "pvt",
    code: "PVT",
    title: "Price volume trend",
    group: "Volume",
    aliases: ["vpt"],
    parameters: [],
    source: null,
    lines: single("shares", "price volume trend"),
    recipe: () => ({ value: total(defaulted(multiply(volume, divide(change(close), lag(close))), 0)) }),
  },
  {
    name: "wad",
    code: "WAD",
    title: "Williams accumulation and distribution",
    group: "Volume",
    parameters: [],
    source: null,
    lines: single("price", "accumulation and distribution"),
    recipe: () => {
      const before = lag(close);
      const fallen = when(less(close, before), subtract(close, max(before, high)), 0);
      return { value: total(defaulted(when(greater(close, before), subtract(close, min(before, low)), fallen), 0)) };
    },
  },
  {
    name: "vosc",
    code: "VOSC",
    title: "Volume oscillator",
    group: "Volume",
    parameters: [bars(14, { name: "fast" }), bars(28, { name: "slow" })],
    source: null,
    lines: single("percent", "fast average against the slow one"),
    recipe: (fast = 14, slow = 28) => ({
      value: divide(multiply(100, subtract(average(volume, fast), average(volume, slow))), average(volume, slow)),
    }),
    refuse: fastBelowSlow,
  },
  {
    name: "marketfi",
    code: "MARKETFI",
    title: "Market facilitation index",
    group: "Volume",
    parameters: [],
    source: null,
    lines: single("plain", "range for a share traded", { price: 1, volume: -1 }),
    recipe: () => ({ value: divide(subtract(high, low), volume) }),
  },
  {
    name: "vwmacd",
    code: "VWMACD",
    title: "Volume-weighted MACD",
    group: "Volume",
    parameters: [bars(12, { name: "fast" }), bars(26, { name: "slow" }), bars(9, { name: "signal" })],
    source: "close",
    lines: [
      { name: "line", unit: "source", title: "MACD line" },
      { name: "signal", unit: "source", title: "signal line" },
      { name: "hist", unit: "source", title: "histogram" },
    ],
    recipe: (fast = 12, slow = 26, n = 9) => {
      const weighed = (length: number): Recipe => divide(ema(multiply(source, volume), length), ema(volume, length));
      const line = subtract(weighed(fast), weighed(slow));
      const signal = ema(line, n);
      return { line, signal, hist: subtract(line, signal) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "dollarvol",
    code: "DOLLARVOL",
    title: "Dollar volume",
    group: "Volume",
    parameters: [bars(20)],
    source: null,
    lines: single("currency", "average of close × volume"),
    recipe: (n = 20) => ({ value: average(multiply(close, volume), n) }),
  },
];
