import { isOneOf } from "./table-names.ts";
import { UNITS } from "./types.ts";
import type { Unit } from "./types.ts";

/** Of some numbers other than zero, without their signs; what a format decides its decimals by. */
export interface Magnitudes {
  readonly smallest: number;
  readonly largest: number;
  /** Decimals of the one that is written with the most. */
  readonly fraction: number;
}

interface NumberFormat {
  readonly prefix?: string;
  readonly suffix?: string;
  /** In a table, from a million on, M, B or T stands for the zeros. */
  readonly compact?: true;
  /** One number for all values that stand below each other. */
  readonly decimals: (of: Magnitudes) => number;
}

/** Enough decimals that so many digits of the largest value are seen. */
const digits = (count: number, largest: number): number => Math.min(10, count - 1 - Math.floor(Math.log10(largest)));

const WHOLE: NumberFormat["decimals"] = ({ fraction, largest }) => (fraction === 0 || largest >= 1_000 ? 0 : 2);
const LENGTH: NumberFormat = { decimals: WHOLE };

/**
 * How the numbers of each unit read, wherever they stand. Nothing is lost: the exact value is in the workbook, is copied,
 * and is shown on hover.
 */
const NUMBER_FORMATS: Readonly<Record<Unit, NumberFormat>> = {
  plain: {
    decimals: ({ fraction, largest }) =>
      Math.min(fraction, largest >= 10_000 ? 2 : largest >= 1 ? 4 : digits(4, largest)),
  },
  // Below a dollar a cent is too coarse.
  price: { decimals: ({ smallest }) => (smallest < 0.01 ? 6 : smallest < 1 ? 4 : 2) },
  percent: { suffix: "%", decimals: () => 2 },
  ratio: { decimals: ({ largest }) => (largest >= 0.1 ? 2 : digits(3, largest)) },
  // Cents say nothing beside thousands of dollars.
  currency: { prefix: "$", compact: true, decimals: WHOLE },
  shares: { compact: true, decimals: WHOLE },
  count: LENGTH,
  minutes: LENGTH,
  sessions: LENGTH,
  days: LENGTH,
};

const isUnit = isOneOf(UNITS);
const formatOf = (unit: string | null): NumberFormat => NUMBER_FORMATS[unit !== null && isUnit(unit) ? unit : "plain"];

/** What stands around the digits. */
export const fixOf = (unit: string | null): { readonly prefix: string; readonly suffix: string } => {
  const { prefix = "", suffix = "" } = formatOf(unit);
  return { prefix, suffix };
};

/** Of no number at all. */
export const NO_MAGNITUDES: Magnitudes = { smallest: Infinity, largest: 0, fraction: 0 };

/** Decimals that a number is written with. */
function fractionOf(size: number): number {
  if (Number.isInteger(size)) return 0;
  const [, decimals = "", power = "0"] = /^\d+(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(size)) ?? [];
  return decimals.length + Number(power);
}

/** With more values; what is no number, or zero, changes nothing. */
export function magnitudesWith(before: Magnitudes, values: Iterable<unknown>): Magnitudes {
  let { smallest, largest, fraction } = before;
  for (const value of values) {
    if (typeof value !== "number" || value === 0 || !Number.isFinite(value)) continue;
    const size = Math.abs(value);
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
    fraction = Math.max(fraction, fractionOf(size));
  }
  return { smallest, largest, fraction };
}

/** Decimals that all values of a column are shown with. */
export const decimalsOf = (unit: string | null, of: Magnitudes): number =>
  formatOf(unit).decimals(of.largest === 0 ? { smallest: 1, largest: 1, fraction: 0 } : of);

const formats = new Map<number, Intl.NumberFormat>();

function withDecimals(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // No -0.00.
    signDisplay: "negative",
  });
  formats.set(decimals, made);
  return made;
}

const framed = (digitsOf: string, { prefix = "", suffix = "" }: NumberFormat): string =>
  digitsOf.startsWith("-") ? `-${prefix}${digitsOf.slice(1)}${suffix}` : `${prefix}${digitsOf}${suffix}`;

/** Beyond these a row of digits is not read. */
const [MIN_PLAIN, MAX_PLAIN] = [1e-9, 1e15];

/** A number with its zeros; beside others with the decimals of all of them. */
export function formatNumber(
  value: number,
  unit: string | null,
  decimals = decimalsOf(unit, magnitudesWith(NO_MAGNITUDES, [value])),
): string {
  const size = Math.abs(value);
  const plain = size === 0 || (size < MAX_PLAIN && size >= MIN_PLAIN);
  return framed(plain ? withDecimals(decimals).format(value) : value.toExponential(4), formatOf(unit));
}

const compact = new Map<number, Intl.NumberFormat>();

/** K, M, B or T for the zeros; undefined for what has no more than three digits before its point, or too many. */
export function compactNumber(value: number, unit: string | null, decimals = 2): string | undefined {
  const size = Math.abs(value);
  if (!(size >= 1_000 && size < MAX_PLAIN)) return undefined;
  const format =
    compact.get(decimals) ??
    new Intl.NumberFormat("en-US", {
      notation: "compact",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  compact.set(decimals, format);
  return framed(format.format(value), formatOf(unit));
}

/** Whether a table writes large numbers of a unit without their zeros. */
export const isCompact = (unit: string | null): boolean => formatOf(unit).compact === true;

/** A number as screens show it: money and shares from a million on without their zeros, a change with its sign. */
export function numberOnScreen(value: number, unit: string | null, decimals?: number, isChange = false): string {
  const short = isCompact(unit) && Math.round(Math.abs(value)) >= 1e6 ? compactNumber(value, unit) : undefined;
  const text = short ?? formatNumber(value, unit, decimals);
  return isChange && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });

/** Every digit of a number. */
export const fullNumber = (value: number, unit: string | null): string => framed(exact.format(value), formatOf(unit));
