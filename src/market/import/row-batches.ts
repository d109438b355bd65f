import { blanksBehindQuotes } from "./blanks-in-quotes.ts";
import { quoted, withCsvRows, type CsvRows } from "./csv-rows.ts";
import { MAX_LINE_BYTES } from "./file-bytes.ts";
import { Quotes } from "./quotes.ts";
import type { ImportContext } from "./run-import.ts";
import { NOT_UTF8 } from "./text-sql.ts";

/** A text of the rows of several files; some hundred small ones go into one. */
export const BATCH_BYTES = 64_000_000;

/** The rows of one of many small files. */
export interface FileRows {
  /** As the report names it. */
  readonly file: string;
  /** Texts that every row is given before its own. */
  readonly cells: readonly string[];
  readonly text: string;
  /** Lines of the file before these rows. */
  readonly skipped: number;
}

/** A line without a value, which is no row of a table. */
export const isBlankLine = (line: string): boolean => /^[ \t,]*$/.test(line);

/**
 * Rows of many files as one text. Every row begins with the file, the number of rows before the file, and the file's cells;
 * no row may go on in the next line.
 */
export class RowBatch {
  #texts: string[] = [];
  #rows = 0;
  /** Characters so far. */
  size = 0;

  add({ file, cells, text, skipped }: FileRows): void {
    const lines = blanksBehindQuotes(withLineEnd(text.replaceAll("\r", ""))).split("\n");
    const prefix = [quoted(file), this.#rows - skipped, ...cells.map(quoted), ""].join(",");
    const rows = lines.map((line) => (isBlankLine(line) ? "" : `${prefix}${line}`)).join("\n");
    this.#texts.push(rows);
    this.size += rows.length;
    this.#rows += lines.length - 1;
  }

  /** Hands the rows to `use`, and is empty then. */
  async read(context: ImportContext, columns: readonly string[], use: (rows: CsvRows) => Promise<void>): Promise<void> {
    if (this.#rows > 0) await withCsvRows(context, { text: this.#texts.join("") }, columns, use);
    this.#texts = [];
    this.#rows = 0;
    this.size = 0;
  }
}

/** Hands the rows of many files to `use`, in batches. A file with a line that cannot be read is refused. */
export async function inBatches(
  context: ImportContext,
  files: AsyncIterable<FileRows>,
  columns: readonly string[],
  use: (rows: CsvRows) => Promise<void>,
): Promise<void> {
  const batch = new RowBatch();
  for await (const rows of files) {
    const found = unreadableLine(withLineEnd(rows.text.replaceAll("\r", "")));
    if (found !== null)
      context.refuse({ file: rows.file, field: "", text: "", ...found, line: found.line + rows.skipped });
    if (found !== null || rows.text === "") continue;
    batch.add(rows);
    if (batch.size > BATCH_BYTES) await batch.read(context, columns, use);
  }
  await batch.read(context, columns, use);
}

export const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** The first line that is longer than any row is, is no text, or leaves a quote open. */
function unreadableLine(text: string): { readonly line: number; readonly reason: string } | null {
  const long = text.split("\n").findIndex((line) => line.length > MAX_LINE_BYTES);
  if (long >= 0) return { line: long + 1, reason: `line longer than ${MAX_LINE_BYTES >> 10} kB` };
  const strange = text.indexOf("\uFFFD");
  if (strange >= 0) return { line: text.slice(0, strange).split("\n").length, reason: NOT_UTF8 };
  const bytes = Buffer.from(text);
  const quotes = new Quotes();
  const open = quotes.read(bytes) ?? quotes.end();
  if (open === null) return null;
  return { line: bytes.subarray(0, open).toString("latin1").split("\n").length, reason: "quote is not closed" };
}
