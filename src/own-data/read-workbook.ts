import {
  attribute,
  bytesSource,
  decode,
  readZip,
  sharedTexts,
  sheetPath,
  sheetTags,
  tokens,
  xmlPart,
  ZipError,
} from "../zip/index.ts";
import type { ZipFile } from "../zip/index.ts";
import { FILE_BOUNDS, refuse } from "./table.ts";
import type { TableRow } from "./table.ts";

/** Bytes that a part may have, unpacked. */
const SMALL_PART = 1 << 20;
const TEXTS_PART = 32 << 20;
const SHEET_PART = 96 << 20;

/** Rows of the first sheet, as numbered there. Formulas count with the value that was saved with them. Rejects with OwnFileError. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly TableRow[]> {
  try {
    const zip = await readZip(bytesSource(bytes));
    const { path, from1904 } = await firstSheet(zip);
    const sheet = await part(zip, path, SHEET_PART);
    if (sheet === null) throw refuse("The workbook has no sheet that can be read. Save it again as .xlsx.");
    const texts = sharedTexts((await part(zip, "xl/sharedStrings.xml", TEXTS_PART)) ?? "");
    const dated = dateStyles((await part(zip, "xl/styles.xml", SMALL_PART)) ?? "");
    return sheetRows(sheet, { texts, dated, from1904 });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw refuse(
      error.code === "too-large"
        ? "The workbook unpacks to more than a list can hold. Keep the sheet with the symbols alone."
        : "The workbook is damaged, or no workbook. Save it again as .xlsx or CSV.",
    );
  }
}

const part = (zip: ZipFile, name: string, cap: number): Promise<string | null> =>
  xmlPart(zip, name, cap, () =>
    refuse("The workbook holds a document type, which none needs. Save it again as .xlsx or CSV."),
  );

async function firstSheet(zip: ZipFile): Promise<{ readonly path: string; readonly from1904: boolean }> {
  const workbook = await part(zip, "xl/workbook.xml", SMALL_PART);
  if (workbook === null) throw refuse("This is a zip archive, but no workbook. Drop the CSV file or workbook itself.");
  const tag = sheetTags(workbook).find((one) => (attribute(one, "state") ?? "visible") === "visible");
  const rels = (await part(zip, "xl/_rels/workbook.xml.rels", SMALL_PART)) ?? "";
  const path = tag === undefined ? null : sheetPath(tag, rels);
  const from1904 = /<(?:\w+:)?workbookPr\s[^<>]*date1904\s*=\s*["'](?:1|true)["']/.test(workbook);
  if (path === null) throw refuse("The workbook has no sheet. Save it again as .xlsx or CSV.");
  return { path, from1904 };
}

/** Number formats that say a day, by ECMA-376, 18.8.30. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Styles of cells whose numbers are days. */
function dateStyles(xml: string): ReadonlySet<number> {
  const own = new Set<number>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)) {
    const code = (attribute(tag, "formatCode") ?? "").replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
    if (/[yd]/i.test(code)) own.add(Number(attribute(tag, "numFmtId")));
  }
  const [formats = ""] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml) ?? [];
  const dated = new Set<number>();
  for (const [place, [tag]] of [...formats.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].entries()) {
    const id = Number(attribute(tag, "numFmtId") ?? 0);
    if (own.has(id) || isDateFormat(id)) dated.add(place);
  }
  return dated;
}

interface Sheet {
  readonly texts: readonly string[];
  readonly dated: ReadonlySet<number>;
  readonly from1904: boolean;
}

/** Place of a column by its letters, from 0. */
const columnOf = (letters: string): number =>
  Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce((place, digit) => place * 26 + digit, 0) - 1;

function sheetRows(xml: string, sheet: Sheet): readonly TableRow[] {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let [number, column, type, style, value, inside, isFormula] = [0, -1, "n", -1, "", false, false];
  const endCell = (): void => {
    if (column < 0 || column >= FILE_BOUNDS.columns) return;
    while (cells.length < column) cells.push("");
    cells[column] = cellText({ type, style, value, row: number, isFormula }, sheet);
  };
  for (const token of tokens(xml)) {
    if ("text" in token) {
      if (inside) value += decode(token.text);
    } else if (token.name === "row") {
      number = Number(attribute(token.tag, "r") ?? number + 1);
      [cells, column] = [[], -1];
      if (rows.length > FILE_BOUNDS.rows)
        throw refuse(
          `A sheet has at most ${FILE_BOUNDS.rows.toLocaleString("en-US")} rows. Split it into several.`,
          number,
        );
    } else if (token.name === "/row") {
      if (cells.some((cell) => cell !== "")) rows.push({ number, cells });
    } else if (token.name === "c") {
      const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(attribute(token.tag, "r") ?? "")?.[1];
      column = letters === undefined ? column + 1 : columnOf(letters);
      type = attribute(token.tag, "t") ?? "n";
      style = Number(attribute(token.tag, "s") ?? -1);
      [value, isFormula] = ["", false];
    } else if (token.name === "/c") endCell();
    else if (token.name === "f") isFormula = true;
    else if (token.name === "v" || token.name === "t") inside = !token.empty;
    else if (token.name === "/v" || token.name === "/t") inside = false;
  }
  return rows;
}

interface Cell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly row: number;
  readonly isFormula: boolean;
}

function cellText({ type, style, value, row, isFormula }: Cell, { texts, dated, from1904 }: Sheet): string {
  const text = type === "s" ? (texts[Number(value)] ?? "") : value;
  if (text.length > FILE_BOUNDS.cell) throw refuse(`A cell has at most ${FILE_BOUNDS.cell} characters.`, row);
  if (type === "e") throw refuse(`A cell shows the error ${value}. Correct it, or remove the row.`, row);
  if (isFormula && value === "")
    throw refuse("A cell is a formula without a value. Paste its value in its place.", row);
  if (type !== "n" || !dated.has(style) || value === "") return text.trim();
  const serial = Number(value);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return text.trim();
  return momentOf(serial + (from1904 ? 1_462 : 0));
}

/** A serial number of a spreadsheet as a day, with its time where it has one. */
function momentOf(serial: number): string {
  const minutes = Math.round((serial - 25_569) * 1_440);
  const [date = "", time = ""] = new Date(minutes * 60_000).toISOString().slice(0, 16).split("T");
  return time === "00:00" ? date : `${date} ${time}`;
}
