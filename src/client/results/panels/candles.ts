import type { ChartBars } from "../../../contract/index.ts";

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
