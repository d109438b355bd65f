import { type Twins, before, column, each, ema, one, over, range, regression, rma, sma, total, wma } from "./series.ts";

/** Weighted by the distance from the nearer end, 1 at either end. */
function symmetric(frame: readonly number[]): number {
  const weights = frame.map((_value, i) => Math.min(i + 1, frame.length - i));
  return total(frame.map((value, i) => value * (weights[i] ?? NaN))) / total(weights);
}

export const OVERLAP: Twins = {
  sma: ({ x, p: [n = 0] }) => one(sma(x, n)),
  ema: ({ x, p: [n = 0] }) => one(ema(x, n)),
  rma: ({ x, p: [n = 0] }) => one(rma(x, n)),
  wma: ({ x, p: [n = 0] }) => one(wma(x, n)),
  dema: ({ x, p: [n = 0] }) => {
    const first = ema(x, n);
    return one(each([first, ema(first, n)], (a, b) => 2 * a - b));
  },
  tema: ({ x, p: [n = 0] }) => {
    const first = ema(x, n);
    const second = ema(first, n);
    return one(each([first, second, ema(second, n)], (a, b, c) => 3 * a - 3 * b + c));
  },
  lsma: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).last)),
  trima: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => symmetric(frame))),
  swma: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => symmetric(frame))),
  hma: ({ x, p: [n = 0] }) => {
    const raw = each([wma(x, Math.trunc(n / 2)), wma(x, n)], (half, whole) => 2 * half - whole);
    return one(wma(raw, Math.trunc(Math.sqrt(n))));
  },
  zlema: ({ x, p: [n = 0] }) => {
    const delay = Math.trunc((n - 1) / 2);
    return one(
      ema(
        each([x, before(x, delay)], (now, then) => now + (now - then)),
        n,
      ),
    );
  },
  // The generalised DEMA (1 + v) EMA - v EMA of EMA taken three times, multiplied out.
  t3: ({ x, p: [n = 0, v = 0] }) => {
    const third = ema(ema(ema(x, n), n), n);
    const fourth = ema(third, n);
    const fifth = ema(fourth, n);
    return one(
      each(
        [third, fourth, fifth, ema(fifth, n)],
        (a, b, c, d) => (1 + v) ** 3 * a - 3 * (1 + v) ** 2 * v * b + 3 * (1 + v) * v ** 2 * c - v ** 3 * d,
      ),
    );
  },
  vwma: ({ bars, x, p: [n = 0] }) => {
    const volume = column(bars, "volume");
    return one(
      x.map((_value, i) => {
        let [money, shares] = [0, 0];
        for (let j = i - n + 1; j <= i; j++) {
          const [price, traded] = [x[j] ?? null, volume[j] ?? null];
          if (price === null || traded === null) return null;
          money += price * traded;
          shares += traded;
        }
        return money / shares;
      }),
    );
  },
  alma: ({ x, p: [n = 0, offset = 0, sigma = 0] }) =>
    one(
      over(x, n, (frame) => {
        const [m, s] = [offset * (n - 1), n / sigma];
        const weights = frame.map((_value, i) => Math.exp(-((i - m) * (i - m)) / (2 * s * s)));
        return total(frame.map((value, i) => value * (weights[i] ?? NaN))) / total(weights);
      }),
    ),
  tsf: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        const { first, slope } = regression(frame);
        return first + slope * n;
      }),
    ),
  midpoint: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => (Math.max(...frame) + Math.min(...frame)) / 2)),
  midprice: ({ bars, p: [n = 0] }) => one(each(range(bars, n), (top, bottom) => (top + bottom) / 2)),
};
