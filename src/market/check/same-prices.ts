/** A daily bar of a symbol as it is compared: as traded, with the factor that puts it on the scale of the newest split. */
export interface ComparedBar {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly factor: number;
}

export const PRICES = ["open", "high", "low", "close"] as const;
/** Share by which equal prices may differ, and dollars: sources round to cents. */
export const EQUAL = 0.0005;
export const ROUNDED = 0.011;
/** Prices of other venues, with and without auctions and odd lots. */
export const NEAR = 0.01;

export const equal = (a: number, b: number, share = EQUAL): boolean =>
  Math.abs(a - b) <= Math.max(ROUNDED, share * Math.max(a, b));
export const pricesEqual = (ours: ComparedBar, theirs: ComparedBar, scale: number, share = EQUAL): boolean =>
  PRICES.every((name) => equal(ours[name] * scale, theirs[name], share));
