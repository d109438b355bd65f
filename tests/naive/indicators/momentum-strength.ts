import { relativeStrength, stochastic } from "./momentum.ts";
import {
  type Twins,
  type Values,
  before,
  column,
  each,
  ema,
  one,
  over,
  rma,
  sma,
  total,
  trueRange,
  minus,
  clearly,
} from "./series.ts";

const changes = (x: Values): Values => each([x, before(x, 1)], minus);
const up = (frame: readonly number[]): number => total(frame.filter((value) => value > 0));
const down = (frame: readonly number[]): number => -total(frame.filter((value) => value < 0));

/** Bars in a row that rose, negative where they fell, 0 where the last did neither. */
function streak(x: Values): Values {
  let length = 0;
  return changes(x).map((change) => {
    if (change === null) {
      length = 0;
      return null;
    }
    const way = Math.sign(change);
    length = way !== 0 && Math.sign(length) === way ? length + way : way;
    return length;
  });
}

/** The trailing level of QQE: on a move through it, it starts anew on the other side. */
function trail(x: Values, reach: Values): Values {
  let level: number | null = null;
  let last = 0;
  const side = (value: number, of: number): number => (Math.abs(value - of) <= 1e-7 ? 0 : Math.sign(value - of));
  return x.map((value, i) => {
    const distance = reach[i] ?? null;
    if (value === null || distance === null) return null;
    if (level === null) {
      level = value - distance;
    } else {
      const [now, then] = [side(value, level), side(last, level)];
      const fresh: number = value - now * distance;
      if (now !== 0) level = now !== then ? fresh : now > 0 ? Math.max(level, fresh) : Math.min(level, fresh);
    }
    last = value;
    return level;
  });
}

export const MOMENTUM_STRENGTH: Twins = {
  stochrsi: ({ x, p: [n = 0, stochastic = 0, smooth = 0, signal = 0] }) => {
    const place = over(relativeStrength(x, n), stochastic, (frame) => {
      const [top, bottom] = [Math.max(...frame), Math.min(...frame)];
      return top - bottom > 1e-7 ? (100 * minus(frame.at(-1) ?? NaN, bottom)) / (top - bottom) : NaN;
    });
    const k = sma(
      each([place], (value) => value),
      smooth,
    );
    return { k, d: sma(k, signal) };
  },
  cmo: ({ x, p: [n = 0] }) =>
    one(over(changes(x), n, (frame) => (100 * minus(up(frame), down(frame))) / (up(frame) + down(frame)))),
  ultosc: ({ bars, p: [fast = 0, middle = 0, slow = 0] }) => {
    const closes = before(column(bars, "close"), 1);
    const pressure = each([column(bars, "close"), column(bars, "low"), closes], (c, l, b) => minus(c, Math.min(l, b)));
    const reach = trueRange(bars, "null");
    const share = (n: number): Values => each([over(pressure, n, total), over(reach, n, total)], (a, b) => a / b);
    return one(each([share(fast), share(middle), share(slow)], (a, b, c) => 100 * ((4 * a + 2 * b + c) / 7)));
  },
  crsi: ({ x, p: [n = 0, run = 0, rank = 0] }) => {
    const growth = each([x, before(x, 1)], (now, then) => now / then);
    const place = over(growth, rank + 1, (frame) => {
      const now = frame.at(-1) ?? NaN;
      // Growths equal to nine digits are equal.
      const less = frame.filter((value) => clearly(value, now) < 0);
      return (100 * less.length) / rank;
    });
    return one(each([relativeStrength(x, n), relativeStrength(streak(x), run), place], (a, b, c) => (a + b + c) / 3));
  },
  imi: ({ bars, p: [n = 0] }) => {
    const body = each([column(bars, "close"), column(bars, "open")], minus);
    return one(over(body, n, (frame) => (100 * up(frame)) / (up(frame) + down(frame))));
  },
  psl: ({ x, p: [n = 0] }) =>
    one(over(changes(x), n, (frame) => (100 * frame.filter((value) => value > 0).length) / n)),
  er: ({ x, p: [n = 0] }) => {
    const way = over(changes(x), n, (frame) => up(frame) + down(frame));
    return one(each([x, before(x, n), way], (now, then, gone) => Math.abs(minus(now, then)) / gone));
  },
  qqe: ({ x, p: [n = 0, smooth = 0, factor = 0] }) => {
    const strength = ema(relativeStrength(x, n), smooth);
    const calm = (values: Values): Values => ema(values, 2 * n - 1);
    const moves = changes(strength).map((value) => (value === null ? null : Math.abs(value)));
    return one(
      trail(
        strength,
        each([calm(calm(moves))], (value) => factor * value),
      ),
    );
  },
  kdj: ({ bars, p: [n = 0, signal = 0] }) => {
    const k = rma(stochastic(bars, n), signal);
    const d = rma(k, signal);
    return { k, d, j: each([k, d], (a, b) => minus(3 * a, 2 * b)) };
  },
};
