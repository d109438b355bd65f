import {
  add,
  average,
  bars,
  close,
  decimal,
  divide,
  ema,
  equal,
  fold,
  greater,
  high,
  highest,
  lag,
  low,
  lowest,
  middle,
  multiply,
  open,
  rolling,
  single,
  steps,
  subtract,
  sum,
  triangular,
  trueRange,
  when,
  type Group,
} from "./algebra.ts";
import type { Fold, Recipe } from "../recipe.ts";
import { ROUNDING } from "../rounding.ts";

/** a - b is more than rounding on the scale of the close. */
const clearlyAbove = (a: Recipe, b: Recipe): Recipe => greater(subtract(a, b), multiply(ROUNDING, close));

/**
 * Ehlers' Fisher transform: the place in the range, smoothed, ±0.999 where it goes beyond ±0.99, and the transform of
 * it smoothed; both start at 0. `place` is -0.5 to 0.5.
 */
function fisher(place: Recipe): Fold {
  const { state, input, add, subtract, multiply, divide, greater, less, when, ln, constant } = steps;
  const [PLACE, VALUE] = [0, 1] as const;
  const next = (before: readonly [ReturnType<typeof state>, ReturnType<typeof state>]) => {
    const raw = add(multiply(0.66, input(0)), multiply(0.67, before[PLACE]));
    const clamped = when(greater(raw, 0.99), 0.999, when(less(raw, -0.99), -0.999, raw));
    const transformed = multiply(0.5, ln(divide(add(1, clamped), subtract(1, clamped))));
    return [clamped, add(transformed, multiply(0.5, before[VALUE]))];
  };
  return {
    inputs: [place],
    start: next([constant(0), constant(0)]),
    cases: [],
    otherwise: next([state(PLACE), state(VALUE)]),
    result: VALUE,
    minimum: 1,
    warmup: 60,
  };
}

/** Momentum read from the shape of the bars. */
export const MOMENTUM_BARS: Group = [
  {
    name: "bop",
    code: "BOP",
    title: "Balance of power",
    group: "Momentum",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "balance of power, −1 to 1"),
    recipe: (n = 14) => {
      const body = subtract(close, open);
      return { value: average(when(equal(high, low), multiply(0, body), divide(body, subtract(high, low))), n) };
    },
  },
  {
    name: "eri",
    code: "ERI",
    title: "Elder ray",
    group: "Momentum",
    parameters: [bars(13)],
    source: null,
    lines: [
      { name: "bull", unit: "price", title: "bull power" },
      { name: "bear", unit: "price", title: "bear power" },
    ],
    recipe: (n = 13) => ({ bull: subtract(high, ema(close, n)), bear: subtract(low, ema(close, n)) }),
  },
  {
    name: "rvgi",
    code: "RVGI",
    title: "Relative vigor index",
    group: "Momentum",
    parameters: [bars(14), bars(4, { name: "smooth" })],
    source: null,
    lines: [
      { name: "line", unit: "plain", title: "relative vigor" },
      { name: "signal", unit: "plain", title: "signal line" },
    ],
    recipe: (n = 14, smooth = 4) => {
      const total = (x: Recipe): Recipe => sum(triangular(x, smooth), n);
      const line = divide(total(subtract(close, open)), total(subtract(high, low)));
      return { line, signal: triangular(line, smooth) };
    },
  },
  {
    name: "fisher",
    code: "FISHER",
    title: "Fisher transform",
    group: "Momentum",
    parameters: [bars(9, { least: 2 }), bars(1, { name: "signal" })],
    source: null,
    lines: [
      { name: "line", unit: "plain", title: "Fisher transform" },
      { name: "signal", unit: "plain", title: "the line before" },
    ],
    recipe: (n = 9, signal = 1) => {
      const range = subtract(highest(middle, n), lowest(middle, n));
      const place = subtract(divide(subtract(middle, lowest(middle, n)), range), 0.5);
      const line = fold(fisher(when(equal(range, 0), 0, place)));
      return { line, signal: lag(line, signal) };
    },
  },
  {
    name: "squeeze",
    code: "SQUEEZE",
    title: "TTM squeeze",
    group: "Momentum",
    parameters: [
      bars(20),
      decimal("deviations", 2, 0.01, 100),
      bars(20, { name: "channel", least: 2 }),
      decimal("multiple", 1.5, 0.01, 100),
    ],
    source: null,
    lines: [
      { name: "on", unit: "plain", title: "1 while the bands lie within the channel, else 0" },
      { name: "off", unit: "plain", title: "1 while the bands lie around the channel, else 0" },
      { name: "mom", unit: "price", title: "momentum" },
    ],
    recipe: (n = 20, deviations = 2, channel = 20, multiple = 1.5) => {
      const width = multiply(deviations, rolling("deviation", close, n));
      const reach = multiply(multiple, average(trueRange, channel));
      const [upper, lower] = [add(average(close, n), width), subtract(average(close, n), width)];
      const [top, bottom] = [add(average(close, channel), reach), subtract(average(close, channel), reach)];
      const mid = divide(add(highest(high, channel), lowest(low, channel)), 2);
      const distance = subtract(close, divide(add(mid, average(close, channel)), 2));
      return {
        on: multiply(clearlyAbove(top, upper), clearlyAbove(lower, bottom)),
        off: multiply(clearlyAbove(upper, top), clearlyAbove(bottom, lower)),
        mom: rolling("endpoint", distance, channel),
      };
    },
  },
];
