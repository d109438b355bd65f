import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { isTableMissing, MarketError } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import type { ExportFormat, RunRows, WholeStudy } from "../vocabulary/index.ts";
import { engineBytes } from "./engine-bytes.ts";
import { GzipError } from "./gzip-member.ts";
import type { ExportMeta } from "./request-sheet.ts";
import { csvStatement, parquetStatement, profileStatement } from "./sheet-sql.ts";
import type { ColumnProfile } from "./sheet-sql.ts";
import { summaryFigures } from "./summary-figures.ts";
import { workbook } from "./workbook.ts";
import { writeChunks } from "./write-chunks.ts";
import { ZipError } from "./zip.ts";

export class ExportError extends Error {
  override readonly name = "ExportError";
  /**
   * `result-gone`: the result table is missing or not the one of the run. `engine`: the engine failed; `cause` is its
   * error. `cancelled`. `disk-full`, `unwritable`: the file could not be written; nothing of it is left.
   */
  readonly code: "result-gone" | "engine" | "cancelled" | "disk-full" | "unwritable";
  constructor(code: ExportError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Time of creation as the workbook states it; now when left out. */
  readonly created?: Date;
  /** Rows of a sheet, and cells from which speed counts, for tests. */
  readonly sheetRows?: number;
  readonly manyCells?: number;
  /** Rows up to which the figures of the sheet *Summary* are formulas, for tests. */
  readonly liveRows?: number;
  /** What the rows were worth, for the sheet *Study*; asked for workbooks only. */
  readonly study?: (signal: AbortSignal) => Promise<WholeStudy>;
}

/** What a user or an operator can cause as an ExportError; a bug of this program is thrown on. */
function exportError(error: unknown): unknown {
  if (error instanceof ExportError) return error;
  if (error instanceof MarketError) {
    if (error.code === "cancelled") return new ExportError("cancelled", "The export was cancelled.", error);
    if (error.code === "disk-full") return new ExportError("disk-full", "The disk is full.", error);
    if (isTableMissing(error))
      return new ExportError("result-gone", "The result of this run is no longer there; run it again.", error);
    return new ExportError("engine", `The engine could not write the export: ${error.message}`, error);
  }
  if (error instanceof GzipError || error instanceof ZipError) return new ExportError("engine", error.message, error);
  if (error instanceof Error) {
    const code = "code" in error ? error.code : null;
    if (error.name === "AbortError") return new ExportError("cancelled", "The export was cancelled.", error);
    if (code === "ENOSPC" || code === "EDQUOT") return new ExportError("disk-full", "The disk is full.", error);
    if ("syscall" in error) return new ExportError("unwritable", `The file cannot be written: ${error.message}`, error);
  }
  return error;
}

/** One pass over the result: is it the table of this run, and what do its columns hold? */
async function profile(market: Market, run: RunRows, signal: AbortSignal): Promise<readonly ColumnProfile[]> {
  const [found] = await market.query<Record<string, number>>({
    sql: profileStatement(run),
    params: run.from?.params ?? {},
    signal,
  });
  const rows = found?.["rows"] ?? 0;
  const numbered = rows === 0 || (found?.["first"] === 1 && found["last"] === rows);
  if (rows !== run.rows || !numbered)
    throw new ExportError("result-gone", "The result table is not the one of this run; run it again.");
  return run.columns.map((_, index) => ({
    filled: found?.[`filled${index}`] ?? 0,
    smallest: found?.[`smallest${index}`] || Infinity,
    largest: found?.[`largest${index}`] ?? 0,
    fraction: found?.[`fraction${index}`] ?? 0,
    needsEscaping: found?.[`needs_escaping${index}`] ?? 0,
    longest: found?.[`longest${index}`] ?? 0,
    bytes: found?.[`bytes${index}`] ?? 0,
  }));
}

/** Checks the result, then gives the file's bytes; no statement is sent before the first is read. */
async function bytesOf(
  market: Market,
  run: RunRows,
  format: ExportFormat,
  meta: ExportMeta,
  options: ExportOptions & { readonly signal: AbortSignal },
): Promise<AsyncGenerator<Buffer, void>> {
  const { signal } = options;
  const work = { key: `export-${randomUUID()}`, signal, params: run.from?.params ?? {} };
  signal.throwIfAborted();
  const profiles = await profile(market, run, signal);
  switch (format) {
    case "csv":
      return engineBytes(market, { ...work, sql: csvStatement(run) }, "Template");
    case "parquet":
      return engineBytes(market, { ...work, sql: parquetStatement(run) }, "Parquet");
    case "xlsx": {
      const figures = await summaryFigures(market, run, signal, options.liveRows ?? options.sheetRows);
      return workbook(
        market,
        run,
        meta,
        { profiles, figures, study: options.study === undefined ? null : await options.study(signal) },
        { ...options, ...work, created: options.created ?? new Date() },
      );
    }
  }
  return format satisfies never;
}

async function* translated(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw exportError(error);
  }
}

/** A stream holds several chunks, of which each is good until the next is asked for. */
async function* copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Chunks a stream holds before the engine is held back. */
const CHUNKS = 4;

/**
 * A finished run as a file's bytes. Rejects with ExportError where nothing was written yet; later failures destroy the
 * stream with one. Destroying the stream ends the work in the engine. No row passes through JavaScript: Node holds a
 * few buffers, whatever the size.
 */
export async function exportRun(
  market: Market,
  run: RunRows,
  format: ExportFormat,
  meta: ExportMeta,
  options: ExportOptions = {},
): Promise<Readable> {
  const abort = new AbortController();
  const signal = options.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, options.signal]);
  try {
    const chunks = await bytesOf(market, run, format, meta, { ...options, signal });
    // In object mode the buffers are handed on as they are; a byte stream would join and copy them.
    const stream = Readable.from(copied(translated(chunks)), { objectMode: true, highWaterMark: CHUNKS });
    stream.once("close", () => abort.abort());
    return stream;
  } catch (error) {
    throw exportError(error);
  }
}

interface Export {
  readonly format: ExportFormat;
  readonly meta: ExportMeta;
}

/**
 * Hands the bytes of a finished run to `write`, each chunk good until the next is asked for. Rejects with ExportError, also
 * for what `write` rejects with where that is an error of the disk.
 */
export async function sendRun(
  market: Market,
  run: RunRows,
  { format, meta }: Export,
  write: (chunks: AsyncIterable<Buffer>) => Promise<void>,
  options: ExportOptions = {},
): Promise<void> {
  try {
    const signal = options.signal ?? new AbortController().signal;
    await write(await bytesOf(market, run, format, meta, { ...options, signal }));
  } catch (error) {
    throw exportError(error);
  }
}

/** Writes chunks to `path`: beside it first, synced, then renamed, so that the path holds the old file or the whole new one. */
export async function writeWhole(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await using file = await open(temporary, "wx");
    await writeChunks(file, chunks);
    await file.sync();
    await rename(temporary, path);
    await using folder = await open(dirname(path), "r");
    await folder.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a finished run to `path`, or leaves nothing behind. Rejects with ExportError. */
export const writeRun = (
  market: Market,
  run: RunRows,
  { path, ...what }: Export & { readonly path: string },
  options: ExportOptions = {},
): Promise<void> => sendRun(market, run, what, (chunks) => writeWhole(path, chunks), options);
