import { MAX_LINE_BYTES } from "./file-bytes.ts";
import { markLength, Quotes } from "./quotes.ts";

const LINE_BREAK = 10;
/** Bytes and rows of a piece: one insert, which the engine stores whole or not at all. */
const PIECE_BYTES = 8 << 20;
const PIECE_ROWS = 500_000;
/** The digits of a row's number and a comma. */
const MAX_NUMBER_BYTES = 16;

/**
 * A CSV text in pieces of whole rows, with each row's number, from 0, as a field of its own in front: whoever reads them
 * together, in any order, knows where a row stood. Quotes are those that `checkLines` lets through. Two buffers take turns:
 * a piece is valid until the next but one is asked for.
 */
export async function* numberedRows(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  most: { readonly bytes: number; readonly rows: number } = { bytes: PIECE_BYTES, rows: PIECE_ROWS },
): AsyncGenerator<Buffer, void> {
  const quotes = new Quotes();
  let piece = Buffer.allocUnsafeSlow(0);
  let other = piece;
  let filled = 0;
  let rows = 0;
  let rowsBefore = 0;
  let atRowStart = true;
  let isFirst = true;
  let ends = new Uint32Array(0);

  const add = (bytes: Buffer, from: number, to: number): void => {
    const needed = filled + to - from + MAX_NUMBER_BYTES;
    if (needed > piece.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(Math.min(2 * needed, most.bytes + MAX_LINE_BYTES), needed));
      piece.copy(larger, 0, 0, filled);
      piece = larger;
    }
    if (atRowStart) filled = writeNumber(piece, filled, rows++);
    atRowStart = false;
    filled += bytes.copy(piece, filled, from, to);
  };

  for await (const bytes of chunks) {
    // One array for all chunks: rows are many, and what each leaves behind is memory until it is collected.
    if (ends.length < bytes.length) ends = new Uint32Array(bytes.length);
    let count = 0;
    quotes.read(bytes, (from, to) => {
      for (let at = bytes.indexOf(LINE_BREAK, from); at >= 0 && at < to; at = bytes.indexOf(LINE_BREAK, at + 1))
        ends[count++] = at + 1;
    });
    let from = isFirst ? markLength(bytes) : 0;
    isFirst = false;
    for (let index = 0; index < count; index += 1) {
      const end = ends[index] ?? 0;
      add(bytes, from, end);
      from = end;
      atRowStart = true;
      if (filled < most.bytes && rows - rowsBefore < most.rows) continue;
      yield piece.subarray(0, filled);
      [piece, other] = [other, piece];
      filled = 0;
      rowsBefore = rows;
    }
    if (from < bytes.length) add(bytes, from, bytes.length);
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

const COMMA = 44;
const ZERO = 48;

/** Writes the digits of a row's number and a comma; gives where the row begins. */
function writeNumber(into: Buffer, at: number, number: number): number {
  let end = at + 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  let rest = number;
  for (let place = end - 1; place >= at; place -= 1) {
    into[place] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  into[end] = COMMA;
  return end + 1;
}
