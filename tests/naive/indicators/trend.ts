import {
  type NaiveBar,
  type Twins,
  type Values,
  before,
  column,
  each,
  one,
  over,
  range,
  regression,
  rma,
  sma,
  total,
  trueRange,
  clearly,
  hl2,
  minus,
} from "./series.ts";

function directional(bars: readonly NaiveBar[], n: number): { plus: Values; minus: Values; dx: Values } {
  const moves = bars.map((bar, i) => {
    const previous = bars[i - 1];
    const [high, low] = [previous?.high ?? null, previous?.low ?? null];
    if (bar.high === null || bar.low === null || high === null || low === null) return null;
    // Of two moves that differ by less than the rounding of the prices neither is the larger.
    const [up, down] = [minus(bar.high, high), minus(low, bar.low)];
    const more = Math.abs(up - down) <= 1e-9 * (bar.high + bar.low) ? 0 : up - down;
    return { plus: more > 0 && up > 0 ? up : 0, minus: more < 0 && down > 0 ? down : 0 };
  });
  const range = rma(trueRange(bars, "null"), n);
  const share = (side: "plus" | "minus"): Values =>
    each(
      [
        rma(
          moves.map((move) => move && move[side]),
          n,
        ),
        range,
      ],
      (move, of) => (100 * move) / of,
    );
  const [plus, negative] = [share("plus"), share("minus")];
  const dx = each([plus, negative], (a, b) => (a + b === 0 ? 0 : (100 * Math.abs(minus(a, b))) / (a + b)));
  return { plus, minus: negative, dx };
}

/** Wilder's stop and reverse, with penetration strict and the extreme including the bar that turns. */
function parabolic(bars: readonly NaiveBar[], step: number, maximum: number): Values {
  let past: { high: number; low: number }[] = [];
  let long = true;
  let [sar, extreme, factor] = [0, 0, step];
  return bars.map(({ high, low }) => {
    if (high === null || low === null) return null;
    const [one, two] = past;
    past = [{ high, low }, ...past].slice(0, 2);
    if (!one) return null;
    if (!two) {
      // The first trend: down where the low fell further than the high rose.
      long = clearly(low, one.low) >= 0 || clearly(one.low + one.high, low + high) <= 0;
      sar = long ? one.low : one.high;
      extreme = long ? high : low;
    } else {
      sar += factor * (extreme - sar);
      sar = long ? Math.min(sar, one.low, two.low) : Math.max(sar, one.high, two.high);
      if (long ? clearly(high, extreme) > 0 : clearly(low, extreme) < 0) factor = Math.min(factor + step, maximum);
      extreme = long ? Math.max(extreme, high) : Math.min(extreme, low);
    }
    if (long ? clearly(low, sar) < 0 : clearly(high, sar) > 0) {
      sar = extreme;
      long = !long;
      extreme = long ? high : low;
      factor = step;
      // After a turn on the second bar, that bar stands for both bars before the next.
      if (!two)
        past = [
          { high, low },
          { high, low },
        ];
    } else if (!two) {
      past = [
        { high, low },
        { high, low },
      ];
    }
    return sar;
  });
}

/** Of equal extremes the latest counts. */
function aroon(bars: readonly NaiveBar[], n: number): { up: Values; down: Values } {
  const since = (x: Values, best: (...values: number[]) => number): Values =>
    over(x, n + 1, (frame) => (100 * frame.findLastIndex((value) => clearly(value, best(...frame)) === 0)) / n);
  return { up: since(column(bars, "high"), Math.max), down: since(column(bars, "low"), Math.min) };
}

export const TREND: Twins = {
  adx: ({ bars, p: [n = 0] }) => one(rma(directional(bars, n).dx, n)),
  dx: ({ bars, p: [n = 0] }) => one(directional(bars, n).dx),
  plus_di: ({ bars, p: [n = 0] }) => one(directional(bars, n).plus),
  minus_di: ({ bars, p: [n = 0] }) => one(directional(bars, n).minus),
  aroon: ({ bars, p: [n = 0] }) => ({ ...aroon(bars, n) }),
  aroonosc: ({ bars, p: [n = 0] }) => {
    const { up, down } = aroon(bars, n);
    return one(each([up, down], minus));
  },
  psar: ({ bars, p: [step = 0, maximum = 0] }) => one(parabolic(bars, step, maximum)),
  lr_slope: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).slope)),
  lr_intercept: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).first)),
  adxr: ({ bars, p: [n = 0] }) => {
    const adx = rma(directional(bars, n).dx, n);
    return one(each([adx, before(adx, n - 1)], (now, then) => (now + then) / 2));
  },
  lr_angle: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => (Math.atan(regression(frame).slope) * 180) / Math.PI)),
  vortex: ({ bars, p: [n = 0] }) => {
    const [high, low] = [column(bars, "high"), column(bars, "low")];
    const way = over(trueRange(bars, "null"), n, total);
    const share = (one: Values, other: Values): Values =>
      each(
        [
          over(
            each([one, before(other, 1)], (a, b) => Math.abs(minus(a, b))),
            n,
            total,
          ),
          way,
        ],
        (a, b) => a / b,
      );
    return { plus: share(high, low), minus: share(low, high) };
  },
  vhf: ({ x, p: [n = 0] }) => {
    const way = over(
      each([x, before(x, 1)], (now, then) => Math.abs(minus(now, then))),
      n,
      total,
    );
    const span = over(x, n, (frame) => minus(Math.max(...frame), Math.min(...frame)));
    return one(each([span, way], (a, b) => a / b));
  },
  chop: ({ bars, p: [n = 0] }) => {
    const way = over(trueRange(bars, "high-low"), n, total);
    return one(each([way, ...range(bars, n)], (w, h, l) => (100 * Math.log10(w / minus(h, l))) / Math.log10(n)));
  },
  dpo: ({ x, p: [n = 0] }) => one(each([before(x, Math.trunc(n / 2) + 1), sma(x, n)], minus)),
  qstick: ({ bars, p: [n = 0] }) => one(sma(each([column(bars, "close"), column(bars, "open")], minus), n)),
  ttm_trend: ({ bars, p: [n = 0] }) => one(each([column(bars, "close"), sma(hl2(bars), n)], clearly)),
  ichimoku: ({ bars, p: [tenkan = 0, kijun = 0, senkou = 0, shift = 0] }) => {
    const middle = (n: number): Values => each(range(bars, n), (h, l) => (h + l) / 2);
    const [fast, slow] = [middle(tenkan), middle(kijun)];
    return {
      tenkan: fast,
      kijun: slow,
      span_a: before(
        each([fast, slow], (a, b) => (a + b) / 2),
        shift,
      ),
      span_b: before(middle(senkou), shift),
      chikou: before(column(bars, "close"), -shift),
    };
  },
};
