import { type Twins, column, each, one, over, rma, trueRange, variance } from "./series.ts";

export const VOLATILITY: Twins = {
  atr: ({ bars, p: [n = 0] }) => one(rma(trueRange(bars, "high-low"), n)),
  natr: ({ bars, p: [n = 0] }) =>
    one(each([rma(trueRange(bars, "high-low"), n), column(bars, "close")], (a, c) => (100 * a) / c)),
  trange: ({ bars }) => one(trueRange(bars, "high-low")),
  stddev: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.sqrt(variance(frame)))),
};
