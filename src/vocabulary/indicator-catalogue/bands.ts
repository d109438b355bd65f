import {
  abs,
  add,
  average,
  bars,
  close,
  decimal,
  divide,
  ema,
  greater,
  high,
  highest,
  lag,
  less,
  latest,
  low,
  lowest,
  multiply,
  rolling,
  single,
  source,
  subtract,
  trueRange,
  when,
  wilder,
  type Group,
} from "./algebra.ts";

const deviations = decimal("deviations", 2, 0.01, 100);
const bands = (n: number, k: number) => {
  const mid = average(source, n);
  const width = multiply(k, rolling("deviation", source, n));
  return { upper: add(mid, width), mid, lower: subtract(mid, width) };
};

export const BANDS: Group = [
  {
    name: "bbands",
    code: "BBANDS",
    title: "Bollinger bands",
    group: "Bands",
    aliases: ["bb"],
    parameters: [bars(20), deviations],
    source: "close",
    lines: [
      { name: "upper", unit: "source", title: "upper band" },
      { name: "mid", unit: "source", title: "middle band" },
      { name: "lower", unit: "source", title: "lower band" },
    ],
    recipe: (n = 20, k = 2) => bands(n, k),
  },
  {
    name: "bbpct",
    code: "BBPCT",
    title: "Bollinger %B",
    group: "Bands",
    parameters: [bars(20, { least: 2 }), deviations],
    source: "close",
    lines: single("ratio", "place within the bands"),
    recipe: (n = 20, k = 2) => {
      const { upper, lower } = bands(n, k);
      return { value: divide(subtract(source, lower), subtract(upper, lower)) };
    },
  },
  {
    name: "bbw",
    code: "BBW",
    title: "Bollinger bandwidth",
    group: "Bands",
    parameters: [bars(20), deviations],
    source: "close",
    lines: single("ratio", "width of the bands"),
    recipe: (n = 20, k = 2) => {
      const { upper, mid, lower } = bands(n, k);
      return { value: divide(subtract(upper, lower), mid) };
    },
  },
  {
    name: "donchian",
    code: "DONCHIAN",
    title: "Donchian channel",
    group: "Bands",
    parameters: [bars(20)],
    source: null,
    lines: [
      { name: "upper", unit: "price", title: "highest high" },
      { name: "mid", unit: "price", title: "middle of the channel" },
      { name: "lower", unit: "price", title: "lowest low" },
    ],
    recipe: (n = 20) => {
      const upper = highest(high, n);
      const lower = lowest(low, n);
      return { upper, mid: divide(add(upper, lower), 2), lower };
    },
  },
  {
    name: "kc",
    code: "KC",
    title: "Keltner channel",
    group: "Bands",
    aliases: ["keltner"],
    parameters: [bars(20), decimal("multiplier", 2, 0.01, 100), bars(10, { name: "range" })],
    source: null,
    lines: [
      { name: "upper", unit: "price", title: "upper band" },
      { name: "mid", unit: "price", title: "middle band" },
      { name: "lower", unit: "price", title: "lower band" },
    ],
    recipe: (n = 20, k = 2, range = 10) => {
      const mid = ema(close, n);
      const width = multiply(k, wilder(trueRange, range));
      return { upper: add(mid, width), mid, lower: subtract(mid, width) };
    },
  },
  {
    name: "accbands",
    code: "ACCBANDS",
    title: "Acceleration bands",
    group: "Bands",
    parameters: [bars(20), decimal("factor", 4, 0.01, 100)],
    source: null,
    lines: [
      { name: "upper", unit: "price", title: "upper band" },
      { name: "mid", unit: "price", title: "middle band" },
      { name: "lower", unit: "price", title: "lower band" },
    ],
    recipe: (n = 20, factor = 4) => {
      const width = multiply(factor, divide(subtract(high, low), add(high, low)));
      return {
        upper: average(multiply(high, add(1, width)), n),
        mid: average(close, n),
        lower: average(multiply(low, subtract(1, width)), n),
      };
    },
  },
  {
    name: "maenv",
    code: "MAENV",
    title: "Moving average envelope",
    group: "Bands",
    parameters: [bars(20), decimal("percent", 2.5, 0.01, 100)],
    source: "close",
    lines: [
      { name: "upper", unit: "source", title: "upper band" },
      { name: "lower", unit: "source", title: "lower band" },
    ],
    recipe: (n = 20, percent = 2.5) => ({
      upper: multiply(average(source, n), 1 + percent / 100),
      lower: multiply(average(source, n), 1 - percent / 100),
    }),
  },
  {
    name: "hilo",
    code: "HILO",
    title: "Gann HiLo activator",
    group: "Bands",
    parameters: [bars(13, { name: "high" }), bars(21, { name: "low" })],
    source: null,
    lines: single("price", "average of the lows in a rise, of the highs in a fall"),
    recipe: (top = 13, bottom = 21) => {
      const [highs, lows] = [average(high, top), average(low, bottom)];
      // Above the highs counts where the close is below the lows as well; unknown until both averages are.
      const side = subtract(multiply(2, greater(close, lag(highs))), less(close, lag(lows)));
      // Null where the close lies between, so that the latest side stands.
      const rising = latest(divide(side, abs(side)));
      return { value: when(greater(rising, 0), lows, highs) };
    },
  },
];
