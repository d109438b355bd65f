import { blanksBehindQuotes } from "./blanks-in-quotes.ts";
import { quoted, withCsvRows, type CsvRows } from "./csv-rows.ts";
import { MAX_LINE_BYTES } from "./file-bytes.ts";
import { Quotes } from "./quotes.ts";
import type { ImportContext } from "./run-import.ts";

/** A text of the rows of several files; some hundred small ones go into one. */
const BATCH_BYTES = 64_000_000;

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

/**
 * Puts rows of many files into texts of a few ten megabytes and hands the rows of each to `use`. Every row begins with the
 * file, the number of rows before the file, and the file's cells. A file with a line that cannot be read is refused.
 */
export async function inBatches(
  context: ImportContext,
  files: AsyncIterable<FileRows>,
  columns: readonly string[],
  use: (rows: CsvRows) => Promise<void>,
): Promise<void> {
  let texts: string[] = [];
  let [bytes, rows] = [0, 0];
  const flush = async (): Promise<void> => {
    if (rows > 0) await withCsvRows(context, { text: texts.join("") }, columns, use);
    texts = [];
    [bytes, rows] = [0, 0];
  };
  for await (const { file, cells, text, skipped } of files) {
    const content = blanksBehindQuotes(withLineEnd(text.replaceAll("\r", "")));
    const found = unreadableLine(content);
    if (found !== null) context.refuse({ file, field: "", text: "", ...found, line: found.line + skipped });
    if (found !== null || content === "") continue;
    const prefix = [quoted(file), rows - skipped, ...cells.map(quoted), ""].join(",");
    texts.push(content.replaceAll(/^(?=.)/gm, () => prefix));
    bytes += content.length;
    rows += content.split("\n").length - 1;
    if (bytes > BATCH_BYTES) await flush();
  }
  await flush();
}

export const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** The first line that is longer than any row is, is no text, or leaves a quote open. */
function unreadableLine(text: string): { readonly line: number; readonly reason: string } | null {
  const long = text.split("\n").findIndex((line) => line.length > MAX_LINE_BYTES);
  if (long >= 0) return { line: long + 1, reason: `line longer than ${MAX_LINE_BYTES >> 10} kB` };
  const strange = text.indexOf("\uFFFD");
  if (strange >= 0) return { line: text.slice(0, strange).split("\n").length, reason: "not UTF-8" };
  const bytes = Buffer.from(text);
  const quotes = new Quotes();
  const open = quotes.read(bytes) ?? quotes.end();
  if (open === null) return null;
  return { line: bytes.subarray(0, open).toString("latin1").split("\n").length, reason: "quote is not closed" };
}
