import { showDate, showValue } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";

/** A change in per cent, as the path of a price has. */
export const CHANGE: ShownColumn = { name: "Change", type: "number", unit: "percent" };

/** A value of an outcome, or a mean of some; a change in per cent has its sign. A dash where there is none. */
export function showOutcome(value: number | null, column: ShownColumn): string {
  if (value === null) return "–";
  const shown = showValue(value, column);
  return column.unit === "percent" && value > 0 && /[1-9]/.test(shown) ? `+${shown}` : shown;
}

/** A month of the engine, yyyy-MM, as dates are written; any other label as it is. */
export const showPeriod = (label: string): string =>
  /^\d{4}-\d\d$/.test(label) ? showDate(`${label}-01`).replace(/\/01\//, "/") : label;
