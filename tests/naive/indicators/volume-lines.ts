import { oscillator } from "./momentum.ts";
import {
  type NaiveBar,
  type Lines,
  type Twins,
  type Values,
  column,
  each,
  ema,
  one,
  sma,
  minus,
  clearly,
} from "./series.ts";

/** Fosback: 1000, changed with the close on the bars whose volume went the way that counts. */
function volumeIndex(bars: readonly NaiveBar[], way: number, n: number): Lines {
  let level = 1000;
  const value = bars.map((bar, i) => {
    const last = bars[i - 1];
    const [now, then] = [bar.close, last?.close ?? null];
    const [shares, before] = [bar.volume, last?.volume ?? null];
    if (now !== null && then !== null && shares !== null && before !== null && clearly(shares, before) === way)
      level += (level * minus(now, then)) / then;
    return level;
  });
  return { value, signal: ema(value, n) };
}

/** Adds up what each bar and the one before give, 0 where they give nothing. */
function accumulated(bars: readonly NaiveBar[], of: (now: NaiveBar, then: NaiveBar) => number | null): Values {
  let level = 0;
  return bars.map((bar, i) => {
    const last = bars[i - 1];
    const added = last ? of(bar, last) : null;
    if (added !== null && Number.isFinite(added)) level += added;
    return level;
  });
}

export const VOLUME_LINES: Twins = {
  nvi: ({ bars, p: [n = 0] }) => volumeIndex(bars, -1, n),
  pvi: ({ bars, p: [n = 0] }) => volumeIndex(bars, 1, n),
  pvt: ({ bars }) =>
    one(
      accumulated(bars, ({ close, volume }, { close: before }) =>
        close === null || before === null || volume === null ? null : (volume * minus(close, before)) / before,
      ),
    ),
  wad: ({ bars }) =>
    one(
      accumulated(bars, ({ close, high, low }, { close: before }) => {
        if (close === null || before === null) return null;
        if (clearly(close, before) > 0) return low === null ? null : minus(close, Math.min(before, low));
        if (clearly(close, before) < 0) return high === null ? null : minus(close, Math.max(before, high));
        return 0;
      }),
    ),
  vosc: ({ bars, p: [fast = 0, slow = 0] }) => {
    const volume = column(bars, "volume");
    return one(each([sma(volume, fast), sma(volume, slow)], (a, b) => (100 * minus(a, b)) / b));
  },
  marketfi: ({ bars }) =>
    one(each([column(bars, "high"), column(bars, "low"), column(bars, "volume")], (h, l, v) => minus(h, l) / v)),
  vwmacd: ({ bars, x, p: [fast = 0, slow = 0, n = 0] }) => {
    const volume = column(bars, "volume");
    const money = each([x, volume], (price, v) => price * v);
    const average = (length: number): Values => each([ema(money, length), ema(volume, length)], (a, b) => a / b);
    return oscillator(each([average(fast), average(slow)], minus), n);
  },
  dollarvol: ({ bars, p: [n = 0] }) =>
    one(
      sma(
        each([column(bars, "close"), column(bars, "volume")], (c, v) => c * v),
        n,
      ),
    ),
};
