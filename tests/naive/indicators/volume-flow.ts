import {
  type NaiveBar,
  type Twins,
  type Values,
  before,
  column,
  each,
  ema,
  one,
  over,
  sma,
  total,
  typical,
  variance,
  minus,
  clearly,
} from "./series.ts";

/** Chaikin's money flow of each bar. */
function flow(bars: readonly NaiveBar[]): Values {
  const fields = [column(bars, "high"), column(bars, "low"), column(bars, "close"), column(bars, "volume")];
  return each(fields, (h, l, c, v) => (clearly(h, l) === 0 ? 0 : (minus(c - l, h - c) / (h - l)) * v));
}

/** Running total; a bar without a value adds nothing, none before the first. */
export function running(x: Values): Values {
  let level: number | null = null;
  return x.map((value) => {
    if (value !== null) level = (level ?? 0) + value;
    return level;
  });
}

/** Klinger's volume force; the trend is that of high + low + close, unchanged where they do not move. */
function volumeForce(bars: readonly NaiveBar[]): Values {
  const price = typical(bars);
  let [trend, since] = [0, 0];
  let started = false;
  return bars.map((bar, i) => {
    const last = bars[i - 1];
    const [now, then] = [price[i] ?? null, price[i - 1] ?? null];
    if (now === null || then === null || !last || bar.volume === null) return null;
    const [reach, reached] = [minus(bar.high ?? NaN, bar.low ?? NaN), minus(last.high ?? NaN, last.low ?? NaN)];
    const way = clearly(now, then);
    if (!started || (way !== 0 && way !== trend)) [trend, since] = [way, reached];
    started = true;
    since += reach;
    return 100 * trend * bar.volume * Math.abs(since === 0 ? 1 : (2 * reach) / since - 1);
  });
}

/** What doubles lose of a sum of volumes, relative to it. */
const LOST = 1e-13;

/** AD grows with the history: a difference that is small beside it is one all the same, unless it is the doubles' own. */
const apart = (a: number, b: number): number =>
  Math.abs(a - b) <= LOST * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b;

export const VOLUME_FLOW: Twins = {
  ad: ({ bars }) => one(running(flow(bars))),
  adosc: ({ bars, p: [fast = 0, slow = 0] }) =>
    one(each([ema(running(flow(bars)), fast), ema(running(flow(bars)), slow)], apart)),
  cmf: ({ bars, p: [n = 0] }) =>
    one(each([over(flow(bars), n, total), over(column(bars, "volume"), n, total)], (a, b) => a / b)),
  efi: ({ bars, p: [n = 0] }) => {
    const close = column(bars, "close");
    return one(
      ema(
        each([close, before(close, 1), column(bars, "volume")], (now, then, v) => minus(now, then) * v),
        n,
      ),
    );
  },
  emv: ({ bars, p: [n = 0] }) => {
    const [high, low] = [column(bars, "high"), column(bars, "low")];
    const fields = [high, low, before(high, 1), before(low, 1), column(bars, "volume")];
    const ease = each(fields, (h, l, hb, lb, v) =>
      clearly(h, l) === 0 && v > 0 ? 0 : minus((h + l) / 2, (hb + lb) / 2) / (v / 1e8 / (h - l)),
    );
    const zero = column(bars, "volume").map((v, i) => (v === 0 ? null : (ease[i] ?? null)));
    return one(sma(zero, n));
  },
  kvo: ({ bars, p: [fast = 0, slow = 0, n = 0] }) => {
    const force = volumeForce(bars);
    const line = each([ema(force, fast), ema(force, slow)], minus);
    return { line, signal: ema(line, n) };
  },
  vfi: ({ bars, p: [n = 0] }) => {
    const price = typical(bars);
    const usual = before(sma(column(bars, "volume"), n), 1);
    const inter = each([price, before(price, 1)], (now, then) =>
      clearly(now, then) === 0 ? 0 : Math.log(now) - Math.log(then),
    );
    const deviation = over(inter, 30, (frame) => Math.sqrt(variance(frame)));
    const signed = each(
      [price, before(price, 1), column(bars, "close"), column(bars, "volume"), usual, deviation],
      (now, then, c, v, average, d) => {
        const cutoff = 0.2 * d * c;
        const volume = Math.min(v, 2.5 * average);
        const move = minus(now, then);
        return clearly(move, cutoff) > 0 ? volume : clearly(move, -cutoff) < 0 ? -volume : 0;
      },
    );
    return one(
      ema(
        each([over(signed, n, total), usual], (a, b) => a / b),
        3,
      ),
    );
  },
};
