import { type Twins, type Values, each, one, over, range, sma, variance } from "./series.ts";

function bollinger(x: Values, n: number, k: number): { upper: Values; mid: Values; lower: Values } {
  const mid = sma(x, n);
  const deviation = over(x, n, (frame) => Math.sqrt(variance(frame)));
  return {
    upper: each([mid, deviation], (m, d) => m + k * d),
    mid,
    lower: each([mid, deviation], (m, d) => m - k * d),
  };
}

export const BANDS: Twins = {
  bbands: ({ x, p: [n = 0, k = 0] }) => ({ ...bollinger(x, n, k) }),
  bbpct: ({ x, p: [n = 0, k = 0] }) => {
    const { upper, lower } = bollinger(x, n, k);
    return one(each([x, upper, lower], (value, u, l) => (value - l) / (u - l)));
  },
  bbw: ({ x, p: [n = 0, k = 0] }) => {
    const { upper, mid, lower } = bollinger(x, n, k);
    return one(each([upper, mid, lower], (u, m, l) => (u - l) / m));
  },
  donchian: ({ bars, p: [n = 0] }) => {
    const [upper, lower] = range(bars, n);
    return { upper, mid: each([upper, lower], (u, l) => (u + l) / 2), lower };
  },
};
