import { halfway } from "./momentum-averages.ts";
import {
  type NaiveBar,
  type Twins,
  type Values,
  before,
  column,
  each,
  ema,
  one,
  over,
  range,
  regression,
  sma,
  total,
  trueRange,
  variance,
  minus,
  clearly,
} from "./series.ts";

/** Ehlers 2002, bar by bar. */
function fisher(bars: readonly NaiveBar[], n: number): Values {
  let [value, line] = [0, 0];
  return over(halfway(bars), n, (frame) => {
    const [top, bottom] = [Math.max(...frame), Math.min(...frame)];
    const place = clearly(top, bottom) === 0 ? 0.5 : minus(frame.at(-1) ?? NaN, bottom) / (top - bottom);
    value = 0.33 * 2 * (place - 0.5) + 0.67 * value;
    if (value > 0.99) value = 0.999;
    if (value < -0.99) value = -0.999;
    line = 0.5 * Math.log((1 + value) / (1 - value)) + 0.5 * line;
    return line;
  });
}

/** 1 2 2 1 for 4, 1 2 3 2 1 for 5: the newest and the oldest weigh least. */
const symmetric = (x: Values, n: number): Values =>
  over(x, n, (frame) => {
    const weights = frame.map((_value, i) => Math.min(i + 1, n - i));
    return total(frame.map((value, i) => value * (weights[i] ?? NaN))) / total(weights);
  });

/** Whether a band is above another by more than rounding. */
const above = (a: Values, b: Values, price: Values): Values =>
  each([a, b, price], (x, y, c) => (minus(x, y) > 1e-9 * c ? 1 : 0));

export const MOMENTUM_BARS: Twins = {
  bop: ({ bars, p: [n = 0] }) => {
    const fields = [column(bars, "open"), column(bars, "high"), column(bars, "low"), column(bars, "close")];
    return one(
      sma(
        each(fields, (o, h, l, c) => (clearly(h, l) === 0 ? 0 : minus(c, o) / (h - l))),
        n,
      ),
    );
  },
  eri: ({ bars, p: [n = 0] }) => {
    const average = ema(column(bars, "close"), n);
    return {
      bull: each([column(bars, "high"), average], minus),
      bear: each([column(bars, "low"), average], minus),
    };
  },
  rvgi: ({ bars, p: [n = 0, smooth = 0] }) => {
    const body = each([column(bars, "close"), column(bars, "open")], minus);
    const reach = each([column(bars, "high"), column(bars, "low")], minus);
    const sum = (x: Values): Values => over(symmetric(x, smooth), n, total);
    const line = each([sum(body), sum(reach)], (a, b) => a / b);
    return { line, signal: symmetric(line, smooth) };
  },
  fisher: ({ bars, p: [n = 0, signal = 0] }) => {
    const line = fisher(bars, n);
    return { line, signal: before(line, signal) };
  },
  squeeze: ({ bars, p: [n = 0, deviations = 0, channel = 0, multiple = 0] }) => {
    const close = column(bars, "close");
    const mid = sma(close, n);
    const deviation = over(close, n, (frame) => Math.sqrt(variance(frame)));
    const centre = sma(close, channel);
    const reach = sma(trueRange(bars, "high-low"), channel);
    const at = (of: Values, width: Values, times: number): Values => each([of, width], (m, w) => m + times * w);
    const [upper, lower] = [at(mid, deviation, deviations), at(mid, deviation, -deviations)];
    const [top, bottom] = [at(centre, reach, multiple), at(centre, reach, -multiple)];
    const both = (a: Values, b: Values): Values => each([a, b], (x, y) => x * y);
    const [high, low] = range(bars, channel);
    const distance = each([close, high, low, centre], (c, h, l, m) => minus(c, ((h + l) / 2 + m) / 2));
    return {
      on: both(above(top, upper, close), above(lower, bottom, close)),
      off: both(above(upper, top, close), above(bottom, lower, close)),
      mom: over(distance, channel, (frame) => regression(frame).last),
    };
  },
};
