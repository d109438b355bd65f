import { clock } from "../../../vocabulary/index.ts";
import type { ShownColumn } from "../../ui/values.ts";

/** A value as a spreadsheet takes it from the clipboard: numbers in full, dates and times as it reads them, nothing for null. */
function cellText(value: unknown, { type }: ShownColumn): string {
  if (value === null || value === undefined) return "";
  if (type === "time" && typeof value === "number") return clock(value);
  if (type === "boolean") return value === true || value === 1 ? "TRUE" : "FALSE";
  if (typeof value !== "string") return JSON.stringify(value);
  const text = value.replaceAll(/[\t\r\n]+/g, " ");
  // A spreadsheet would make a formula of it.
  return type === "text" && /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** Rows as lines, cells between tabs; with the names of the columns above where asked for. */
export function tsvOf(rows: readonly (readonly unknown[])[], columns: readonly ShownColumn[], named: boolean): string {
  const lines = rows.map((row) => columns.map((column, index) => cellText(row[index], column)).join("\t"));
  return [
    ...(named ? [columns.map(({ name }) => cellText(name, { name, type: "text", unit: null })).join("\t")] : []),
    ...lines,
  ].join("\n");
}
