import { numberOnScreen } from "../../vocabulary/index.ts";
import { decimalsIn, showDate, showValue } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";

/** A change in per cent, as the path of a price has. */
export const CHANGE: ShownColumn = { name: "Change", type: "number", unit: "percent" };

/** A value of an outcome, or a mean of some; a change in per cent has its sign. A dash where there is none. */
export const showOutcome = (value: number | null, column: ShownColumn): string =>
  value === null
    ? "–"
    : numberOnScreen(value, column.unit, decimalsIn([value], column) ?? 0, column.unit === "percent");

/** From ten on, two decimals tell parts apart. */
const TELL_APART = 2;

/** The values of a part, as a heading is read: large amounts of money without their zeros. */
export function showSpan({ from, to }: { readonly from: number; readonly to: number }, column: ShownColumn): string {
  const decimals = decimalsIn([from, to], column);
  const few = decimals !== undefined && Math.max(Math.abs(from), Math.abs(to)) >= 10 ? TELL_APART : Infinity;
  const show = (value: number): string =>
    decimals === undefined
      ? showValue(value, column)
      : numberOnScreen(value, column.unit, Math.min(decimals, few), column.unit === "percent");
  return from === to ? show(from) : `${show(from)} to ${show(to)}`;
}

/** A month of the engine, yyyy-MM, as dates are written; any other label as it is. */
export const showPeriod = (label: string): string =>
  /^\d{4}-\d\d$/.test(label) ? showDate(`${label}-01`).replace(/\/01\//, "/") : label;
