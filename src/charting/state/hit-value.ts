import { clock, numberOnScreen } from "../../vocabulary/index.ts";

/** A value of a hit's row, written as the grid of the results writes it; a dash where there is none. */
export function hitValue(
  value: unknown,
  { type, unit }: { readonly type: string; readonly unit: string | null },
): string {
  if (typeof value === "number") return type === "time" ? clock(value) : numberOnScreen(value, unit);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "–";
}
