import { type Twins, before, each, one, over, regression, total, variance, minus, isFlat } from "./series.ts";
import { relativeVolatility } from "./volatility-range.ts";

export const MOMENTUM_FORECAST: Twins = {
  fosc: ({ x, p: [n = 0] }) => {
    const next = over(x, n, (frame) => regression(frame).last + regression(frame).slope);
    return one(each([x, before(next, 1)], (value, forecast) => (100 * minus(value, forecast)) / value));
  },
  cfo: ({ x, p: [n = 0] }) => {
    const line = over(x, n, (frame) => regression(frame).last);
    return one(each([x, line], (value, end) => (100 * minus(value, end)) / value));
  },
  inertia: ({ x, p: [n = 0, volatility = 0] }) =>
    one(over(relativeVolatility(x, volatility, 10), n, (frame) => regression(frame).last)),
  cti: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        if (isFlat(frame)) return NaN;
        const places = frame.map((_value, i) => i);
        const together = (regression(frame).slope * total(places.map((place) => (place - (n - 1) / 2) ** 2))) / n;
        return together / Math.sqrt(variance(frame) * variance(places));
      }),
    ),
};
