import { LIMITS } from "../vocabulary/index.ts";

/**
 * Text as a spreadsheet's XML holds it (ECMA-376, ST_Xstring): characters XML 1.0 forbids dropped, `_xHHHH_` escaped so
 * that it is not read back as a character, a carriage return as `_x000D_` because parsers make a line feed of it.
 * LibreOffice takes `_x12_` for an escape, too, so one hexadecimal digit is enough. `sheet-sql.ts` does the same in SQL
 * for the rows.
 */
export function xmlText(text: string): string {
  return cut(text.toWellFormed())
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/_(?=[xX][0-9A-Fa-f])/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\r", "_x000D_");
}

// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** At most as many UTF-16 units as a cell holds, no surrogate pair torn. */
function cut(text: string): string {
  if (text.length <= LIMITS.cellCharacters) return text;
  const head = text.slice(0, LIMITS.cellCharacters);
  return head.isWellFormed() ? head : head.slice(0, -1);
}

/** Text that a spreadsheet could take for a formula when a user edits it. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text);

/** Blanks at an edge are kept only with this attribute. */
export const preserve = (text: string): string => (/^[ \t\r\n]|[ \t\r\n]$/.test(text) ? ' xml:space="preserve"' : "");
