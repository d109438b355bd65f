import { Readable } from "node:stream";

const CHUNK_CHARS = 64 * 1024;

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function* chunks(rows: readonly object[]): Generator<Buffer> {
  let text = "";
  for (const row of rows) {
    text += `${JSON.stringify(row, bigintAsText)}\n`;
    if (text.length >= CHUNK_CHARS) {
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}

/** Objects as JSONEachRow, in chunks; a bigint goes as text, which the engine reads as a number. */
export function rowsAsLines(rows: readonly object[]): Readable {
  return Readable.from(chunks(rows), { objectMode: false });
}
