import {
  add,
  bars,
  average,
  decimal,
  divide,
  high,
  highest,
  low,
  lowest,
  multiply,
  rolling,
  single,
  source,
  subtract,
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
    formula: "SMA(n) ± k × population standard deviation of the last n values.",
    reference: "Bollinger; TA-Lib BBANDS (whose default length is 5).",
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
    formula: "(value − lower band) / (upper band − lower band); 0 on the lower band, 1 on the upper.",
    reference: "Bollinger; Pine's %B.",
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
    formula: "(upper band − lower band) / middle band.",
    reference: "Bollinger; Pine ta.bbw before it was given in percent.",
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
    formula: "Highest high and lowest low of the last n bars, the current one included; mid is their average.",
    reference: "Pine's Donchian channels. Some libraries leave the current bar out: write it 1 day ago.",
  },
];
