import { symlink, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { randomUUID } from "node:crypto";
import { lostTables, MarketError, type Market } from "../market.ts";
import { checkLines, isGzip } from "./file-bytes.ts";
import { READ_SETTINGS, readStatement } from "./incoming.ts";
import { findInputs, firstRows, type CsvOptions, type Input } from "./input.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { runImport, type ImportContext } from "./run-import.ts";
import { isTimezone } from "./shape.ts";

/**
 * Imports the `csv` folder, one of its files, or, with `kind`, any CSV file or folder of such files. Merges into what is
 * there. Rejects with ImportError where the path or the mapping is wrong; bad rows are refused, counted and listed.
 */
export async function importCsv(market: Market, path: string, options: CsvOptions = {}): Promise<ImportReport> {
  if (options.timezone !== undefined && !isTimezone(options.timezone))
    throw new ImportError(`There is no time zone ${options.timezone}.`);
  const inputs = await findInputs(path, options);
  return runImport(market, "csv", options, async (context) => {
    for (const input of inputs) await readInput(context, input, options.adjusted ?? false);
  });
}

/** Reads one file into its incoming table. Throws ImportError where it cannot be read to its end. */
export async function readInput(context: ImportContext, input: Input, adjusted: boolean): Promise<void> {
  await checkLines(input.path, input.file);
  try {
    await readRows(context, input, adjusted);
  } catch (error) {
    if (!(error instanceof MarketError && error.code === "engine") || lostTables(error)) throw error;
    throw new ImportError(`${input.file} cannot be read to its end: ${error.message}`);
  }
}

async function readRows(context: ImportContext, input: Input, adjusted: boolean): Promise<void> {
  for (const column of input.unknown) {
    context.unknownColumn(input.file, column);
    context.refuse({ file: input.file, line: 1, field: column, reason: "unknown column", text: column });
  }
  await withSpoolFile(context.market, input.path, async (source) => {
    if (input.missing.length > 0) {
      const [rows] = await context.market.query<{ n: number }>(
        `SELECT toUInt32(count()) AS n FROM file('${source}', 'LineAsString', 'line String') WHERE trim(line) != '' AND _row_number >= ${input.headerRows}`,
      );
      context.refuse(
        { file: input.file, line: 1, field: input.missing.join(", "), reason: "missing column", text: "" },
        rows?.n ?? 0,
      );
      return;
    }
    await context.market.command({
      sql: readStatement(input, {
        source,
        into: await context.staging.into(input.kind),
        calendar: context,
        sample: await firstRows(input.path, input.file),
        adjusted,
      }),
      params: { file: input.file },
      settings: READ_SETTINGS,
      lane: "scan",
    });
  });
}

/** Lets the engine read a file where it stands, under a name of the spool folder. */
async function withSpoolFile<Result>(
  market: Market,
  path: string,
  use: (source: string) => Promise<Result>,
): Promise<Result> {
  const gzip = isGzip(path) ? ".gz" : "";
  const spool = market.spoolFile(`import-${randomUUID()}.csv${gzip}`);
  if (spool === null) throw new ImportError("Imports need the embedded engine: this market is at an address.");
  await symlink(resolve(path), spool);
  try {
    return await use(spool);
  } finally {
    await unlink(spool).catch(() => undefined);
  }
}

/** A text as one field of a CSV line. */
export const quoted = (text: string): string => `"${text.replaceAll(/[\r\n]+/g, " ").replaceAll('"', '""')}"`;

/** Lets the engine read a text as a file of the spool folder. */
export async function withSpoolText(
  market: Market,
  text: string,
  use: (source: string) => Promise<void>,
): Promise<void> {
  const spool = market.spoolFile(`import-${randomUUID()}.csv`);
  if (spool === null) throw new ImportError("Imports need the embedded engine: this market is at an address.");
  try {
    await writeFile(spool, text).catch((error: unknown) => {
      const full = error instanceof Error && "code" in error && error.code === "ENOSPC";
      throw full ? new MarketError("disk-full", `No space left for ${spool}`) : error;
    });
    await use(spool);
  } finally {
    await unlink(spool).catch(() => undefined);
  }
}
