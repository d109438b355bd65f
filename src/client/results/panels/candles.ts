import type { ChartBars, RowTrade } from "../../../contract/index.ts";

type Bar = ChartBars["bars"][number];

/** One bar drawn: heights from 0 at the top to 1 at the bottom. */
interface Candle {
  readonly time: string;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly bottom: number;
  readonly up: boolean;
  readonly bar: Bar;
}

interface Candles {
  readonly least: number;
  readonly most: number;
  readonly candles: readonly (Candle | null)[];
}

/** Bars between their least and largest price; null where one of its prices is not known, and in all if none is. */
export function candlesOf(bars: readonly Bar[]): Candles | null {
  const prices = bars
    .flatMap(({ open, high, low, close }) => [open, high, low, close])
    .filter((price) => price !== null);
  if (prices.length === 0) return null;
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const at = (price: number): number => (most === least ? 0.5 : (most - price) / (most - least));
  return {
    least,
    most,
    candles: bars.map((bar) => {
      const { time, open, high, low, close } = bar;
      if (open === null || high === null || low === null || close === null) return null;
      const [top, bottom] = [at(Math.max(open, close)), at(Math.min(open, close))];
      return { time, high: at(high), low: at(low), top, bottom, up: close >= open, bar };
    }),
  };
}

interface TradeMark {
  /** Of the bar. */
  readonly index: number;
  /** Below the bar it was bought, above it sold. */
  readonly below: boolean;
  readonly kind: "entry" | "gain" | "loss";
}

/** Where trades began and ended among daily bars; what lies outside of them is left out. */
export function tradeMarksOf(bars: readonly Bar[], trades: readonly RowTrade[]): readonly TradeMark[] {
  const place = (date: string): number => bars.findIndex(({ time }) => time === date);
  return trades
    .flatMap(({ side, entry, exit }): TradeMark[] => {
      const isLong = side === "long";
      const begun: TradeMark = { index: place(entry.date), below: isLong, kind: "entry" };
      if (exit === null) return [begun];
      const gained = isLong ? exit.price >= entry.price : exit.price <= entry.price;
      return [begun, { index: place(exit.date), below: !isLong, kind: gained ? "gain" : "loss" }];
    })
    .filter(({ index }) => index >= 0);
}
