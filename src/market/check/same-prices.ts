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
/** Share by which equal prices may differ, and dollars: sources round to cents. */
export const SAME_SHARE = 0.0005;
export const CENTS = 0.011;
/** Prices of other venues, with and without auctions and odd lots. */
export const OTHER_VENUE_SHARE = 0.01;

export const samePrice = (a: number, b: number, share = SAME_SHARE): boolean =>
  Math.abs(a - b) <= Math.max(CENTS, share * Math.max(a, b));
export const samePrices = (ours: ComparedBar, theirs: ComparedBar, scale: number, share = SAME_SHARE): boolean =>
  PRICE_FIELDS.every((name) => samePrice(ours[name] * scale, theirs[name], share));
