import {
  clock,
  decimalsOf,
  fullNumber,
  magnitudesWith,
  NO_MAGNITUDES,
  numberOnScreen,
  showDate,
} from "../../vocabulary/index.ts";

export { showDate };

export interface ShownColumn {
  readonly name: string;
  readonly type: string;
  readonly unit: string | null;
}

type Kind = Pick<ShownColumn, "type" | "unit"> & Partial<Pick<ShownColumn, "name">>;

/** A value of a result as the grid shows it; null is an empty cell. Among others of its column it has their decimals. */
export function showValue(value: unknown, column: Kind, decimals?: number): string {
  if (value === null || value === undefined) return "";
  if (column.type === "number" && typeof value === "number") return numberOnScreen(value, column.unit, decimals);
  if (column.type === "time" && typeof value === "number") return clock(value);
  if (column.type === "boolean") return value === true || value === 1 ? "true" : "false";
  if (column.type === "date" && typeof value === "string") return showDate(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value of a list of what moved: per cent with their sign, which colour alone does not tell. */
export const showMove = (value: unknown, column: Kind, decimals?: number): string =>
  column.unit === "percent" && typeof value === "number"
    ? numberOnScreen(value, column.unit, decimals, true)
    : showValue(value, column, decimals);

/** A value with every digit, for what may be rounded or too narrow where it stands. */
export const fullValue = (value: unknown, column: Kind): string =>
  column.type === "number" && typeof value === "number" ? fullNumber(value, column.unit) : showValue(value, column);

/** Decimals of values that stand below each other; undefined for what are no numbers. */
export const decimalsIn = (values: Iterable<unknown>, { type, unit }: Kind): number | undefined =>
  type === "number" ? decimalsOf(unit, magnitudesWith(NO_MAGNITUDES, values)) : undefined;

/** Dates of a sentence from the server as the grid writes them; those of formulas stand in quotes and stay. */
export const showDatesIn = (sentence: string): string =>
  sentence.replaceAll(/(?<!['\w-])\d{4}-\d\d-\d\d(?!['\w-])/g, (date) => showDate(date));

/** When a value became public, after "known": `at 09:30 on 03/28/2024`. */
export function showKnownAt(moment: string): string {
  const [date = "", time = ""] = moment.split(" ");
  return time === "00:00" ? `before the open of ${showDate(date)}` : `at ${time} on ${showDate(date)}`;
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
export const showCount = (count: number): string => whole.format(count);

/** 38 ms, 1.4 s. */
export function showSeconds(seconds: number): string {
  return seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** 4.8%, 37%; small shares are not rounded to nothing. */
export const showShare = (share: number): string => {
  const percent = share * 100;
  return percent === 0 || percent >= 9.95 ? `${Math.round(percent)}%` : `${percent.toFixed(1)}%`;
};

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** An amount in the smallest unit of its currency, such as cents, as people read it. */
export function showMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const format = moneyFormats.get(code) ?? new Intl.NumberFormat("en-US", { style: "currency", currency: code });
  moneyFormats.set(code, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
