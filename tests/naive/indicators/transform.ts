import { type Lines, type NaiveBar, type Twins, type Values, column, each, one, typical } from "./series.ts";

function heikinAshi(bars: readonly NaiveBar[]): Lines {
  let previous: { o: number; c: number } | null = null;
  const candles = bars.map(({ open, high, low, close }) => {
    if (open === null || high === null || low === null || close === null) return null;
    const c = (open + high + low + close) / 4;
    const o: number = previous === null ? (open + close) / 2 : (previous.o + previous.c) / 2;
    previous = { o, c };
    return { o, h: Math.max(high, o, c), l: Math.min(low, o, c), c };
  });
  const line = (name: "o" | "h" | "l" | "c"): Values => candles.map((candle) => candle && candle[name]);
  return { o: line("o"), h: line("h"), l: line("l"), c: line("c") };
}

function pivots(bars: readonly NaiveBar[]): Lines {
  const of = (level: (h: number, l: number, p: number) => number): Values =>
    bars.map((_bar, i) => {
      const { high = null, low = null, close = null } = bars[i - 1] ?? {};
      // Two levels need no close of their own, but all are of one whole bar.
      return high === null || low === null || close === null ? null : level(high, low, (high + low + close) / 3);
    });
  return {
    p: of((_h, _l, p) => p),
    r1: of((_h, l, p) => p + (p - l)),
    r2: of((h, l, p) => p + (h - l)),
    r3: of((h, l, p) => h + 2 * (p - l)),
    s1: of((h, _l, p) => p - (h - p)),
    s2: of((h, l, p) => p - (h - l)),
    s3: of((h, l, p) => l - 2 * (h - p)),
  };
}

export const TRANSFORM: Twins = {
  ha: ({ bars }) => heikinAshi(bars),
  pivots: ({ bars }) => pivots(bars),
  typprice: ({ bars }) => one(typical(bars)),
  wclprice: ({ bars }) =>
    one(each([column(bars, "high"), column(bars, "low"), column(bars, "close")], (h, l, c) => (h + l + c + c) / 4)),
};
