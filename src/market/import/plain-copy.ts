import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeCopyFolder, removeCopyFolder } from "./copy-folder.ts";
import { Rows, type Separator } from "./csv-fields.ts";
import { firstBytes } from "./first-bytes.ts";
import { numberStyleOf, plainNumber, POINTS, type NumberStyle } from "./number-style.ts";
import { QUOTE_PROBLEM } from "./quotes.ts";
import { ImportError } from "./report.ts";
import { textLines, type Encoding } from "./text-lines.ts";

/** How a table is written that differs from a CSV with commas in UTF-8. */
interface Writing {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly numbers: NumberStyle;
  /** `$187.15`. */
  readonly dollars: boolean;
  /** Columns, from 0, that are translated; null for all. A name is no number, whatever it looks like. */
  readonly columns: ReadonlySet<number> | null;
}

/** Which columns of a table with that header are translated. */
type ColumnsOf = (header: readonly string[]) => ReadonlySet<number> | null;

const SAMPLE_BYTES = 65_536;
const SAMPLE_ROWS = 50;

/** Copies of files as CSV with commas in UTF-8, of those that are written otherwise. They are gone at the end. */
export class PlainCopies implements AsyncDisposable {
  #folder: Promise<string> | null = null;
  #count = 0;
  /** One at a time: a folder may hold thousands of files. */
  #written: Promise<unknown> = Promise.resolve();

  /** The path to read instead, line by line the same rows, and what was translated; null where the file is plain. */
  async of(
    path: string,
    file: string,
    columnsOf: ColumnsOf,
  ): Promise<{ readonly path: string; readonly from: string } | null> {
    const writing = await writingOf(path, file, columnsOf);
    if (writing === null) return null;
    this.#folder ??= makeCopyFolder();
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
    // Where one file is refused, a folder for another may be on its way.
    if (this.#folder !== null) await removeCopyFolder(await this.#folder);
  }
}

const described = ({ encoding, separator, numbers, dollars }: Writing): string =>
  [
    ...(encoding === "utf-8" ? [] : ["UTF-16"]),
    ...(separator === "," ? [] : [separator === ";" ? "semicolons" : "tabs"]),
    ...(numbers.decimals === "comma" ? ["decimal commas"] : []),
    ...(dollars ? ["dollar signs"] : []),
  ].join(", ");

/** How a file is written, from its first rows; null where it is plain. */
async function writingOf(path: string, file: string, columnsOf: ColumnsOf): Promise<Writing | null> {
  const bytes = (await firstBytes(path, file, SAMPLE_BYTES)).subarray(0, SAMPLE_BYTES);
  const encoding = encodingOf(bytes);
  // Of a plain file that is no such text the engine says more.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const lines = text.split("\n");
  // The last line may be cut off.
  const { separator, rows } = separated(bytes.length === SAMPLE_BYTES ? lines.slice(0, -1) : lines);
  const columns = columnsOf(rows[0] ?? []);
  const read = rows.map((row) => row.map((field, column) => (columns?.has(column) === false ? "" : field)));
  const dollars = read.some((row) => row.some((field) => DOLLARS.test(field)));
  const numbers =
    separator === "," ? POINTS : numberStyleOf(read.map((row) => row.map((field) => field.replace(DOLLARS, ""))));
  const isPlain = encoding === "utf-8" && separator === "," && !dollars;
  return isPlain ? null : { encoding, separator, numbers, dollars, columns };
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

interface Separated {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
}

/** What stands as often in every row, most often of all, with the rows; commas where nothing does. */
function separated(lines: readonly string[]): Separated {
  const by = (separator: Separator): Separated => ({
    separator,
    // A broken row has any number of fields, and is refused when it is translated.
    rows: new Rows(separator)
      .of(lines)
      .filter(({ fields, isBroken }) => !isBroken && fields.some((field) => field.trim() !== ""))
      .slice(0, SAMPLE_ROWS)
      .map(({ fields }) => fields.map((field) => field.trim())),
  });
  let best = by(",");
  let most = 1;
  for (const found of [best, by(";"), by("\t")]) {
    const [{ length: count } = []] = found.rows;
    if (count > most && found.rows.every((row) => row.length === count)) [best, most] = [found, count];
  }
  return best;
}

const DOLLARS = /^\$\s?(?=\d)/;
const DOLLAR_THOUSANDS = /^\$\s?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|\s)/;

function plainField(text: string, column: number, { columns, ...writing }: Writing): string {
  const field = text.trim();
  const plain = columns?.has(column) === false ? field : plainValue(field, column, writing);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function plainValue(text: string, column: number, { numbers, dollars }: Omit<Writing, "columns">): string {
  let field = text;
  if (dollars && numbers.decimals === "point" && DOLLAR_THOUSANDS.test(field)) field = field.replaceAll(",", "");
  if (dollars) field = field.replace(DOLLARS, "");
  field = plainNumber(field, column, numbers);
  // Days with points begin with the day wherever they are written.
  return field.replace(
    GERMAN_DAY,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}

/** The rows with commas, as many lines as before. Throws ImportError where a quote is not closed as it must be. */
async function* plainText(path: string, file: string, writing: Writing): AsyncGenerator<string> {
  const rows = new Rows(writing.separator);
  const refuseQuote = (line: number): never => {
    throw new ImportError(`${file}:${line}: ${QUOTE_PROBLEM} Nothing was imported.`);
  };
  for await (const lines of textLines(path, file, { encoding: writing.encoding, fatal: true })) {
    const written = rows.of(lines).map(({ fields, line, isBroken }) => {
      if (isBroken) refuseQuote(line);
      return `${fields.map((field, column) => plainField(field, column, writing)).join(",")}\n`;
    });
    yield written.join("");
  }
  if (rows.open !== null) refuseQuote(rows.open);
}
