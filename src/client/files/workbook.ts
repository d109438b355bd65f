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

/**
 * The request kept in a workbook, also after another program has saved it. Only the names of the sheets, the sheet
 * Request and, where its cells point there, the shared texts are read. Rejects with Error in words for the user.
 */
export async function requestOfWorkbook(file: Blob): Promise<unknown> {
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

async function requestOfZip(zip: ZipFile): Promise<unknown> {
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
  const json = elements(rows, "row")
    .map((row) => elements(row, "c"))
    .filter(([mark]) => value(mark) === JSON_MARK)
    .map(([, chunk]) => value(chunk))
    .join("");
  if (json === "") throw new Error("The sheet Request holds no request.");
  return JSON.parse(json) as unknown;
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
