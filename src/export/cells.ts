import { DAY_MS } from "../vocabulary/index.ts";
import { STYLES } from "./styles.ts";
import type { StyleName } from "./styles.ts";
import { looksLikeFormula, preserve, xmlText } from "./xml-text.ts";

/** What a cell of a small sheet can hold; null and empty text are no cell. */
export type Cell =
  string | number | boolean | null | { readonly date: string } | { readonly style: StyleName; readonly of: Cell };

/** Column number from 0 as A … Z, AA … */
export function letter(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? "" : letter(rest)) + String.fromCharCode(65 + (column % 26));
}

/** A day as a spreadsheet counts it: 1 is 1900-01-01, and there was a 29 February 1900 for it, as for Lotus 1-2-3. */
function dateSerial(date: string): number {
  const serial = Date.parse(`${date}T00:00:00Z`) / DAY_MS + 25_569;
  return serial < 61 ? serial - 1 : serial;
}

function cellXml(cell: Cell, column: number, row: number, style?: StyleName): string {
  if (cell === null || cell === "") return "";
  const at = `r="${letter(column)}${row}"`;
  if (typeof cell === "object") {
    if ("of" in cell) return cellXml(cell.of, column, row, cell.style);
    return `<c ${at} s="${STYLES.date}"><v>${dateSerial(cell.date)}</v></c>`;
  }
  const own = style === undefined ? "" : ` s="${STYLES[style]}"`;
  if (typeof cell === "boolean") return `<c ${at}${own} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c ${at}${own}><v>${cell + 0}</v></c>` : "";
  const guard = looksLikeFormula(cell) && style !== "header" ? ` s="${STYLES.quoted}"` : own;
  return `<c ${at}${guard} t="inlineStr"><is><t${preserve(cell)}>${xmlText(cell)}</t></is></c>`;
}

/** One row, numbered from 1. */
export function rowXml(cells: readonly Cell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, column, row)).join("")}</row>`;
}
