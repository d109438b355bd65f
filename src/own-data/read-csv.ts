import { FILE_BOUNDS, refuse } from "./table.ts";
import type { TableRow } from "./table.ts";

const UTF16_MARKS = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
] as const;

/** Text of the bytes: UTF-8, or UTF-16 where a mark says so. */
function textOf(bytes: Uint8Array): string {
  const wide = UTF16_MARKS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  try {
    return new TextDecoder(wide?.[0] ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refuse("The file is not in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.", badLine(bytes));
  }
}

/** The first line that is not UTF-8. */
function badLine(bytes: Uint8Array): number | null {
  let [row, from] = [1, 0];
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && bytes[at] !== 10) continue;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, at));
    } catch {
      return row;
    }
    [row, from] = [row + 1, at + 1];
  }
  return null;
}

/** Commas, semicolons or tabs: what the first line has most of. */
function delimiterOf(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  const count = (sign: string): number => line.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Rows of a CSV file (RFC 4180), numbered by their first line; quoted cells may hold line breaks. */
export function readCsv(bytes: Uint8Array): readonly TableRow[] {
  const text = textOf(bytes);
  if (text.includes("\0")) throw refuse("This is neither a CSV file nor a workbook.");
  const delimiter = delimiterOf(text);
  const rows: TableRow[] = [];
  let [cells, cell, at, line, first]: [string[], string, number, number, number] = [[], "", 0, 1, 1];
  const endCell = (): void => {
    if (cell.length > FILE_BOUNDS.cell) throw refuse(`A cell has at most ${FILE_BOUNDS.cell} characters.`, first, null);
    cells.push(cell.trim());
    if (cells.length > 4 * FILE_BOUNDS.columns)
      throw refuse(`A file has at most ${FILE_BOUNDS.columns} columns.`, first);
    cell = "";
  };
  const endRow = (): void => {
    endCell();
    rows.push({ number: first, cells });
    if (rows.length > FILE_BOUNDS.rows + 1)
      throw refuse(
        `A file has at most ${FILE_BOUNDS.rows.toLocaleString("en-US")} rows. Split it into several.`,
        first,
      );
    cells = [];
  };
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '"' && cell.trim() === "") {
      const begun = line;
      let end = at + 1;
      cell = "";
      for (; ; end += 1) {
        if (end >= text.length) throw refuse('A quote " is opened here and never closed.', begun);
        if (text.charAt(end) === '"') {
          if (text.charAt(end + 1) !== '"') break;
          end += 1;
        }
        if (text.charAt(end) === "\n") line += 1;
        cell += text.charAt(end);
      }
      at = end + 1;
    } else if (sign === delimiter) {
      endCell();
      at += 1;
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text.charAt(at + 1) === "\n") at += 1;
      endRow();
      at += 1;
      line += 1;
      first = line;
    } else {
      cell += sign;
      at += 1;
    }
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}
