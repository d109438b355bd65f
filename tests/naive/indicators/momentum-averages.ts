import { oscillator } from "./momentum.ts";
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
  minus,
} from "./series.ts";

/** Blau: the change smoothed twice, over its absolute value smoothed twice. */
function blau(x: Values, long: number, short: number): Values {
  const change = each([x, before(x, 1)], minus);
  const size = change.map((value) => (value === null ? null : Math.abs(value)));
  return each([ema(ema(change, long), short), ema(ema(size, long), short)], (top, bottom) => top / bottom);
}

const rate = (x: Values, n: number): Values => each([x, before(x, n)], (now, then) => (100 * minus(now, then)) / then);

export const halfway = (bars: readonly NaiveBar[]): Values =>
  each([column(bars, "high"), column(bars, "low")], (h, l) => (h + l) / 2);

/** Schaff: 100 × place in the range of the last n, the one before where the range is no more than rounding. */
function held(x: Values, scale: Values, n: number): Values {
  let place: number | null = null;
  return x.map((value, i) => {
    const frame = x.slice(Math.max(0, i - n + 1), i + 1);
    const size = scale[i] ?? null;
    if (value === null || size === null || frame.length < n || frame.includes(null)) return null;
    const known = frame.filter((each) => each !== null);
    const [top, bottom] = [Math.max(...known), Math.min(...known)];
    if (minus(top, bottom) > 1e-9 * Math.abs(size)) place = (100 * minus(value, bottom)) / minus(top, bottom);
    return place;
  });
}

export const MOMENTUM_AVERAGES: Twins = {
  apo: ({ x, p: [fast = 0, slow = 0] }) => one(each([ema(x, fast), ema(x, slow)], minus)),
  pvo: ({ bars, p: [fast = 0, slow = 0, n = 0] }) => {
    const volume = column(bars, "volume");
    return oscillator(
      each([ema(volume, fast), ema(volume, slow)], (a, b) => (100 * minus(a, b)) / b),
      n,
    );
  },
  tsi: ({ x, p: [long = 0, short = 0, n = 0] }) => {
    const line = each([blau(x, long, short)], (value) => 100 * value);
    return { line, signal: ema(line, n) };
  },
  smi: ({ x, p: [short = 0, long = 0, n = 0] }) => {
    const line = blau(x, long, short);
    return { line, signal: ema(line, n) };
  },
  trix: ({ x, p: [n = 0, signal = 0] }) => {
    const line = rate(ema(ema(ema(x, n), n), n), 1);
    return { line, signal: ema(line, signal) };
  },
  kst: ({ x, p }) => {
    const parts = [0, 1, 2, 3].map((i) => sma(rate(x, p[i] ?? 0), p[i + 4] ?? 0));
    const line = each(parts, (...values) => total(values.map((value, i) => (i + 1) * value)));
    return { line, signal: sma(line, p[8] ?? 0) };
  },
  coppock: ({ x, p: [long = 0, short = 0, n = 0] }) => {
    const both = each([rate(x, long), rate(x, short)], (a, b) => a + b);
    const weights = (n * (n + 1)) / 2;
    return one(over(both, n, (frame) => total(frame.map((value, i) => ((i + 1) * value) / weights))));
  },
  ao: ({ bars, p: [fast = 0, slow = 0] }) => one(each([sma(halfway(bars), fast), sma(halfway(bars), slow)], minus)),
  stc: ({ x, p: [n = 0, fast = 0, slow = 0] }) => {
    const base = ema(x, slow);
    const line = each([ema(x, fast), base], minus);
    const first = ema(held(line, base, n), 3);
    const hundred = first.map(() => 100);
    return one(ema(held(first, hundred, n), 3));
  },
};
