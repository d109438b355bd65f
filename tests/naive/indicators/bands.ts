import {
  type Twins,
  type Values,
  column,
  each,
  ema,
  one,
  over,
  range,
  rma,
  sma,
  trueRange,
  variance,
  clearly,
  minus,
} from "./series.ts";

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
    return one(each([x, upper, lower], (value, u, l) => minus(value, l) / minus(u, l)));
  },
  bbw: ({ x, p: [n = 0, k = 0] }) => {
    const { upper, mid, lower } = bollinger(x, n, k);
    return one(each([upper, mid, lower], (u, m, l) => minus(u, l) / m));
  },
  donchian: ({ bars, p: [n = 0] }) => {
    const [upper, lower] = range(bars, n);
    return { upper, mid: each([upper, lower], (u, l) => (u + l) / 2), lower };
  },
  kc: ({ bars, p: [n = 0, k = 0, m = 0] }) => {
    const mid = ema(column(bars, "close"), n);
    const atr = rma(trueRange(bars, "high-low"), m);
    return { upper: each([mid, atr], (c, a) => c + k * a), mid, lower: each([mid, atr], (c, a) => c - k * a) };
  },
  accbands: ({ bars, p: [n = 0, factor = 0] }) => {
    const [high, low] = [column(bars, "high"), column(bars, "low")];
    return {
      upper: sma(
        each([high, low], (h, l) => h * (1 + (factor * minus(h, l)) / (h + l))),
        n,
      ),
      mid: sma(column(bars, "close"), n),
      lower: sma(
        each([high, low], (h, l) => l * (1 - (factor * minus(h, l)) / (h + l))),
        n,
      ),
    };
  },
  maenv: ({ x, p: [n = 0, percent = 0] }) => ({
    upper: each([sma(x, n)], (m) => m + (m * percent) / 100),
    lower: each([sma(x, n)], (m) => m - (m * percent) / 100),
  }),
  hilo: ({ bars, p: [top = 0, bottom = 0] }) => {
    const [highs, lows] = [sma(column(bars, "high"), top), sma(column(bars, "low"), bottom)];
    let side = 0;
    return one(
      bars.map(({ close }, i) => {
        const [above, below] = [highs[i - 1] ?? null, lows[i - 1] ?? null];
        if (close !== null && above !== null && below !== null) {
          if (clearly(close, above) > 0) side = 1;
          else if (clearly(close, below) < 0) side = -1;
        }
        return (side > 0 ? lows[i] : side < 0 ? highs[i] : null) ?? null;
      }),
    );
  },
};
