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
    formula: "Wilder smoothing of DX, seeded with the average of the first n.",
    reference: "Wilder 1978; Pine ta.dmi.",
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
    formula: "100 × Wilder smoothing of upward moves / Wilder smoothing of the true range.",
    reference: "Wilder 1978; Pine ta.dmi.",
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
    formula: "100 × Wilder smoothing of downward moves / Wilder smoothing of the true range.",
    reference: "Wilder 1978; Pine ta.dmi.",
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
    formula: "100 × |+DI − −DI| / (+DI + −DI), 0 where both are 0.",
    reference: "Wilder 1978; TA-Lib DX.",
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
    formula:
      "100 × (n − bars since the highest high, or lowest low, of n + 1 bars) / n; of equal ones the latest counts.",
    reference: "Chande 1995; TA-Lib AROON, Tulip aroon. Skender counts the earliest of equal ones.",
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
    formula: "Aroon up − Aroon down.",
    reference: "Chande 1995; TA-Lib AROONOSC, Tulip aroonosc.",
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
    formula: "Slope of the least-squares line through the last n values, per bar.",
    reference: "TA-Lib LINEARREG_SLOPE, Tulip linregslope.",
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
    formula: "Value at the first bar of the least-squares line through the last n values.",
    reference: "TA-Lib LINEARREG_INTERCEPT. Tulip's linregintercept is one bar earlier.",
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
    formula:
      "SAR + AF × (extreme − SAR), kept behind the last two bars; AF grows by step with each new extreme up to maximum; " +
      "on penetration SAR becomes the extreme and the trend turns. The first trend is that of the second bar's directional move.",
    reference: "Wilder 1978; Tulip psar, Pine ta.sar, TA-Lib SAR (which also turns on a touch).",
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
    formula: "(ADX + ADX n − 1 bars before) / 2.",
    reference: "Wilder 1978; TA-Lib ADXR, which counts n − 1 bars back.",
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
    formula: "Arc tangent of the slope per bar of the least-squares line through the last n values, in degrees.",
    reference: "TA-Lib LINEARREG_ANGLE. It depends on the price level.",
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
    formula: "Sums over n bars: |high − previous low|, or |low − previous high|, / true range.",
    reference: "Botes and Siepman 2010; StockCharts.",
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
    formula: "(highest − lowest of the last n values) / sum of the last n absolute changes; null where nothing moved.",
    reference: "White 1991; Tulip vhf.",
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
    formula:
      "100 × log₁₀(sum of the true range / (highest high − lowest low)) / log₁₀(n), over n bars; null without a range.",
    reference: "Dreiss 1993; Pine's choppiness index, Lean.",
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
    formula: "Value ⌊n / 2⌋ + 1 bars before − SMA(n). Not centred: it reads nothing ahead.",
    reference: "Tulip dpo, Pine's DPO. pandas-ta shifts it back, which looks ahead.",
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
    formula: "SMA(n) of close − open.",
    reference: "Chande and Kroll 1994; Tulip qstick.",
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
    formula: "1 where the close lies above the average of (high + low) / 2 over n bars, −1 below, 0 on it.",
    reference: "Carter 2005; pandas-ta, which shows −1 where they are equal.",
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
    formula:
      "Middle of the range of tenkan and of kijun bars; the spans, their average and the middle of senkou bars, are those of shift bars before; chikou is the close shift bars after.",
    reference: "Hosoda 1969. Pine's built-in counts the current bar, which is a shift of 25.",
  },
];
