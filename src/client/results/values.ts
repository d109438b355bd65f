import { clock } from "../../vocabulary/index.ts";

export interface ShownColumn {
  readonly name: string;
  readonly type: string;
  readonly unit: string | null;
}

/** Decimals by unit, as the workbook's formats have them. */
const DECIMALS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  price: [2, 2],
  "small price": [4, 4],
  percent: [2, 2],
  ratio: [2, 2],
  shares: [0, 0],
  count: [0, 0],
  currency: [0, 2],
  sessions: [0, 0],
  minutes: [0, 0],
  days: [0, 0],
};

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(value: number, unit: string | null): Intl.NumberFormat {
  // Below a dollar a cent is too coarse.
  const key = unit === "price" && Math.abs(value) < 1 ? "small price" : (unit ?? "plain");
  const known = formats.get(key);
  if (known !== undefined) return known;
  const [minimumFractionDigits, maximumFractionDigits] = DECIMALS[key] ?? [0, 4];
  const made = new Intl.NumberFormat("en-US", {
    minimumFractionDigits,
    maximumFractionDigits,
    ...(key === "currency" ? { style: "currency", currency: "USD" } : {}),
  });
  formats.set(key, made);
  return made;
}

/** A value of a result as the grid shows it; null is an empty cell. */
export function showValue(
  value: unknown,
  column: Pick<ShownColumn, "type" | "unit"> & Partial<Pick<ShownColumn, "name">>,
): string {
  if (value === null || value === undefined) return "";
  if (column.type === "number" && typeof value === "number") {
    const text = formatOf(value, column.unit).format(value);
    return column.unit === "percent" ? `${text}%` : text;
  }
  if (column.type === "time" && typeof value === "number") return clock(value);
  if (column.type === "boolean") return value === true || value === 1 ? "true" : "false";
  if (column.type === "date" && typeof value === "string") return showDate(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** yyyy-MM-dd as MM/dd/yyyy (specification, 3). */
export function showDate(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}/${day}/${year}`;
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
