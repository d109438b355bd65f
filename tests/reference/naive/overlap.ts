import { type Twins, each, ema, one, over, regression, rma, sma, total } from "./series.ts";

export const OVERLAP: Twins = {
  sma: ({ x, p: [n = 0] }) => one(sma(x, n)),
  ema: ({ x, p: [n = 0] }) => one(ema(x, n)),
  rma: ({ x, p: [n = 0] }) => one(rma(x, n)),
  wma: ({ x, p: [n = 0] }) =>
    one(over(x, n, (frame) => total(frame.map((value, i) => value * (i + 1))) / ((n * (n + 1)) / 2))),
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
};
