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
/** Decimals beyond those that a column has, where its two ends would read alike. */
const MORE_DECIMALS = 4;

/** The values of a part, as a heading is read: large amounts of money without their zeros, and no two ends alike. */
export function showSpan({ from, to }: { readonly from: number; readonly to: number }, column: ShownColumn): string {
  const decimals = decimalsIn([from, to], column);
  const isLarge = Math.max(Math.abs(from), Math.abs(to)) >= 10;
  const show = (value: number, more: number): string =>
    decimals === undefined
      ? showValue(value, column)
      : numberOnScreen(
          value,
          column.unit,
          Math.min(decimals, isLarge ? TELL_APART : Infinity) + more,
          column.unit === "percent",
        );
  if (from === to) return show(from, 0);
  let more = 0;
  while (more < MORE_DECIMALS && show(from, more) === show(to, more)) more += 1;
  return `${show(from, more)} to ${show(to, more)}`;
}

/** A month of the engine, yyyy-MM, as dates are written; any other label as it is. */
export const showPeriod = (label: string): string =>
  /^\d{4}-\d\d$/.test(label) ? showDate(`${label}-01`).replace(/\/01\//, "/") : label;
