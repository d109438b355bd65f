const QUOTE = 34;
const COMMA = 44;
const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13;
const isBlank = (byte: number): boolean => byte === 32 || byte === 9;
/** A quote is mostly a few bytes away: looking for it there costs less than asking for it. */
const NEAR_BYTES = 64;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Bytes of a quoted field, its line breaks included. */
const MAX_QUOTED_BYTES = 64 << 10;

export const QUOTE_PROBLEM =
  'The quote (") that opens a field here is never closed, or is closed in the midst of a text. Close it, or double it where it belongs to the text.';

/**
 * Follows the quotes of a CSV file as the engine reads them: one at the beginning of a field holds commas and line breaks
 * until the next single one, which must end the field. Anything else would make one row of many.
 */
export class Quotes {
  /** Bytes of the chunks before this one. */
  #read = 0;
  /** Where the open field began; null outside quotes. */
  #open: number | null = null;
  /** `text`: within quotes; `quote`: after one there, which ends the field or is doubled; `closed`: only blanks may follow. */
  #state: "field" | "unquoted" | "text" | "quote" | "closed" = "field";
  /** The last byte of the chunk before. */
  #last = 0;
  #hasBlankEnd = false;

  /** Whether a blank stands before a quote within quotes, as in `"Apple "` (`blanks-in-quotes.ts`). */
  get hasBlankEnd(): boolean {
    return this.#hasBlankEnd;
  }

  /** Reads a chunk; gives the offset of a quote that is not closed as it must be, null where there is none. `outside` gets
   * every stretch of it without quotes: a line break there ends a row. */
  read(bytes: Uint8Array, outside?: (from: number, to: number) => void): number | null {
    let at = this.#read === 0 ? markLength(bytes) : 0;
    for (; at < bytes.length; at += 1) {
      // Most files have none: what stands before the next quote is passed over but for its end.
      if (this.#state === "unquoted" || this.#state === "field") {
        const next = nextQuote(bytes, at);
        const end = next < 0 ? bytes.length : next;
        if (end > at) this.#state = stateAfter(bytes, at, end, this.#state);
        outside?.(at, end);
        if (next < 0) break;
        at = next;
        if (this.#state === "field") {
          const closing = endOfPlain(bytes, at);
          if (closing > 0) {
            this.#hasBlankEnd ||= isBlank(bytes[closing - 1] ?? 0);
            at = closing;
            continue;
          }
          this.#open = this.#read + at;
          this.#state = "text";
        }
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (this.#state === "text") {
        const next = nextQuote(bytes, at);
        if (this.#read + (next < 0 ? bytes.length : next) - (this.#open ?? 0) > MAX_QUOTED_BYTES) return this.#open;
        if (next < 0) break;
        at = next;
        this.#hasBlankEnd ||= isBlank((at === 0 ? this.#last : bytes[at - 1]) ?? 0);
        this.#state = "quote";
      } else if (this.#state === "quote" && byte === QUOTE) this.#state = "text";
      else if (byte === COMMA || isLineBreak(byte)) {
        outside?.(at, at + 1);
        this.#open = null;
        this.#state = "field";
      } else if (isBlank(byte)) this.#state = "closed";
      else return this.#open;
    }
    this.#read += bytes.length;
    this.#last = bytes.at(-1) ?? this.#last;
    return null;
  }

  /** The same at the end of the file. */
  end(): number | null {
    return this.#state === "text" ? this.#open : null;
  }
}

/** Bytes of the mark of UTF-8 at the beginning of a file. */
export const markLength = (bytes: Uint8Array): number =>
  BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;

/** Where the next quote is, from `at` on; negative where there is none. */
function nextQuote(bytes: Uint8Array, at: number): number {
  const near = Math.min(at + NEAR_BYTES, bytes.length);
  for (let index = at; index < near; index += 1) if (bytes[index] === QUOTE) return index;
  return bytes.indexOf(QUOTE, near);
}

/** The quote that ends the field which `at` opens, where it is near and a comma or line break follows; else 0. */
function endOfPlain(bytes: Uint8Array, at: number): number {
  const near = Math.min(at + NEAR_BYTES, bytes.length - 1);
  for (let index = at + 1; index < near; index += 1)
    if (bytes[index] === QUOTE) {
      const after = bytes[index + 1] ?? 0;
      return after === COMMA || isLineBreak(after) ? index : 0;
    }
  return 0;
}

/** Whether a field begins at `end`, from what stands between. */
function stateAfter(bytes: Uint8Array, from: number, end: number, before: "field" | "unquoted"): "field" | "unquoted" {
  let last = end - 1;
  while (last >= from && isBlank(bytes[last] ?? 0)) last -= 1;
  if (last < from) return before;
  const byte = bytes[last] ?? 0;
  return byte === COMMA || isLineBreak(byte) ? "field" : "unquoted";
}
