import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { JSON_MARK, REQUEST_SHEET, TEXT_TITLE } from "./request-sheet.ts";
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
import type { ZipFile, ZipSource } from "../zip/index.ts";

export class RequestOfError extends Error {
  override readonly name = "RequestOfError";
}

/**
 * Bytes a part may have, unpacked. The texts of a sheet are in one part with those of the results, once Excel saved it.
 */
const SMALL_PART = 1 << 20;
const SHEET_PART = 16 << 20;
const TEXTS_PART = 64 << 20;
const JSON_CHARACTERS = 8 << 20;

interface SheetCell {
  readonly column: "A" | "B";
  readonly row: number;
  readonly shared: boolean;
  readonly text: string;
}

/** The cells of columns A and B, in order, with the text of their `<v>` or `<t>`. */
function sheetCells(xml: string): readonly SheetCell[] {
  const cells: SheetCell[] = [];
  let open: { column: "A" | "B"; row: number; shared: boolean; text: string } | null = null;
  let inside = false;
  for (const token of tokens(xml)) {
    if ("text" in token) {
      if (inside && open !== null) open.text += decode(token.text);
    } else if (token.name === "c") {
      const place = /^([AB])(\d{1,7})$/.exec(attribute(token.tag, "r") ?? "");
      const column = place?.[1] === "A" ? "A" : "B";
      const shared = attribute(token.tag, "t") === "s";
      open = place === null ? null : { column, row: Number(place[2]), shared, text: "" };
    } else if (token.name === "/c") {
      if (open !== null) cells.push(open);
      open = null;
    } else if (["v", "t", "/v", "/t"].includes(token.name)) inside = !token.name.startsWith("/") && !token.empty;
  }
  return cells;
}

const part = (zip: ZipFile, name: string, cap: number): Promise<string | null> =>
  xmlPart(zip, name, cap, () => new RequestOfError("The workbook holds a document type, which none needs."));

/** The part of the sheet *Request*; null where the workbook has none. */
async function sheetPart(zip: ZipFile): Promise<string | null> {
  const workbook = (await part(zip, "xl/workbook.xml", SMALL_PART)) ?? "";
  const tag = sheetTags(workbook).find((one) => attribute(one, "name") === REQUEST_SHEET);
  return tag === undefined ? null : sheetPath(tag, (await part(zip, "xl/_rels/workbook.xml.rels", SMALL_PART)) ?? "");
}

/** The request's JSON, and the lines of its text; resolved through the shared texts where a program moved them there. */
interface SheetRequest {
  readonly json: string;
  readonly text: string;
}

async function sheetRequest(zip: ZipFile, sheet: string): Promise<SheetRequest> {
  const cells = sheetCells(sheet);
  const isShared = cells.some((cell) => cell.shared);
  const shared = isShared ? sharedTexts((await part(zip, "xl/sharedStrings.xml", TEXTS_PART)) ?? "") : [];
  const textOf = (cell: SheetCell): string => (cell.shared ? (shared[Number(cell.text)] ?? "") : cell.text);
  const rows = new Map<number, { A?: string; B?: string }>();
  for (const cell of cells) rows.set(cell.row, { ...rows.get(cell.row), [cell.column]: textOf(cell) });
  const inOrder = [...rows].toSorted(([a], [b]) => a - b).map(([, { A = "", B = "" }]) => ({ A, B }));
  // A filter may be called as that title is.
  const title = inOrder.findIndex(({ A }, index) => A === TEXT_TITLE && inOrder[index + 1]?.A === "1");
  const lines = title < 0 ? [] : inOrder.slice(title + 1);
  const end = lines.findIndex(({ A }, index) => A !== String(index + 1));
  return {
    json: inOrder.flatMap(({ A, B }) => (A === JSON_MARK ? [B] : [])).join(""),
    text: lines
      .slice(0, end < 0 ? lines.length : end)
      .map(({ B }) => `${B}\n`)
      .join(""),
  };
}

/**
 * The request of a workbook that this module wrote, from a path or the file's bytes, also after another program saved
 * it; its text alone where the JSON was removed. Reads nothing but the sheet *Request*. Rejects with RequestOfError where there is none; the JSON comes from the
 * file unchecked and still has to be read by `readRequest`.
 */
export async function requestOf(input: string | Buffer): Promise<unknown> {
  if (typeof input !== "string") return requestIn(bytesSource(new Uint8Array(input)));
  const file = await open(input, "r").catch((error: unknown) => {
    throw new RequestOfError("The file cannot be read.", { cause: error });
  });
  try {
    return await requestIn({ size: (await file.stat()).size, read: (offset, length) => bytesOf(file, offset, length) });
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

async function requestIn(source: ZipSource): Promise<unknown> {
  try {
    const zip = await readZip(source);
    const name = await sheetPart(zip);
    const sheet = name === null ? null : await part(zip, name, SHEET_PART);
    if (sheet === null) throw new RequestOfError(`The workbook has no sheet ${REQUEST_SHEET}.`);
    const { json, text } = await sheetRequest(zip, sheet);
    if (json === "" && text !== "") return { text };
    if (json === "" || json.length > JSON_CHARACTERS)
      throw new RequestOfError(`The sheet ${REQUEST_SHEET} holds no request.`);
    return parse(json);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new RequestOfError(error.code === "too-large" ? error.message : "This is not a workbook.", { cause: error });
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new RequestOfError(`The request in the sheet ${REQUEST_SHEET} is damaged.`, { cause: error });
  }
}
