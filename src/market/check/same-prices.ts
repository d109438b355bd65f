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

export const PRICE_FIELDS = ["open", "high", "low", "close"] as const;
/** Part of a price by which two that are the same may differ. */
export const SAME_TOLERANCE = 0.0005;
/** Dollars by which they may: sources round to cents. */
export const CENT_ROUNDING = 0.011;
/** Part of a price by which those of two venues may differ, with and without auctions and odd lots. */
export const VENUE_TOLERANCE = 0.01;

export const samePrice = (a: number, b: number, tolerance = SAME_TOLERANCE): boolean =>
  Math.abs(a - b) <= Math.max(CENT_ROUNDING, tolerance * Math.max(a, b));
export const samePrices = (
  ours: ComparedBar,
  theirs: ComparedBar,
  scale: number,
  tolerance = SAME_TOLERANCE,
): boolean => PRICE_FIELDS.every((name) => samePrice(ours[name] * scale, theirs[name], tolerance));
