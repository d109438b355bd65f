import { readZip, ZipError } from "../../zip/index.ts";
import type { ZipFile } from "../../zip/index.ts";

/** Unpacked bytes of one part; a bomb ends here. */
const PART_BYTES = 16 << 20;
const WORDS: Readonly<Record<ZipError["code"], string>> = {
  "no-zip": "This is not a workbook.",
  damaged: "The file is damaged.",
  "too-large": "The sheet Request is too large.",
};

/** First column of the rows of the sheet Request that hold the request as JSON, in order. */
const JSON_MARK = "Request as JSON";

/** Above the lines of the request's text, each beside its number. */
const TEXT_TITLE = "The request as text";

/** The request that the first two columns of a sheet *Request* hold. */
export interface SheetRequest {
  /** As JSON; null where those rows are gone. */
  readonly json: unknown;
  /** The lines of its text; empty where there are none. */
  readonly text: string;
}

/** Reads the rows of a sheet *Request*: its first two columns. Rejects with Error in words for the user. */
export function requestOfRows(rows: readonly (readonly [first: string, second: string])[]): SheetRequest {
  const json = rows.flatMap(([mark, chunk]) => (mark === JSON_MARK ? [chunk] : [])).join("");
  // A filter may be called as that title is.
  const title = rows.findIndex(([mark], index) => mark === TEXT_TITLE && rows[index + 1]?.[0] === "1");
  const lines = title < 0 ? [] : rows.slice(title + 1);
  const end = lines.findIndex(([mark], index) => mark !== String(index + 1));
  const text = lines
    .slice(0, end < 0 ? lines.length : end)
    .map(([, line]) => `${line}\n`)
    .join("");
  if (json === "" && text === "") throw new Error("The sheet Request holds no request.");
  return { json: json === "" ? null : (JSON.parse(json) as unknown), text };
}

/**
 * The request kept in a workbook, also after another program has saved it. Only the names of the sheets, the sheet
 * Request and, where its cells point there, the shared texts are read. Rejects with Error in words for the user.
 */
export async function requestOfWorkbook(file: Blob): Promise<SheetRequest> {
  try {
    return await requestOfZip(await openWorkbook(file));
  } catch (error) {
    throw error instanceof ZipError ? new Error(WORDS[error.code], { cause: error }) : error;
  }
}

const openWorkbook = (file: Blob): Promise<ZipFile> =>
  readZip({
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  });

async function requestOfZip(zip: ZipFile): Promise<SheetRequest> {
  const part = async (path: string): Promise<Document | null> => {
    const text = await zip.text(path, PART_BYTES);
    return text === null ? null : new DOMParser().parseFromString(text, "application/xml");
  };
  const book = await part("xl/workbook.xml");
  const links = await part("xl/_rels/workbook.xml.rels");
  const sheet = elements(book, "sheet").find((one) => one.getAttribute("name") === "Request");
  const link = elements(links, "Relationship").find((one) => one.getAttribute("Id") === sheet?.getAttribute("r:id"));
  const target = link?.getAttribute("Target")?.replace(/^\/?(xl\/)?/, "");
  const rows = target === undefined ? null : await part(`xl/${target}`);
  if (rows === null) throw new Error("This workbook has no sheet Request.");
  const needsShared = elements(rows, "c").some((cell) => cell.getAttribute("t") === "s");
  const shared = needsShared ? elements(await part("xl/sharedStrings.xml"), "si").map((one) => textOf(one)) : [];
  const value = (cell: Element | undefined): string =>
    cell?.getAttribute("t") === "s" ? (shared[Number(textOf(cell, "v"))] ?? "") : textOf(cell, "t", "v");
  return requestOfRows(
    elements(rows, "row").map((row) => {
      const cells = new Map(
        elements(row, "c").map((cell, index) => [cell.getAttribute("r")?.replace(/\d+$/, "") ?? "AB"[index], cell]),
      );
      return [value(cells.get("A")), value(cells.get("B"))];
    }),
  );
}

function elements(of: Document | Element | null, name: string): Element[] {
  return of === null ? [] : [...of.getElementsByTagNameNS("*", name)];
}

/** All text inside the elements of these names, or of the element itself; phonetic guides left out. */
function textOf(of: Element | undefined, ...names: readonly string[]): string {
  if (of === undefined) return "";
  const parts = (names.length === 0 ? ["t"] : names).flatMap((name) => elements(of, name));
  return parts
    .filter((one) => one.parentElement?.localName !== "rPh")
    .map((one) => one.textContent)
    .join("");
}
