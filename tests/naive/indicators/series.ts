/** Columns of plain numbers, bar by bar, and the loops that the naive indicators are written with. */

export interface NaiveBar {
  readonly session: number;
  /** First minute of an intraday bar. */
  readonly minute?: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number | null;
  readonly num_trades?: number | null;
  readonly vwap?: number | null;
}

export type NaiveField = "open" | "high" | "low" | "close" | "volume" | "num_trades" | "vwap";
export type Values = (number | null)[];
export type Lines = Record<string, Values>;

export interface Input {
  readonly bars: readonly NaiveBar[];
  /** The source field. */
  readonly x: Values;
  readonly p: readonly number[];
}

export const column = (bars: readonly NaiveBar[], field: NaiveField): Values => bars.map((bar) => bar[field] ?? null);

/** Per bar, null as soon as one argument is null; division by 0 gives infinity, which becomes null at the end. */
export function each(columns: readonly Values[], of: (...values: number[]) => number): Values {
  return (columns[0] ?? []).map((_value, i) => {
    const values = columns.map((values) => values[i] ?? null);
    return values.every((value) => value !== null) ? finite(of(...values)) : null;
  });
}

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Over the last n bars; null unless all of them have a value. */
export function over(x: Values, n: number, of: (frame: readonly number[]) => number): Values {
  return x.map((_value, i) => {
    if (i < n - 1) return null;
    const frame = x.slice(i - n + 1, i + 1);
    return frame.every((value) => value !== null) ? of(frame) : null;
  });
}

export const before = (x: Values, n: number): Values => x.map((_value, i) => x[i - n] ?? null);
export const total = (frame: readonly number[]): number => frame.reduce((sum, value) => sum + value, 0);
/** Of equal values exactly that value. */
export const mean = (frame: readonly number[]): number => {
  const first = frame[0] ?? NaN;
  return frame.every((value) => value === first) ? first : total(frame) / frame.length;
};
export const variance = (frame: readonly number[]): number => {
  if (isFlat(frame)) return 0;
  const m = mean(frame);
  return mean(frame.map((value) => (value - m) ** 2));
};
export const sma = (x: Values, n: number): Values => over(x, n, mean);

/** s + alpha (x - s), the first s being the average of the first n values; bars without a value are passed over. */
export function smoothed(x: Values, n: number, alpha: number): Values {
  const seed: number[] = [];
  let s: number | null = null;
  return x.map((value) => {
    if (value === null) return null;
    if (s === null) {
      seed.push(value);
      if (seed.length < n) return null;
      s = mean(seed);
    } else {
      s += alpha * (value - s);
    }
    return s;
  });
}

export const ema = (x: Values, n: number): Values => smoothed(x, n, 2 / (n + 1));
export const rma = (x: Values, n: number): Values => smoothed(x, n, 1 / n);

export function trueRange(bars: readonly NaiveBar[], first: "high-low" | "null"): Values {
  return bars.map((bar, i) => {
    const { high, low } = bar;
    if (high === null || low === null) return null;
    const previous = bars[i - 1]?.close ?? null;
    if (previous === null) return first === "null" ? null : minus(high, low);
    return Math.max(minus(high, low), Math.abs(minus(high, previous)), Math.abs(minus(low, previous)));
  });
}

export function regression(frame: readonly number[]): { slope: number; first: number; last: number } {
  const n = frame.length;
  const [middle, m] = [(n - 1) / 2, mean(frame)];
  let [top, bottom] = [0, 0];
  frame.forEach((value, i) => {
    top += (i - middle) * (value - m);
    bottom += (i - middle) ** 2;
  });
  // What the sums round is no slope.
  const size = total(frame.map((value, i) => Math.abs(value) * (i + 1)));
  const slope = isFlat(frame) || Math.abs(top) <= 1e-12 * size ? 0 : top / bottom;
  return { slope, first: m - slope * middle, last: m + slope * middle };
}

export const typical = (bars: readonly NaiveBar[]): Values =>
  each([column(bars, "high"), column(bars, "low"), column(bars, "close")], (h, l, c) => (h + l + c) / 3);

export function range(bars: readonly NaiveBar[], n: number): [Values, Values] {
  return [
    over(column(bars, "high"), n, (frame) => Math.max(...frame)),
    over(column(bars, "low"), n, (frame) => Math.min(...frame)),
  ];
}

export const wma = (x: Values, n: number): Values =>
  over(x, n, (frame) => total(frame.map((value, i) => value * (i + 1))) / ((n * (n + 1)) / 2));

export const hl2 = (bars: readonly NaiveBar[]): Values =>
  each([column(bars, "high"), column(bars, "low")], (h, l) => (h + l) / 2);

/** -1, 0 or 1: how two numbers compare, equal ones being those that differ by at most 1e-9 of the larger, as in formulas. */
export const clearly = (a: number, b: number): number =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : Math.sign(a - b);
/** a - b, 0 where they are equal by that rule. */
export const minus = (a: number, b: number): number => (clearly(a, b) === 0 ? 0 : a - b);
/** Whether all values are equal by that rule. */
export const isFlat = (frame: readonly number[]): boolean => clearly(Math.max(...frame), Math.min(...frame)) === 0;

export const one = (value: Values): Lines => ({ value });

/** Indicators by name. */
export type Twins = Readonly<Record<string, (input: Input) => Lines>>;
