import { readCsv } from "./read-csv.ts";
import { readWorkbook } from "./read-workbook.ts";
import { FILE_BOUNDS, refuse } from "./table.ts";
import type { Table } from "./table.ts";

const ZIP_MARK = [0x50, 0x4b];
const OLD_EXCEL_MARK = [0xd0, 0xcf, 0x11, 0xe0];
const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

/**
 * The rows of a CSV file or of the first sheet of a workbook that has any, below its header. Rejects with OwnFileError where it is neither, or too large.
 */
export async function readTable(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  if (bytes.byteLength > FILE_BOUNDS.bytes)
    throw refuse(`The file is larger than ${FILE_BOUNDS.bytes >> 20} MB. Split it into several lists.`);
  if (begins(bytes, OLD_EXCEL_MARK))
    throw refuse(
      "This is a workbook of the old format .xls, or one with a password. Save it as .xlsx or CSV without one.",
    );
  const rows = begins(bytes, ZIP_MARK) ? await readWorkbook(bytes) : readCsv(bytes);
  const [head, ...others] = rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (head === undefined) throw refuse("The file is empty. It needs a header with a column symbol, and rows.");
  const header = head.cells.map((cell) => cell.trim());
  while (header.at(-1) === "") header.pop();
  checkHeader(header, head.number);
  if (others.length === 0) throw refuse("The file has a header and no rows.");
  const again = others.find(({ cells }) => isHeader(cells, header));
  if (again !== undefined) throw refuse("The header stands a second time here. Keep one table a file.", again.number);
  return { header, rows: others };
}

const key = (text: string): string => text.trim().toLowerCase();

const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.every((name, place) => key(cells[place] ?? "") === key(name));

function checkHeader(header: readonly string[], row: number): void {
  if (header.length > FILE_BOUNDS.columns)
    throw refuse(`A file has at most ${FILE_BOUNDS.columns} columns; this one has ${header.length}.`, row);
  const names = header.map(key);
  for (const [place, name] of names.entries()) {
    if (name !== "" && names.indexOf(name) < place)
      throw refuse(`Two columns are called ${header[place]}. Rename or remove one.`, row, header[place] ?? null);
  }
}
