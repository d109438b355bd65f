import {
  type Lines,
  type NaiveBar,
  type Twins,
  type Values,
  before,
  column,
  each,
  ema,
  mean,
  one,
  over,
  range,
  rma,
  sma,
  typical,
  minus,
  isFlat,
} from "./series.ts";

export function relativeStrength(x: Values, n: number): Values {
  const changes = each([x, before(x, 1)], minus);
  const gain = rma(
    each([changes], (change) => Math.max(change, 0)),
    n,
  );
  const loss = rma(
    each([changes], (change) => Math.max(-change, 0)),
    n,
  );
  return each([gain, loss], (up, down) => (down === 0 ? 100 : 100 - 100 / (1 + up / down)));
}

export function stochastic(bars: readonly NaiveBar[], n: number): Values {
  const [top, bottom] = range(bars, n);
  return each([column(bars, "close"), top, bottom], (c, h, l) => (100 * minus(c, l)) / minus(h, l));
}

export function oscillator(line: Values, n: number): Lines {
  const signal = ema(line, n);
  return { line, signal, hist: each([line, signal], minus) };
}

export const MOMENTUM: Twins = {
  rsi: ({ x, p: [n = 0] }) => one(relativeStrength(x, n)),
  macd: ({ x, p: [fast = 0, slow = 0, n = 0] }) => oscillator(each([ema(x, fast), ema(x, slow)], minus), n),
  ppo: ({ x, p: [fast = 0, slow = 0, n = 0] }) =>
    oscillator(
      each([ema(x, fast), ema(x, slow)], (a, b) => (100 * minus(a, b)) / b),
      n,
    ),
  stoch: ({ bars, p: [n = 0, smooth = 0, signal = 0] }) => {
    const k = sma(stochastic(bars, n), smooth);
    return { k, d: sma(k, signal) };
  },
  stochf: ({ bars, p: [n = 0, signal = 0] }) => {
    const k = stochastic(bars, n);
    return { k, d: sma(k, signal) };
  },
  willr: ({ bars, p: [n = 0] }) => {
    const [top, bottom] = range(bars, n);
    return one(each([column(bars, "close"), top, bottom], (c, h, l) => (-100 * minus(h, c)) / minus(h, l)));
  },
  cci: ({ bars, p: [n = 0] }) =>
    one(
      over(typical(bars), n, (frame) => {
        if (isFlat(frame)) return NaN;
        const m = mean(frame);
        const deviation = mean(frame.map((value) => Math.abs(value - m)));
        return minus(frame[n - 1] ?? NaN, m) / (0.015 * deviation);
      }),
    ),
  roc: ({ x, p: [n = 0] }) => one(each([x, before(x, n)], (now, then) => (100 * minus(now, then)) / then)),
  mom: ({ x, p: [n = 0] }) => one(each([x, before(x, n)], minus)),
};
