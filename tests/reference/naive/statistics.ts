import { type Twins, mean, one, over, sma, total, variance } from "./series.ts";

export const STATISTICS: Twins = {
  avg: ({ x, p: [n = 0] }) => one(sma(x, n)),
  sum: ({ x, p: [n = 0] }) => one(over(x, n, total)),
  max: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.max(...frame))),
  min: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.min(...frame))),
  median: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        const sorted = frame.toSorted((a, b) => a - b);
        return mean([sorted[Math.floor((n - 1) / 2)] ?? NaN, sorted[Math.floor(n / 2)] ?? NaN]);
      }),
    ),
  var: ({ x, p: [n = 0] }) => one(over(x, n, variance)),
  zscore: ({ x, p: [n = 0] }) =>
    one(over(x, n, (frame) => ((frame[n - 1] ?? NaN) - mean(frame)) / Math.sqrt(variance(frame)))),
};
