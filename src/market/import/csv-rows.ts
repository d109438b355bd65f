import { randomUUID } from "node:crypto";
import { symlink, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { MarketError } from "../market.ts";
import { isGzip, passingBytes } from "./file-bytes.ts";
import { numberedRows } from "./numbered-rows.ts";
import type { ImportContext } from "./run-import.ts";
import { withSent, type Sending } from "./send-pieces.ts";

/** The rows of a CSV text as a statement reads them. */
export interface CsvRows {
  /** What stands after FROM: texts in the columns asked for. */
  readonly from: string;
  /** SQL for the number of a row in the text, from 0. */
  readonly number: string;
  /** The same with types: of all columns, or of the first ones where rows have no others. Null where the rows were sent as texts. */
  readonly typed: ((types: readonly string[]) => string) | null;
}

/** A file, with the name that errors call it by, or a text. */
export type CsvText = { readonly path: string; readonly file: string } | { readonly text: string };

/** How a row is split: fields that are missing are empty, and what stands around them does not count. */
const CSV_SETTINGS = {
  input_format_csv_allow_variable_number_of_columns: 1,
  input_format_csv_trim_whitespaces: 1,
  input_format_csv_empty_as_default: 1,
  input_format_parallel_parsing: 1,
} as const;

/** The settings of a statement with `CsvRows`. */
export const READ_SETTINGS = {
  ...CSV_SETTINGS,
  max_insert_block_size: 500_000,
  min_insert_block_size_rows: 500_000,
} as const;

/**
 * Lets statements read a CSV text with these columns. The embedded engine reads a file where it stands; to an address the
 * rows are sent, each with its number, into a table of the import.
 */
export async function withCsvRows(
  context: ImportContext,
  csv: CsvText,
  columns: readonly string[],
  use: (rows: CsvRows) => Promise<void>,
): Promise<void> {
  const spool = context.market.spoolFile(`import-${randomUUID()}.csv${"path" in csv && isGzip(csv.path) ? ".gz" : ""}`);
  if (spool === null) return withSentRows(context, csv, columns, use);
  try {
    await ("path" in csv ? symlink(resolve(csv.path), spool) : writeSpool(spool, csv.text));
    const typed = (types: readonly string[]): string => {
      const named = types.map((type, index) => `${columns[index]} ${type}`);
      return `file('${spool}', 'CSV', '${named.join(", ")}')`;
    };
    await use({ from: typed(columns.map(() => "String")), number: "_row_number", typed });
  } finally {
    await unlink(spool).catch(() => undefined);
  }
}

async function writeSpool(spool: string, text: string): Promise<void> {
  await writeFile(spool, text).catch((error: unknown) => {
    const full = error instanceof Error && "code" in error && error.code === "ENOSPC";
    throw full ? new MarketError("disk-full", `No space left for ${spool}`) : error;
  });
}

async function withSentRows(
  context: ImportContext,
  csv: CsvText,
  columns: readonly string[],
  use: (rows: CsvRows) => Promise<void>,
): Promise<void> {
  const bytes = "path" in csv ? passingBytes(csv.path, csv.file) : inChunks(csv.text);
  const sending: Sending = {
    table: `rows_${columns.length}`,
    columns: [["number", "UInt32"], ...columns.map((_, index) => [`c${index + 1}`, "String"] as const)],
    orderBy: "number",
    format: "CSV",
    settings: CSV_SETTINGS,
    pieces: numberedRows(bytes),
  };
  await withSent(context, sending, (table) =>
    use({
      from: `(SELECT number, ${columns.map((column, index) => `c${index + 1} AS ${column}`).join(", ")} FROM ${table})`,
      number: "number",
      typed: null,
    }),
  );
}

const CHUNK_CHARS = 1 << 20;

function* inChunks(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length;) {
    // The two halves of a character stay together.
    const end = at + CHUNK_CHARS;
    const next = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
    yield Buffer.from(text.slice(at, next));
    at = next;
  }
}

/** A text as one field of a CSV line. */
export const quoted = (text: string): string => `"${text.replaceAll(/[\r\n]+/g, " ").replaceAll('"', '""')}"`;
