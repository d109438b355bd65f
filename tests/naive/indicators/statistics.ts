import { type Twins, mean, one, over, sma, total, variance, minus } from "./series.ts";

/** Distances from the average in deviations of the sample, as Excel's SKEW and KURT are defined. */
function standardised(frame: readonly number[]): readonly number[] {
  const m = mean(frame);
  const deviation = Math.sqrt((variance(frame) * frame.length) / (frame.length - 1));
  return frame.map((value) => (deviation === 0 ? NaN : (value - m) / deviation));
}

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
  quantile: ({ x, p: [n = 0, level = 0] }) =>
    one(
      over(x, n, (frame) => {
        const sorted = frame.toSorted((a, b) => a - b);
        const place = level * (n - 1);
        const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
        return low + (place - Math.floor(place)) * (high - low);
      }),
    ),
  skew: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        const cubes = standardised(frame).map((score) => score ** 3);
        if (cubes.some(Number.isNaN)) return NaN;
        const right = total(cubes.filter((cube) => cube > 0));
        const left = -total(cubes.filter((cube) => cube < 0));
        return (n / ((n - 1) * (n - 2))) * minus(right, left);
      }),
    ),
  kurtosis: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        const scores = standardised(frame);
        const weight = (n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3));
        return weight * total(scores.map((score) => score ** 4)) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
      }),
    ),
  var: ({ x, p: [n = 0] }) => one(over(x, n, variance)),
  zscore: ({ x, p: [n = 0] }) =>
    one(over(x, n, (frame) => minus(frame[n - 1] ?? NaN, mean(frame)) / Math.sqrt(variance(frame)))),
};
