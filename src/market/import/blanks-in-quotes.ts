import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeCopyFolder, removeCopyFolder } from "./copy-folder.ts";
import { Rows } from "./csv-fields.ts";
import { fileBytes } from "./file-bytes.ts";
import type { Input } from "./input.ts";
import { markLength } from "./quotes.ts";

/*
 * The engine (ClickHouse 26.7) goes too far when it trims an empty field at the end of a row: blanks that end the text above it in
 * the same column, as in `"Apple "`, are cut off, lengths no longer fit, and the engine crashes. So blanks at the end of a text in
 * quotes are put behind the quote, where they mean as little and do no harm.
 */

const QUOTED_FIELD = /(?<=^|,)([ \t]*")((?:[^"]+|"")*)"/g;

/** A row whose fields in quotes end with no blank. */
const moved = (row: string): string =>
  row.replaceAll(QUOTED_FIELD, (_, opening: string, text: string) => {
    let end = text.length;
    while (" \t".includes(text.charAt(end - 1)) && end > 0) end -= 1;
    return `${opening}${text.slice(0, end)}"${text.slice(end)}`;
  });

/** Rows of a CSV text, which ends with a line end, whose fields in quotes end with no blank. */
export function blanksBehindQuotes(text: string): string {
  if (!/[ \t]"/.test(text)) return text;
  const rows = new Rows(",");
  // A quote that is left open is for others to refuse.
  return joined(rows, text.split("\n").slice(0, -1)) + endOf(rows);
}

const joined = (rows: Rows, lines: readonly string[]): string =>
  rows
    .of(lines)
    .map(({ text }) => `${moved(text)}\n`)
    .join("");

/** What is left where a quote is not closed, as it stands. */
const endOf = (rows: Rows): string => (rows.begun === null ? "" : `${rows.begun}\n`);

/** A file with the rows of another that `checkLines` lets through, byte by byte the same but for such blanks; gone when it is disposed. */
export async function copyWithBlanksBehindQuotes({
  path,
  file,
}: Input): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await makeCopyFolder();
  const dispose = (): Promise<void> => removeCopyFolder(folder);
  const copy = join(folder, "rows.csv");
  try {
    await pipeline(Readable.from(copied(path, file)), createWriteStream(copy));
  } catch (error) {
    await dispose();
    throw error;
  }
  return { path: copy, [Symbol.asyncDispose]: dispose };
}

async function* copied(path: string, file: string): AsyncGenerator<Buffer> {
  const rows = new Rows(",");
  let rest = "";
  let isFirst = true;
  for await (const bytes of fileBytes(path, file)) {
    // A character to a byte, whatever the bytes are.
    const lines = (rest + bytes.subarray(isFirst ? markLength(bytes) : 0).toString("latin1")).split("\n");
    isFirst = false;
    rest = lines.pop() ?? "";
    yield Buffer.from(joined(rows, lines), "latin1");
  }
  const end = rest === "" ? "" : joined(rows, [rest]);
  yield Buffer.from(end + endOf(rows), "latin1");
}
