import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileBytes } from "./file-bytes.ts";
import { csvFields, type Separator } from "./csv-fields.ts";

/** How a table is written that differs from a CSV with commas in UTF-8. */
interface Writing {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  readonly separator: Separator;
  /** `1.234,50` for 1234.50. */
  readonly decimalComma: boolean;
  /** `$187.15`. */
  readonly dollars: boolean;
}

const SAMPLE_BYTES = 65_536;
const SAMPLE_LINES = 50;
/** A quote that opens a field and is not closed must not swallow the file. */
const MAX_ROW_CHARS = 65_536;

/** Copies of files as CSV with commas in UTF-8, of those that are written otherwise. They are gone at the end. */
export class PlainCopies implements AsyncDisposable {
  #folder: Promise<string> | null = null;
  #count = 0;
  /** One at a time: a folder may hold thousands of files. */
  #written: Promise<unknown> = Promise.resolve();

  /** The path to read instead, line by line the same rows, and what was translated; null where the file is plain. */
  async of(path: string, file: string): Promise<{ readonly path: string; readonly from: string } | null> {
    const writing = await writingOf(path, file);
    if (writing === null) return null;
    this.#folder ??= mkdtemp(join(tmpdir(), "scanbook-import-"));
    // The name of the file says the symbol.
    const folder = join(await this.#folder, String((this.#count += 1)));
    await mkdir(folder);
    const copy = join(folder, basename(path).replace(/\.gz$/i, ""));
    const write = (): Promise<void> => pipeline(Readable.from(plainText(path, file, writing)), createWriteStream(copy));
    this.#written = this.#written.then(write);
    await this.#written;
    return { path: copy, from: described(writing) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== null) await rm(await this.#folder, { recursive: true, force: true });
  }
}

const described = ({ encoding, separator, decimalComma, dollars }: Writing): string =>
  [
    ...(encoding === "utf-8" ? [] : ["UTF-16"]),
    ...(separator === "," ? [] : [separator === ";" ? "semicolons" : "tabs"]),
    ...(decimalComma ? ["decimal commas"] : []),
    ...(dollars ? ["dollar signs"] : []),
  ].join(", ");

/** How a file is written, from its first rows; null where it is plain. */
async function writingOf(path: string, file: string): Promise<Writing | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of fileBytes(path, file)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= SAMPLE_BYTES) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, SAMPLE_BYTES);
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const lines = new Rows().of(text.split(/\r?\n/)).filter((line) => line.trim() !== "");
  // The last line may be cut off.
  const sample = (size >= SAMPLE_BYTES ? lines.slice(0, -1) : lines).slice(0, SAMPLE_LINES);
  const separator = separatorOf(sample);
  const fields = sample.flatMap((line) => csvFields(line, separator).map((field) => field.trim()));
  const decimalComma = separator !== "," && hasDecimalCommas(fields);
  const dollars = fields.some((field) => DOLLARS.test(field));
  const isPlain = encoding === "utf-8" && separator === "," && !dollars;
  return isPlain ? null : { encoding, separator, decimalComma, dollars };
}

function encodingOf(bytes: Uint8Array): Writing["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

/** What stands as often in every line, most often of all; commas where nothing does. */
function separatorOf(lines: readonly string[]): Separator {
  let [best, most]: [Separator, number] = [",", 1];
  for (const separator of [",", ";", "\t"] as const) {
    const counts = lines.map((line) => csvFields(line, separator).length);
    const [first = 0] = counts;
    if (first > most && counts.every((count) => count === first)) [best, most] = [separator, first];
  }
  return best;
}

/** Whether numbers have decimal commas: some show it, and none has a decimal point. `1,234` and `1.234` may be either. */
const hasDecimalCommas = (fields: readonly string[]): boolean =>
  fields.some((field) => /^-?(?:\d{1,3}(?:\.\d{3})+|\d+),(?!\d{3}$)\d+$/.test(field)) &&
  !fields.some((field) => /^-?\d+\.(?!\d{3}$)\d+$/.test(field));

const DOLLARS = /^\$\s?(?=\d)/;
const DECIMAL_COMMA = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|\s)/;

function plainField(text: string, { decimalComma, dollars }: Writing): string {
  let field = text.trim();
  if (dollars) field = field.replace(DOLLARS, "");
  if (decimalComma && DECIMAL_COMMA.test(field)) field = field.replaceAll(".", "").replace(",", ".");
  // Days with points begin with the day wherever they are written.
  field = field.replace(
    GERMAN_DAY,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** The rows with commas, as many lines as before. */
async function* plainText(path: string, file: string, writing: Writing): AsyncGenerator<string> {
  const decoder = new TextDecoder(writing.encoding);
  const rows = new Rows();
  let rest = "";
  const written = (given: readonly string[]): string => given.map((row) => `${plainRow(row, writing)}\n`).join("");
  for await (const chunk of fileBytes(path, file)) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    yield written(rows.of(lines));
  }
  yield written(rows.of([`${rest}${decoder.decode()}`])) + rows.open;
}

/** Joins the lines of a row, which goes on in the next line while a quote is open. */
class Rows {
  /** What has begun of the next row. */
  open = "";

  of(lines: readonly string[]): readonly string[] {
    const rows: string[] = [];
    for (const line of lines) {
      this.open = this.open === "" ? line : `${this.open}\n${line}`;
      if (isOpen(this.open)) continue;
      rows.push(this.open);
      this.open = "";
    }
    return rows;
  }
}

/** Whether a quote is open at the end of a row, which then goes on in the next line. */
const isOpen = (row: string): boolean =>
  row.includes('"') && row.length < MAX_ROW_CHARS && (row.split('"').length - 1) % 2 === 1;

const plainRow = (row: string, writing: Writing): string =>
  csvFields(row.replace(/\r$/, ""), writing.separator)
    .map((field) => plainField(field, writing))
    .join(",");
