import { DAY_MS } from "../vocabulary/index.ts";
import { styleIndex } from "./styles.ts";
import type { StyleName } from "./styles.ts";
import { looksLikeFormula, preserve, xmlText } from "./xml-text.ts";

/** A formula with the value that it has; null is empty text. */
interface Formula {
  readonly formula: string;
  readonly cached: number | string | null;
}

/** What a cell of a small sheet can hold; null and empty text are no cell. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly date: string }
  | Formula
  | { readonly style: StyleName | number; readonly of: Cell };

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

const styleAttribute = (style: StyleName | number | undefined): string =>
  style === undefined ? "" : ` s="${typeof style === "number" ? style : styleIndex(style)}"`;

function cellXml(cell: Cell, column: number, row: number, style?: StyleName | number): string {
  if (cell === null || cell === "") return "";
  const at = `r="${letter(column)}${row}"`;
  if (typeof cell === "object") {
    if ("of" in cell) return cellXml(cell.of, column, row, cell.style);
    if ("formula" in cell) {
      const { formula, cached } = cell;
      const isText = cached === null || typeof cached === "string";
      const value = isText ? xmlText(cached ?? "") : cached;
      return `<c ${at}${styleAttribute(style)}${isText ? ' t="str"' : ""}><f>${xmlText(formula)}</f><v>${value}</v></c>`;
    }
    return `<c ${at}${styleAttribute(style ?? "date")}><v>${dateSerial(cell.date)}</v></c>`;
  }
  const own = styleAttribute(style);
  if (typeof cell === "boolean") return `<c ${at}${own} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c ${at}${own}><v>${cell + 0}</v></c>` : "";
  const guard = looksLikeFormula(cell) ? ` s="${styleIndex(guarded(style))}"` : own;
  return `<c ${at}${guard} t="inlineStr"><is><t${preserve(cell)}>${xmlText(cell)}</t></is></c>`;
}

/** The style under which a text is marked as text. */
function guarded(style: StyleName | number | undefined): StyleName {
  if (style === "header" || style === "outcomeHeader") return style;
  return style === "wrapped" ? "wrappedQuoted" : "quoted";
}

/** One row, numbered from 1, so many points high where that is said. */
export function rowXml(cells: readonly Cell[], row: number, height?: number): string {
  return `<row r="${row}"${height === undefined ? "" : ` ht="${height}" customHeight="1"`}>${cells.map((cell, column) => cellXml(cell, column, row)).join("")}</row>`;
}
