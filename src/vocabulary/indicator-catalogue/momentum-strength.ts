import {
  abs,
  add,
  average,
  bars,
  change,
  close,
  decimal,
  divide,
  ema,
  fold,
  greater,
  lag,
  low,
  lowest,
  max,
  min,
  multiply,
  open,
  rolling,
  run,
  sign,
  single,
  source,
  spread,
  strictTrueRange,
  subtract,
  sum,
  wilder,
  type Group,
} from "./algebra.ts";
import { fastK, rsi } from "./momentum.ts";
import { trailing } from "./trailing.ts";
import type { Recipe } from "../recipe.ts";

/** Sums over n bars of what is above and below 0. */
const gainsAndLosses = (x: Recipe, n: number): readonly [Recipe, Recipe] => [
  sum(max(x, 0), n),
  sum(max(multiply(-1, x), 0), n),
];

/** How the gains compare with the losses. */
export const MOMENTUM_STRENGTH: Group = [
  {
    name: "stochrsi",
    code: "STOCHRSI",
    title: "Stochastic RSI",
    group: "Momentum",
    parameters: [
      bars(14),
      bars(14, { name: "stochastic", least: 2 }),
      bars(3, { name: "smooth" }),
      bars(3, { name: "signal" }),
    ],
    source: "close",
    lines: [
      { name: "k", unit: "plain", title: "%K, smoothed" },
      { name: "d", unit: "plain", title: "%D" },
    ],
    recipe: (n = 14, stochastic = 14, smooth = 3, signal = 3) => {
      const strength = rsi(source, n);
      const place = divide(
        multiply(100, subtract(strength, lowest(strength, stochastic))),
        spread(strength, stochastic, 100),
      );
      const k = average(place, smooth);
      return { k, d: average(k, signal) };
    },
  },
  {
    name: "cmo",
    code: "CMO",
    title: "Chande momentum oscillator",
    group: "Momentum",
    parameters: [bars(14)],
    source: "close",
    lines: single("plain", "momentum, −100 to 100"),
    recipe: (n = 14) => {
      const [up, down] = gainsAndLosses(change(source), n);
      return { value: divide(multiply(100, subtract(up, down)), add(up, down)) };
    },
  },
  {
    name: "ultosc",
    code: "ULTOSC",
    title: "Ultimate oscillator",
    group: "Momentum",
    aliases: ["uo"],
    parameters: [bars(7, { name: "fast" }), bars(14, { name: "middle" }), bars(28, { name: "slow" })],
    source: null,
    lines: single("plain", "ultimate oscillator, 0 to 100"),
    recipe: (fast = 7, middle = 14, slow = 28) => {
      const pressure = subtract(close, min(low, lag(close)));
      const share = (n: number): Recipe => divide(sum(pressure, n), sum(strictTrueRange, n));
      const weighed = add(add(multiply(4, share(fast)), multiply(2, share(middle))), share(slow));
      return { value: divide(multiply(100, weighed), 7) };
    },
    refuse: (fast = 7, middle = 14, slow = 28) =>
      fast > middle || middle > slow ? "fast, middle and slow must not decrease" : null,
  },
  {
    name: "crsi",
    code: "CRSI",
    title: "Connors RSI",
    group: "Momentum",
    parameters: [bars(3), bars(2, { name: "streak" }), bars(100, { name: "rank", most: 250 })],
    source: "close",
    lines: single("plain", "Connors RSI, 0 to 100"),
    recipe: (n = 3, streak = 2, rank = 100) => {
      const way = sign(change(source));
      // Ratios rather than percents: those of near prices differ by more than rounding only where the prices do.
      const place = divide(multiply(100, rolling("below", divide(source, lag(source)), rank + 1)), rank);
      return { value: divide(add(add(rsi(source, n), rsi(multiply(way, run(way)), streak)), place), 3) };
    },
  },
  {
    name: "imi",
    code: "IMI",
    title: "Intraday momentum index",
    group: "Momentum",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "intraday momentum, 0 to 100"),
    recipe: (n = 14) => {
      const [up, down] = gainsAndLosses(subtract(close, open), n);
      return { value: divide(multiply(100, up), add(up, down)) };
    },
  },
  {
    name: "psl",
    code: "PSL",
    title: "Psychological line",
    group: "Momentum",
    parameters: [bars(12)],
    source: "close",
    lines: single("percent", "share of bars that rose"),
    recipe: (n = 12) => ({ value: multiply(100, average(greater(change(source), 0), n)) }),
  },
  {
    name: "er",
    code: "ER",
    title: "Efficiency ratio",
    group: "Momentum",
    parameters: [bars(10)],
    source: "close",
    lines: single("ratio", "way made against way gone, 0 to 1"),
    recipe: (n = 10) => ({ value: divide(abs(change(source, n)), sum(abs(change(source)), n)) }),
  },
  {
    name: "qqe",
    code: "QQE",
    title: "Quantitative qualitative estimation",
    group: "Momentum",
    parameters: [bars(14), bars(5, { name: "smooth" }), decimal("factor", 4.236, 0.01, 100)],
    source: "close",
    lines: single("plain", "trailing level of the smoothed RSI"),
    recipe: (n = 14, smooth = 5, factor = 4.236) => {
      const strength = ema(rsi(source, n), smooth);
      const calm = (x: Recipe): Recipe => ema(x, 2 * n - 1);
      return { value: fold(trailing(strength, multiply(factor, calm(calm(abs(change(strength))))))) };
    },
  },
  {
    name: "kdj",
    code: "KDJ",
    title: "KDJ",
    group: "Momentum",
    parameters: [bars(9), bars(3, { name: "signal" })],
    source: null,
    lines: [
      { name: "k", unit: "plain", title: "K" },
      { name: "d", unit: "plain", title: "D" },
      { name: "j", unit: "plain", title: "J" },
    ],
    recipe: (n = 9, signal = 3) => {
      const k = wilder(fastK(n), signal);
      const d = wilder(k, signal);
      return { k, d, j: subtract(multiply(3, k), multiply(2, d)) };
    },
  },
];
