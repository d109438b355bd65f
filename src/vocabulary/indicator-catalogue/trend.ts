import {
  abs,
  add,
  bars,
  change,
  decimal,
  defaulted,
  divide,
  fold,
  greater,
  high,
  lag,
  low,
  multiply,
  rolling,
  single,
  source,
  strictTrueRange,
  subtract,
  wilder,
  when,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";
import { parabolic } from "./parabolic.ts";

const upMove = change(high);
const downMove = subtract(lag(low), low);
const plusMove = when(greater(upMove, downMove), when(greater(upMove, 0), upMove, 0), 0);
const minusMove = when(greater(downMove, upMove), when(greater(downMove, 0), downMove, 0), 0);
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
];
