import { lostTables, MarketError, type Market } from "../market.ts";
import { copyWithBlanksBehindQuotes } from "./blanks-in-quotes.ts";
import { removeLeftCopies } from "./copy-folder.ts";
import { READ_SETTINGS, withCsvRows, type CsvRows } from "./csv-rows.ts";
import { checkLines, countRows } from "./file-bytes.ts";
import { columnsOf, readStatement } from "./incoming.ts";
import { reportInput } from "./report-input.ts";
import { findInputs, firstRows, sampleOf, type CsvOptions, type Input } from "./input.ts";
import { canPlace, placeBars } from "./place-bars.ts";
import { PlainCopies } from "./plain-copy.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { runImport, type ImportContext } from "./run-import.ts";
import { timezoneOf } from "./shape.ts";
import { readFiles, SMALL_BYTES } from "./small-files.ts";

/**
 * Imports the `csv` folder, one of its files, or, with `kind`, any CSV file or folder of such files. Merges into what is
 * there. Rejects with ImportError where the path or the mapping is wrong; bad rows are refused, counted and listed.
 */
export async function importCsv(market: Market, path: string, options: CsvOptions = {}): Promise<ImportReport> {
  const timezone = timezoneOf(options.timezone ?? "America/New_York");
  if (timezone === null)
    throw new ImportError(`There is no time zone ${options.timezone}. Write one such as UTC or Europe/Berlin.`);
  await removeLeftCopies();
  await using copies = new PlainCopies();
  const inputs = await findInputs(path, { ...options, timezone }, copies);
  const adjusted = options.adjusted ?? false;
  const how = { ...options, adjusted: adjusted ? ("files" as const) : null };
  return await runImport(market, options.keepsSource === true ? null : "csv", how, async (context) => {
    await readFiles(context, inputs, {
      adjusted,
      // What may be placed is read alone.
      upTo: Math.min(options.batchesUpTo ?? SMALL_BYTES, (context.placesFrom ?? Infinity) - 1),
      readAlone: (input) => readInput(context, input, adjusted),
      onProgress: options.onProgress,
    });
  });
}

/** Reads one file into its incoming table. Throws ImportError where it cannot be read to its end. */
export async function readInput(context: ImportContext, input: Input, adjusted: boolean): Promise<void> {
  const { hasApostrophe, hasBlankEnd } = await checkLines(input.path, input.file);
  await using copy = hasBlankEnd ? await copyWithBlanksBehindQuotes(input) : null;
  try {
    await readRows(context, copy === null ? input : { ...input, path: copy.path }, { adjusted, hasApostrophe });
  } catch (error) {
    if (!(error instanceof MarketError && error.code === "engine") || lostTables(error)) throw error;
    throw new ImportError(`${input.file} cannot be read to its end: ${error.message}`);
  }
}

/** What stands where the headers should, and what may be the matter. */
async function foundInstead({ path, file }: Input): Promise<string> {
  const {
    rows: [header = []],
  } = await firstRows(path, file);
  const found = header.join(",").slice(0, MAX_SHOWN_CHARS);
  if (found === "") return "the file is empty";
  const other = [
    ["semicolons", /;/],
    ["tabs", /\t/],
  ].find(([, separator]) => separator instanceof RegExp && separator.test(found));
  return `found ${found}${other && header.length === 1 ? ` (its rows do not have the same number of ${String(other[0])})` : ""}`;
}

const MAX_SHOWN_CHARS = 200;

async function readRows(
  context: ImportContext,
  input: Input,
  { adjusted, hasApostrophe }: { readonly adjusted: boolean; readonly hasApostrophe: boolean },
): Promise<void> {
  reportInput(context, input);
  if (input.missing.length > 0) {
    context.refuse(
      {
        file: input.file,
        line: Math.max(1, input.headerRows),
        field: input.missing.join(", "),
        reason: "missing column",
        text: await foundInstead(input),
      },
      await countRows(input.path, input.file, input.headerRows),
    );
    return;
  }
  const into = await context.staging.into(input.kind);
  const sample = await sampleOf(input);
  const read = (rows: CsvRows): Promise<void> =>
    context.market.command({
      sql: readStatement(input, { rows, into, calendar: context, sample, adjusted }),
      params: { file: input.file },
      settings: READ_SETTINGS,
      lane: "scan",
    });
  if (await canPlace(context, input)) return placeBars(context, input, { sample, hasApostrophe, readRows: read });
  await withCsvRows(context, { path: input.path, file: input.file }, columnsOf(input), read);
}
