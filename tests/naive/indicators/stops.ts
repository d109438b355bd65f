import { type Twins, type Values, each, over, range, rma, trueRange, hl2, clearly } from "./series.ts";

export const STOPS: Twins = {
  supertrend: ({ bars, p: [n = 0, factor = 0] }) => {
    const atr = rma(trueRange(bars, "high-low"), n);
    const middle = hl2(bars);
    let [upper, lower, previous, rising, begun] = [0, 0, 0, false, false];
    const value: Values = [];
    const dir: Values = [];
    bars.forEach(({ close }, i) => {
      const [a, m] = [atr[i] ?? null, middle[i] ?? null];
      if (close === null || a === null || m === null) {
        value.push(null);
        dir.push(null);
        return;
      }
      const [top, bottom] = [m + factor * a, m - factor * a];
      if (begun) {
        if (top < upper || clearly(previous, upper) > 0) upper = top;
        if (bottom > lower || clearly(previous, lower) < 0) lower = bottom;
        if (rising ? clearly(close, lower) < 0 : clearly(close, upper) > 0) rising = !rising;
      } else {
        [upper, lower, begun] = [top, bottom, true];
      }
      previous = close;
      value.push(rising ? lower : upper);
      dir.push(rising ? 1 : -1);
    });
    return { value, dir };
  },
  cksp: ({ bars, p: [n = 0, factor = 0, stop = 0] }) => {
    const [top, bottom] = range(bars, n);
    const atr = rma(trueRange(bars, "high-low"), n);
    return {
      long: over(
        each([top, atr], (h, a) => h - factor * a),
        stop,
        (frame) => Math.max(...frame),
      ),
      short: over(
        each([bottom, atr], (l, a) => l + factor * a),
        stop,
        (frame) => Math.min(...frame),
      ),
    };
  },
  chandelier: ({ bars, p: [n = 0, factor = 0] }) => {
    const [top, bottom] = range(bars, n);
    const atr = rma(trueRange(bars, "high-low"), n);
    return { long: each([top, atr], (h, a) => h - factor * a), short: each([bottom, atr], (l, a) => l + factor * a) };
  },
};
