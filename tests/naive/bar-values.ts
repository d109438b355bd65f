import type { DayBar, MinuteBar } from "./market.ts";
import type { Point } from "./fact-points.ts";
import type { Place } from "./place.ts";
import { NO_NOISE, type Value } from "./values.ts";

export type Field = keyof DayBar;
export type Bars = DayBar | MinuteBar;
const PRICES: ReadonlySet<string> = new Set(["open", "high", "low", "close", "vwap"]);

/** A field of a bar, on the scale of the last session where `adj` or `adjdiv`. */
export function fieldValue(
  { view, security, noise }: Place,
  session: number,
  bar: Bars,
  field: Field,
  basis: string,
): Value {
  const value = bar[field];
  if (value === null || basis === "unadj") return value;
  const factor = view.factor(security, session);
  const dividends = basis === "adjdiv" ? view.dividendFactor(security, session) : 1;
  if (PRICES.has(field)) return noise(value * factor * dividends);
  return field === "volume" ? noise(value / factor) : value;
}

export const numbersOf = ({ parameters }: Pick<Point<"indicator">, "parameters">): readonly number[] =>
  parameters.filter((parameter) => typeof parameter === "number");

export const silent = (place: Place): Place => ({ ...place, noise: NO_NOISE });

/** Numbers apart by this share of the larger one are equal, as in `order`. */
const ROUNDING = 1e-9;

/** Indicators need to agree to 1e-6 only, and to the rounding of what they are differences of. */
export function jolted(
  line: readonly (number | null)[],
  index: number,
  source: Field | null,
  { view, security, noise }: Place,
): number | null {
  const value = line[index] ?? null;
  if (value === null || noise === NO_NOISE) return value;
  const inputs = view.sessionsOf(security).map((session) => view.day(security, session)?.[source ?? "high"] ?? 0);
  const scale = Math.max(...inputs, ...line.map((each) => Math.abs(each ?? 0)));
  // Numbers so close are equal, and an indicator that is their difference is 0, which divides to null.
  if (Math.abs(value) < ROUNDING * scale && noise(1) < 1) return 0;
  return value + (noise(value) - value) * 1e6 + (noise(scale) - scale) * 1e3;
}
