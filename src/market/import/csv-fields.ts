export type Separator = "," | ";" | "\t";

/** `open` goes on in the next line; `broken` has a quote that is closed in the midst of a text, or too late. */
type QuoteState = "closed" | "open" | "broken";

/** One row of a table, and the line at which it begins, from 1. */
export interface Row {
  /** As it stands there, without its line end. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly line: number;
  readonly isBroken: boolean;
}

/** A quote that is not closed must not swallow the file. */
const MAX_ROW_CHARS = 65_536;

/** Fields of one row; quotes may hold separators, line breaks and doubled quotes. */
export const csvFields = (row: string, separator: Separator = ","): readonly string[] => split(row, separator).fields;

/** Joins the lines of a row, which goes on in the next line while a quote is open. */
export class Rows {
  readonly #separator: Separator;
  /** What has begun of the next row. */
  #open: string | null = null;
  #first = 1;
  #line = 0;

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  /** The rows that end in these lines. */
  of(lines: readonly string[]): readonly Row[] {
    const rows: Row[] = [];
    for (const line of lines) {
      this.#line += 1;
      if (this.#open === null) this.#first = this.#line;
      const text = this.#open === null ? line : `${this.#open}\n${line}`;
      const isFull = text.length > MAX_ROW_CHARS;
      const goesOn = this.#open !== null && !line.includes('"');
      const found = goesOn && !isFull ? null : split(text.replace(/\r$/, ""), this.#separator);
      if (!isFull && (found === null || found.quotes === "open")) {
        this.#open = text;
        continue;
      }
      this.#open = null;
      rows.push({ text, fields: found?.fields ?? [], line: this.#first, isBroken: found?.quotes !== "closed" });
    }
    return rows;
  }

  /** What has begun of a row whose quote is open; null where there is none. */
  get begun(): string | null {
    return this.#open;
  }

  /** The line of the row whose quote is open, null where there is none. */
  get open(): number | null {
    return this.#open === null ? null : this.#first;
  }
}

interface Split {
  readonly fields: readonly string[];
  readonly quotes: QuoteState;
}

/** Splits a row as the engine does: a quote opens only at the beginning of a field, and must end it. */
function split(row: string, separator: Separator): Split {
  if (!row.includes('"')) return { fields: row.split(separator), quotes: "closed" };
  const fields: string[] = [];
  let quotes: QuoteState = "closed";
  for (let at = 0; at <= row.length;) {
    const field = fieldAt(row, at, separator);
    fields.push(field.text);
    if (quotes === "closed") quotes = field.quotes;
    at = field.end + 1;
  }
  return { fields, quotes };
}

/** The field that begins at `at`, and where it ends. */
function fieldAt(row: string, at: number, separator: Separator): { text: string; end: number; quotes: QuoteState } {
  const start = afterBlanks(row, at, separator);
  const next = (from: number): number => {
    const found = row.indexOf(separator, from);
    return found < 0 ? row.length : found;
  };
  if (row[start] !== '"') return { text: row.slice(at, next(at)), end: next(at), quotes: "closed" };
  let text = "";
  let from = start + 1;
  for (;;) {
    const quote = row.indexOf('"', from);
    if (quote < 0) return { text: text + row.slice(from), end: row.length, quotes: "open" };
    text += row.slice(from, quote);
    from = quote + 1;
    if (row[from] !== '"') break;
    text += '"';
    from += 1;
  }
  const end = afterBlanks(row, from, separator);
  if (end === row.length || row[end] === separator) return { text, end, quotes: "closed" };
  return { text: row.slice(at, next(end)), end: next(end), quotes: "broken" };
}

function afterBlanks(row: string, at: number, separator: Separator): number {
  const blanks = separator === "\t" ? " " : " \t";
  let after = at;
  while (after < row.length && blanks.includes(row.charAt(after))) after += 1;
  return after;
}
