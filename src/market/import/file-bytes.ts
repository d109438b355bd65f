import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { Quotes, QUOTE_PROBLEM } from "./quotes.ts";
import { ImportError } from "./report.ts";

/** Bytes of a line, and of a whole JSON file, unpacked: a bar takes 60 and a company's facts 20 million. */
export const MAX_LINE_BYTES = 64 << 10;
const MAX_JSON_BYTES = 512 << 20;
const CHUNK = 1 << 20;
const LINE_BREAK = 10;
const APOSTROPHE = 39;
const BLANKS = new Set([9, 13, 32]);

export const isGzip = (path: string): boolean => path.toLowerCase().endsWith(".gz");

/** An error of zlib or of the disk as one sentence that names the file; nothing of it was imported. */
function unreadable(file: string, error: unknown): ImportError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "Z_BUF_ERROR") return new ImportError(`${file} is cut off: its gzip has no end. Fetch it again.`);
  if (code.startsWith("Z_"))
    return new ImportError(`${file} is no gzip file, or a damaged one. Fetch it again, or drop the .gz from its name.`);
  if (code === "ERR_BUFFER_TOO_LARGE")
    return new ImportError(`${file} unpacks to more than ${MAX_JSON_BYTES >> 20} MB, which no file of its kind does.`);
  return new ImportError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

/** The bytes of a file, unpacked where its name ends in .gz. Throws ImportError where they cannot be read to the end. */
export async function* fileBytes(path: string, file: string): AsyncGenerator<Buffer, void> {
  const packed = createReadStream(path, { highWaterMark: CHUNK });
  // Errors of either reach the loop below.
  const bytes = isGzip(path) ? pipeline(packed, createGunzip({ chunkSize: CHUNK }), () => undefined) : packed;
  try {
    for await (const chunk of bytes) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    packed.destroy();
  }
}

/**
 * The same, each chunk valid until the next is asked for. A file is read into one buffer, and unpacked into ones that are given up
 * once they were used: of a gigabyte of chunks some tens of megabytes would always wait to be collected.
 */
export async function* passingBytes(path: string, file: string): AsyncGenerator<Buffer, void> {
  try {
    if (isGzip(path)) yield* unpackedChunks(path);
    else yield* plainChunks(path);
  } catch (error) {
    throw error instanceof ImportError ? error : unreadable(file, error);
  }
}

/** Into one buffer. */
async function* plainChunks(path: string): AsyncGenerator<Buffer, void> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK);
  await using handle = await open(path);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}

async function* unpackedChunks(path: string): AsyncGenerator<Buffer, void> {
  // It takes a chunk only when it is done with the one before.
  const settings = { chunkSize: CHUNK, writableHighWaterMark: 1 };
  // Errors of either reach the loop below.
  const bytes = pipeline(plainChunks(path), createGunzip(settings), () => undefined);
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) continue;
    yield chunk;
    const { buffer, byteOffset, length } = chunk;
    // Full: nothing more is unpacked into it.
    if (buffer instanceof ArrayBuffer && byteOffset + length === CHUNK && buffer.byteLength === CHUNK)
      buffer.transfer(0);
  }
}

/** A whole small file, unpacked where its name ends in .gz, within bounds. */
export function unpacked(bytes: Buffer, path: string, file: string): Buffer {
  if (!isGzip(path)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_JSON_BYTES });
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Reads a file to its end before the engine does: a gzip file must be whole, no line longer than any row is, for the
 * engine holds a line in memory, and every quote closed, for one left open swallows the rows after it. Throws ImportError,
 * naming the line, as soon as that is known. Gives whether there is an apostrophe in it, and a blank before a quote within quotes.
 */
export async function checkLines(
  path: string,
  file: string,
): Promise<{ readonly hasApostrophe: boolean; readonly hasBlankEnd: boolean }> {
  let before = 0;
  let read = 0;
  let hasApostrophe = false;
  const quotes = new Quotes();
  const refuseQuote = async (open: number | null): Promise<void> => {
    if (open === null) return;
    const line = 1 + (await countLineBreaks(path, file, open));
    throw new ImportError(`${file}:${line}: ${QUOTE_PROBLEM} Nothing was imported.`);
  };
  for await (const bytes of passingBytes(path, file)) {
    hasApostrophe ||= bytes.includes(APOSTROPHE);
    const start = longLine(bytes, before);
    if (start !== null) {
      const line = 1 + (await countLineBreaks(path, file, read + start));
      throw new ImportError(
        `${file}:${line}: the line is longer than ${MAX_LINE_BYTES >> 10} kB, so this is no table of rows. Nothing was imported.`,
      );
    }
    await refuseQuote(quotes.read(bytes));
    const last = bytes.lastIndexOf(LINE_BREAK);
    before = last < 0 ? before + bytes.length : bytes.length - 1 - last;
    read += bytes.length;
  }
  await refuseQuote(quotes.end());
  return { hasApostrophe, hasBlankEnd: quotes.hasBlankEnd };
}

/** Where in a chunk the first line that is too long begins, negative where `before` bytes of it came earlier; else null. */
function longLine(bytes: Buffer, before: number): number | null {
  for (let start = -before; start + MAX_LINE_BYTES < bytes.length;) {
    const end = bytes.lastIndexOf(LINE_BREAK, start + MAX_LINE_BYTES);
    if (end < Math.max(0, start)) return start;
    start = end + 1;
  }
  return null;
}

/** Line breaks in front of an offset. */
async function countLineBreaks(path: string, file: string, to: number): Promise<number> {
  let count = 0;
  let read = 0;
  for await (const bytes of passingBytes(path, file)) {
    for (let at = bytes.indexOf(LINE_BREAK); at >= 0 && read + at < to; at = bytes.indexOf(LINE_BREAK, at + 1))
      count += 1;
    read += bytes.length;
    if (read >= to) break;
  }
  return count;
}

/** Lines with anything on them, after the first `skipped`. */
export async function countRows(path: string, file: string, skipped: number): Promise<number> {
  let line = 0;
  let rows = 0;
  let isBlank = true;
  const end = (): void => {
    if (!isBlank && line >= skipped) rows += 1;
    line += 1;
    isBlank = true;
  };
  for await (const bytes of passingBytes(path, file))
    for (const byte of bytes) {
      if (byte === LINE_BREAK) end();
      else if (!BLANKS.has(byte)) isBlank = false;
    }
  end();
  return rows;
}

/** Reads a JSON file to its end before the engine does: whole, and no larger than any of its kind. */
export async function checkSize(path: string, file: string): Promise<void> {
  let size = 0;
  for await (const bytes of passingBytes(path, file)) {
    size += bytes.length;
    if (size > MAX_JSON_BYTES)
      throw unreadable(file, Object.assign(new RangeError(), { code: "ERR_BUFFER_TOO_LARGE" }));
  }
}
