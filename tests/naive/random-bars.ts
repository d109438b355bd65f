import type { Random } from "./random.ts";
import { calendar, type Bar, type MinuteBar } from "./market.ts";

/** How the bars of a security are drawn. */
export interface Style {
  readonly tick: number;
  /** Share of bars that have them. */
  readonly trades: number;
  readonly vwap: number;
  readonly volume: number;
}

/** Where windows begin and end, on whole and half days. */
export const EDGES: readonly number[] = [
  240, 241, 569, 570, 571, 599, 600, 601, 629, 630, 659, 660, 719, 720, 721, 750, 779, 780, 781, 809, 839, 840, 899,
  900, 958, 959, 960, 961, 989, 990, 1019, 1020, 1198, 1199,
];

/** A bar around a price, on the grid of the tick. */
export function randomBar(random: Random, { tick, trades, vwap, volume }: Style, price: number): Bar {
  const near = (): number => onGrid(price * (1 + (random.next() - 0.5) * 0.04), tick);
  const [open, close] = [near(), near()];
  const high = random.chance(0.3) ? Math.max(open, close) : Math.max(open, close, near());
  const low = random.chance(0.3) ? Math.min(open, close) : Math.min(open, close, near());
  return {
    open,
    high,
    low,
    close,
    // Large volumes differ by a single share: less than 1e-9 of them.
    volume: random.chance(0.08) ? 0 : volume > 1e9 ? volume + random.whole(0, 1) : random.whole(1, volume),
    num_trades: random.chance(trades) ? random.whole(0, 50) : null,
    vwap: random.chance(vwap) ? onGrid((high + low) / 2, 0.0001) : null,
  };
}

const onGrid = (value: number, tick: number): number =>
  Math.max(Math.round(tick * 1e4), Math.round(Math.round(value / tick) * tick * 1e4)) / 1e4;

/** None, few or many minutes of a day; sometimes outside the regular session only. */
export function randomMinutes(random: Random, style: Style, price: number, session: number): readonly MinuteBar[] {
  const { open, close } = calendar(session);
  const count = random.of([0, 1, 2, 5, 12, 25]);
  const chosen = new Set(
    Array.from({ length: count }, () => (random.chance(0.7) ? random.of(EDGES) : random.whole(240, 1199))),
  );
  const outside = random.chance(0.1);
  const minutes = [...chosen]
    .filter((minute) => !outside || minute < open || minute >= close)
    .toSorted((a, b) => a - b);
  return minutes.map((minute) => ({
    minute,
    ...randomBar(random, { ...style, volume: Math.min(style.volume, 1e6) }, price),
  }));
}
