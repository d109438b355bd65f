import {
  type Twins,
  type Values,
  before,
  column,
  each,
  ema,
  mean,
  one,
  over,
  sma,
  total,
  variance,
  minus,
  clearly,
} from "./series.ts";

/** Dorsey: Wilder's RSI with deviations in place of changes, smoothed exponentially. */
export function relativeVolatility(x: Values, n: number, length: number): Values {
  const deviation = over(x, length, (frame) => Math.sqrt(variance(frame)));
  const side = (way: number): Values =>
    ema(
      each([x, before(x, 1), deviation], (now, then, d) => (clearly(now, then) === way ? d : 0)),
      n,
    );
  return each([side(1), side(-1)], (up, down) => (100 * up) / (up + down));
}

export const VOLATILITY_RANGE: Twins = {
  adr: ({ bars, p: [n = 0] }) =>
    one(
      sma(
        each([column(bars, "high"), column(bars, "low")], (h, l) => (100 * minus(h, l)) / l),
        n,
      ),
    ),
  hv: ({ x, p: [n = 0, annual = 0] }) => {
    const returns = each([x, before(x, 1)], (now, then) => (clearly(now, then) === 0 ? 0 : Math.log(now / then)));
    return one(over(returns, n, (frame) => 100 * Math.sqrt(annual * variance(frame))));
  },
  ui: ({ x, p: [n = 0] }) => {
    const fall = over(x, n, (frame) => (100 * minus(frame.at(-1) ?? NaN, Math.max(...frame))) / Math.max(...frame));
    return one(
      over(
        each([fall], (value) => value),
        n,
        (frame) => Math.sqrt(mean(frame.map((value) => value ** 2))),
      ),
    );
  },
  mass: ({ bars, p: [n = 0, length = 0] }) => {
    const reach = ema(each([column(bars, "high"), column(bars, "low")], minus), n);
    return one(
      over(
        each([reach, ema(reach, n)], (a, b) => a / b),
        length,
        total,
      ),
    );
  },
  rvi: ({ x, p: [n = 0, length = 0] }) => one(relativeVolatility(x, n, length)),
  cvi: ({ bars, p: [n = 0] }) => {
    const reach = ema(each([column(bars, "high"), column(bars, "low")], minus), n);
    return one(each([reach, before(reach, n)], (now, then) => (100 * minus(now, then)) / then));
  },
  thermo: ({ bars, p: [n = 0] }) => {
    const [high, low] = [column(bars, "high"), column(bars, "low")];
    const temperature = each([high, before(high, 1), low, before(low, 1)], (h, hb, l, lb) =>
      Math.max(0, minus(h, hb), minus(lb, l)),
    );
    return one(ema(temperature, n));
  },
  pdist: ({ bars }) => {
    const fields = [column(bars, "open"), column(bars, "high"), column(bars, "low"), column(bars, "close")];
    const closes = before(column(bars, "close"), 1);
    return one(
      each([...fields, closes], (o, h, l, c, b) =>
        minus(2 * minus(h, l) + Math.abs(minus(o, b)), Math.abs(minus(c, o))),
      ),
    );
  },
};
