/** The five types a value can have. A number is never a boolean. */
export const VALUE_TYPES = ["number", "text", "boolean", "date", "time"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/**
 * What a number measures. `plain` is a bare number; `price` is US dollars a share; `currency` is US dollars;
 * `percent` is in points (5 is 5 %); `minutes` and `sessions` and `days` are lengths of time.
 */
export const UNITS = [
  "plain",
  "price",
  "shares",
  "currency",
  "ratio",
  "percent",
  "count",
  "minutes",
  "sessions",
  "days",
] as const;
export type Unit = (typeof UNITS)[number];

/** First word inside the brackets of a data point. */
export const GROUPS = [
  "daily",
  "intraday",
  "weekly",
  "monthly",
  "indicator",
  "identity",
  "fundamental",
  "ownership",
  "earnings",
] as const;
export type Group = (typeof GROUPS)[number];

/** Minutes since midnight, New York time; 09:30 is 570. */
export type Minute = number;

/** Bar sizes of intraday indicators, in minutes. */
export const TIMEFRAMES = [1, 2, 5, 10, 15, 30, 60] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/**
 * How a value grows with what it is computed from: with prices to the power `price` and volumes to the power `volume`. A split
 * factor f multiplies prices and divides volumes, so it multiplies the value by f to the power price − volume.
 */
export interface Scale {
  readonly price: number;
  readonly volume: number;
}
