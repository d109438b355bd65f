import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { READ_SETTINGS } from "./csv-rows.ts";
import { isGzip, MAX_LINE_BYTES } from "./file-bytes.ts";
import { columnsOf, readStatement, shapesOf } from "./incoming.ts";
import { reportInput } from "./report-input.ts";
import { sampleOf, type CsvOptions, type Input, type Origin } from "./input.ts";
import { KINDS } from "./kinds.ts";
import { Quotes } from "./quotes.ts";
import { ImportError } from "./report.ts";
import { BATCH_BYTES, isBlankLine, RowBatch, withLineEnd } from "./row-batches.ts";
import type { ImportContext } from "./run-import.ts";

/** Bytes of a file up to which it is read together with others: a statement for each costs more than its rows. */
export const SMALL_BYTES = 1 << 20;
const MAX_UNPACKED_BYTES = 8 << 20;

/** Columns that every row is given: file, number of rows before its file, symbol. */
const PREFIX = 3;

interface Options {
  readonly adjusted: boolean;
  /** Bytes of a file that is small. */
  readonly upTo: number;
  /** Reads a file by itself. */
  readonly readAlone: (input: Input) => Promise<void>;
  readonly onProgress: CsvOptions["onProgress"];
}

/** Files whose rows one statement reads. */
interface Group {
  readonly input: Input;
  readonly sample: readonly (readonly string[])[];
  readonly batch: RowBatch;
}

/**
 * Reads files, small ones together: those of the same columns and dates in one statement, with the rows and refusals that each
 * has by itself. Large ones, and whatever has something wrong or odd as a whole, are read alone.
 */
export async function readFiles(
  context: ImportContext,
  inputs: readonly Input[],
  { adjusted, upTo, readAlone, onProgress }: Options,
): Promise<void> {
  const groups = new Map<string, Group>();
  let done = 0;
  /** Characters that were not read yet. */
  let waiting = 0;
  const read = async ({ input, sample, batch }: Group): Promise<void> => {
    const into = await context.staging.into(input.kind);
    await batch.read(context, columnsOf(input), (rows) =>
      context.market.command({
        sql: readStatement(input, { rows, into, calendar: context, sample, adjusted }),
        settings: READ_SETTINGS,
        lane: "scan",
      }),
    );
  };
  const readAll = async (): Promise<void> => {
    for (const group of groups.values()) await read(group);
    waiting = 0;
  };
  for (const input of inputs) {
    const found = inputs.length === 1 ? null : await rowsOf(input, upTo);
    if (found === null) await readAlone(input);
    else {
      reportInput(context, input);
      const { key, sample, symbol, text } = found;
      const group = groups.get(key) ?? { input: batched(input), sample, batch: new RowBatch() };
      groups.set(key, group);
      group.batch.add({ file: input.file, cells: [symbol], text, skipped: input.headerRows });
      waiting += text.length;
      if (waiting > BATCH_BYTES) await readAll();
    }
    onProgress?.({ step: "read", done: (done += 1), files: inputs.length });
  }
  await readAll();
}

interface FoundRows {
  /** The same of all files that one statement can read. */
  readonly key: string;
  /** Its first rows as they stand in the batch. */
  readonly sample: readonly (readonly string[])[];
  readonly symbol: string;
  /** Without the header. */
  readonly text: string;
}

/** The rows of a file that is small and has nothing odd; else null. */
async function rowsOf(input: Input, upTo: number): Promise<FoundRows | null> {
  if (input.missing.length > 0 || hasLineBreak(input.file)) return null;
  const { symbol: origin } = input.origins;
  const symbol = origin !== undefined && "text" in origin ? origin.text : "";
  if (hasLineBreak(symbol) || symbol.trim() !== symbol) return null;
  const text = await plainText(input, upTo);
  if (text === null) return null;
  try {
    const rows = await sampleOf(input);
    const sample = rows.map((row) => ["", "0", symbol, ...row]);
    const { kind, width, origins, timezone } = batched(input);
    const shapes = KINDS[kind].map(({ name, reading }) =>
      reading === "day" || reading === "moment" ? shapesOf(batched(input), sample)(name) : null,
    );
    const lines = text.split("\n").slice(input.headerRows).join("\n");
    return { key: JSON.stringify([kind, width, origins, timezone, shapes]), sample, symbol, text: lines };
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

const hasLineBreak = (text: string): boolean => /[\r\n]/.test(text);

/** How the rows of such files are read where each has the columns of its batch in front. */
function batched(input: Input): Input {
  const moved = Object.entries(input.origins).map(([field, origin]): [string, Origin] => {
    if ("column" in origin) return [field, { column: PREFIX + origin.column }];
    return [field, field === "symbol" ? { column: PREFIX } : origin];
  });
  return {
    ...input,
    path: "",
    file: "",
    width: PREFIX + input.width,
    headerRows: 0,
    origins: Object.fromEntries(moved),
    batch: PREFIX,
  };
}

/** The text of a small file in which every line is a row and that can be read to its end; else null. */
async function plainText({ path }: Input, upTo: number): Promise<string | null> {
  const { size } = await stat(path);
  if (size > upTo) return null;
  const bytes = withoutGzip(await readFile(path), path);
  if (bytes === null || !isUtf8(bytes)) return null;
  const text = withLineEnd(
    bytes
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n"),
  );
  if (text.includes("\r")) return null;
  const isOdd = (line: string): boolean =>
    line.length > MAX_LINE_BYTES / 4 || (line.includes('"') && isBlankLine(line.replaceAll('"', "")));
  if (text.split("\n").some(isOdd)) return null;
  return text.includes('"') && !hasRowPerLine(Buffer.from(text)) ? null : text;
}

function withoutGzip(bytes: Buffer, path: string): Buffer | null {
  if (!isGzip(path)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    // Read by itself, it says what is wrong with it.
    return null;
  }
}

const LINE_BREAK = 10;

/** Whether every quote is closed as it must be, and none holds a line break. */
function hasRowPerLine(bytes: Buffer): boolean {
  const quotes = new Quotes();
  let ends = 0;
  const countEnds = (from: number, to: number): void => {
    ends += bytes.subarray(from, to).reduce((sum, byte) => sum + (byte === LINE_BREAK ? 1 : 0), 0);
  };
  if (quotes.read(bytes, countEnds) !== null || quotes.end() !== null) return false;
  return ends === bytes.reduce((sum, byte) => sum + (byte === LINE_BREAK ? 1 : 0), 0);
}
