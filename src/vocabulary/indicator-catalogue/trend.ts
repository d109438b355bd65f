import {
  abs,
  add,
  atan,
  average,
  bars,
  change,
  close,
  decimal,
  defaulted,
  direction,
  divide,
  fold,
  greater,
  high,
  highest,
  lag,
  less,
  ln,
  low,
  lowest,
  max,
  middle,
  midprice,
  multiply,
  open,
  rolling,
  single,
  source,
  strictTrueRange,
  subtract,
  sum,
  trueRange,
  wilder,
  when,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";
import { parabolic } from "./parabolic.ts";

const upMove = change(high);
const downMove = subtract(lag(low), low);
/** The larger move is up where high + low rose. So compared it is prices, not moves that may be a millionth of their rounding. */
const reach = direction(add(high, low));
const plusMove = when(greater(reach, 0), max(upMove, 0), 0);
const minusMove = when(less(reach, 0), max(downMove, 0), 0);
const range = (n: number) => wilder(strictTrueRange, n);
const plusIndex = (n: number) => divide(multiply(100, wilder(plusMove, n)), range(n));
const minusIndex = (n: number) => divide(multiply(100, wilder(minusMove, n)), range(n));
/** 0 where neither moved: the distance of two equal lines. */
const directional = (n: number) => {
  const [plus, minus] = [plusIndex(n), minusIndex(n)];
  const distance = abs(subtract(plus, minus));
  return defaulted(divide(multiply(100, distance), add(plus, minus)), distance);
};

const aroon = (n: number) => {
  const place = (since: Recipe) => divide(multiply(100, subtract(n, since)), n);
  return {
    up: place(rolling("barsSinceHighest", high, n + 1)),
    down: place(rolling("barsSinceLowest", low, n + 1)),
  };
};

export const TREND: Group = [
  {
    name: "adx",
    code: "ADX",
    title: "Average directional index",
    group: "Trend",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "strength of the trend, 0 to 100"),
    recipe: (n = 14) => ({ value: wilder(directional(n), n) }),
  },
  {
    name: "plus_di",
    code: "PLUS_DI",
    title: "+DI",
    group: "Trend",
    aliases: ["di_plus"],
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "positive directional indicator, 0 to 100"),
    recipe: (n = 14) => ({ value: plusIndex(n) }),
  },
  {
    name: "minus_di",
    code: "MINUS_DI",
    title: "−DI",
    group: "Trend",
    aliases: ["di_minus"],
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "negative directional indicator, 0 to 100"),
    recipe: (n = 14) => ({ value: minusIndex(n) }),
  },
  {
    name: "dx",
    code: "DX",
    title: "Directional movement index",
    group: "Trend",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "distance of +DI and −DI, 0 to 100"),
    recipe: (n = 14) => ({ value: directional(n) }),
  },
  {
    name: "aroon",
    code: "AROON",
    title: "Aroon",
    group: "Trend",
    parameters: [bars(25)],
    source: null,
    lines: [
      { name: "up", unit: "plain", title: "Aroon up, 0 to 100" },
      { name: "down", unit: "plain", title: "Aroon down, 0 to 100" },
    ],
    recipe: (n = 25) => aroon(n),
  },
  {
    name: "aroonosc",
    code: "AROONOSC",
    title: "Aroon oscillator",
    group: "Trend",
    parameters: [bars(25)],
    source: null,
    lines: single("plain", "Aroon up − Aroon down, −100 to 100"),
    recipe: (n = 25) => {
      const { up, down } = aroon(n);
      return { value: subtract(up, down) };
    },
  },
  {
    name: "lr_slope",
    code: "LR_SLOPE",
    title: "Linear regression slope",
    group: "Trend",
    parameters: [bars(14, { least: 2 })],
    source: "close",
    lines: single("source", "slope of the regression line, per bar"),
    recipe: (n = 14) => ({ value: rolling("slope", source, n) }),
  },
  {
    name: "lr_intercept",
    code: "LR_INTERCEPT",
    title: "Linear regression intercept",
    group: "Trend",
    parameters: [bars(14, { least: 2 })],
    source: "close",
    lines: single("source", "regression line at the first of the n bars"),
    recipe: (n = 14) => ({ value: rolling("intercept", source, n) }),
  },
  {
    name: "psar",
    code: "PSAR",
    title: "Parabolic SAR",
    group: "Trend",
    aliases: ["sar"],
    parameters: [decimal("step", 0.02, 0.0001, 10), decimal("maximum", 0.2, 0.0001, 10)],
    source: null,
    lines: single("price", "stop and reverse"),
    recipe: (step = 0.02, maximum = 0.2) => ({ value: fold(parabolic(step, maximum)) }),
    refuse: (step = 0.02, maximum = 0.2) => (step > maximum ? "step must not exceed maximum" : null),
  },
  {
    name: "adxr",
    code: "ADXR",
    title: "ADX rating",
    group: "Trend",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "ADX averaged with its earlier value, 0 to 100"),
    recipe: (n = 14) => {
      const now = wilder(directional(n), n);
      return { value: divide(add(now, lag(now, n - 1)), 2) };
    },
  },
  {
    name: "lr_angle",
    code: "LR_ANGLE",
    title: "Linear regression angle",
    group: "Trend",
    parameters: [bars(14, { least: 2 })],
    source: "close",
    lines: single("plain", "angle of the regression line in degrees, −90 to 90", "tangent"),
    recipe: (n = 14) => ({ value: multiply(180 / Math.PI, atan(rolling("slope", source, n))) }),
  },
  {
    name: "vortex",
    code: "VORTEX",
    title: "Vortex indicator",
    group: "Trend",
    parameters: [bars(14)],
    source: null,
    lines: [
      { name: "plus", unit: "ratio", title: "VI+" },
      { name: "minus", unit: "ratio", title: "VI−" },
    ],
    recipe: (n = 14) => {
      const share = (move: Recipe) => divide(sum(abs(move), n), sum(strictTrueRange, n));
      return { plus: share(subtract(high, lag(low))), minus: share(subtract(low, lag(high))) };
    },
  },
  {
    name: "vhf",
    code: "VHF",
    title: "Vertical horizontal filter",
    group: "Trend",
    parameters: [bars(28)],
    source: "close",
    lines: single("ratio", "range against way, 0 to 1"),
    recipe: (n = 28) => ({
      value: divide(subtract(highest(source, n), lowest(source, n)), sum(abs(change(source)), n)),
    }),
  },
  {
    name: "chop",
    code: "CHOP",
    title: "Choppiness index",
    group: "Trend",
    parameters: [bars(14, { least: 2 })],
    source: null,
    lines: single("plain", "sideways movement, 0 to 100"),
    recipe: (n = 14) => {
      const span = subtract(highest(high, n), lowest(low, n));
      return { value: multiply(100 / Math.log(n), ln(divide(sum(trueRange, n), span))) };
    },
  },
  {
    name: "dpo",
    code: "DPO",
    title: "Detrended price oscillator",
    group: "Trend",
    parameters: [bars(20)],
    source: "close",
    lines: single("source", "earlier value − average"),
    recipe: (n = 20) => ({ value: subtract(lag(source, Math.floor(n / 2) + 1), average(source, n)) }),
  },
  {
    name: "qstick",
    code: "QSTICK",
    title: "Qstick",
    group: "Trend",
    parameters: [bars(10)],
    source: null,
    lines: single("price", "average of close − open"),
    recipe: (n = 10) => ({ value: average(subtract(close, open), n) }),
  },
  {
    name: "ttm_trend",
    code: "TTM_TREND",
    title: "TTM trend",
    group: "Trend",
    parameters: [bars(6)],
    source: null,
    lines: single("plain", "1 in a rise, −1 in a fall"),
    recipe: (n = 6) => {
      const base = average(middle, n);
      return { value: subtract(greater(close, base), less(close, base)) };
    },
  },
  {
    name: "ichimoku",
    code: "ICHIMOKU",
    title: "Ichimoku",
    group: "Trend",
    parameters: [
      bars(9, { name: "tenkan" }),
      bars(26, { name: "kijun" }),
      bars(52, { name: "senkou" }),
      bars(26, { name: "shift" }),
    ],
    source: null,
    lines: [
      { name: "tenkan", unit: "price", title: "conversion line" },
      { name: "kijun", unit: "price", title: "base line" },
      { name: "span_a", unit: "price", title: "leading span A as drawn on this bar" },
      { name: "span_b", unit: "price", title: "leading span B as drawn on this bar" },
      { name: "chikou", unit: "price", title: "lagging line as drawn on this bar: reads ahead" },
    ],
    recipe: (tenkan = 9, kijun = 26, senkou = 52, shift = 26) => ({
      tenkan: midprice(tenkan),
      kijun: midprice(kijun),
      span_a: lag(divide(add(midprice(tenkan), midprice(kijun)), 2), shift),
      span_b: lag(midprice(senkou), shift),
      chikou: lag(close, -shift),
    }),
  },
];
