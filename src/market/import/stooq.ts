import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { readZip, ZipError } from "../../zip/index.ts";
import type { ZipSource } from "../../zip/index.ts";
import type { Market } from "../market.ts";
import { READ_SETTINGS } from "./csv-rows.ts";
import { columnsOf, readStatement } from "./incoming.ts";
import type { Input } from "./input.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { inBatches, type FileRows } from "./row-batches.ts";
import { runImport, type ImportClock, type ImportContext } from "./run-import.ts";

/** Bytes of a file, unpacked: sixty years of days of one symbol take one million. */
const MAX_FILE_BYTES = 64 << 20;
/** Days of a stock in the United States; other markets and minutes lie beside them in folders of their own. */
const DAILY_FILE = /(?:^|[/\\])([a-z0-9][\w.-]*)\.us\.txt$/i;
const HEADER = "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>";
/** A row whose period is not a day. */
const OTHER_ROW = /^[^,\n]*,(?!D,)[^,\n]*,/im;
const OTHER_PERIOD = /(?:^|[/\\])(?:hourly|5 min)[/\\]/;

interface StooqFile {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Imports Stooq's daily files of the United States: the zip as it is downloaded, the folder it unpacks to, or one file, a
 * text each symbol (`aapl.us.txt`). Their prices and volumes are adjusted to the last day; splits that the market knows make
 * them as traded. Rejects with ImportError where there are no such files; a file that is none is refused.
 */
export async function importStooq(market: Market, path: string, options: ImportClock = {}): Promise<ImportReport> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new ImportError(`There is nothing at ${path}.`);
  const handle = info.isDirectory() || !/\.zip$/i.test(path) ? null : await open(path);
  try {
    const files = handle === null ? await filesAt(path, info.isDirectory()) : await filesIn(handle, info.size, path);
    const daily = files.filter(({ name }) => DAILY_FILE.test(name) && !OTHER_PERIOD.test(name));
    if (daily.length === 0) throw new ImportError(`No daily files of symbols, such as aapl.us.txt, in ${path}.`);
    return await runImport(market, "stooq", { ...options, adjusted: "import" }, (context) => readBars(context, daily));
  } finally {
    await handle?.close();
  }
}

async function filesAt(path: string, folder: boolean): Promise<readonly StooqFile[]> {
  if (!folder) return [{ name: basename(path), read: () => readFile(path) }];
  const names = (await readdir(path, { recursive: true })).toSorted();
  return names.map((name) => ({ name, read: () => readFile(join(path, name)) }));
}

async function filesIn(
  handle: Awaited<ReturnType<typeof open>>,
  size: number,
  path: string,
): Promise<readonly StooqFile[]> {
  const source: ZipSource = {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    },
  };
  try {
    const { entries } = await readZip(source, (packed, cap) => inflateRawSync(packed, { maxOutputLength: cap }));
    return entries.map((entry) => ({ name: entry.name, read: () => entry.bytes(MAX_FILE_BYTES) }));
  } catch (error) {
    throw error instanceof ZipError ? new ImportError(`${basename(path)} is no zip file, or a damaged one.`) : error;
  }
}

/** Columns that every row is given: file, number of rows before its file, symbol. */
const PREFIX = 3;

async function readBars(context: ImportContext, files: readonly StooqFile[]): Promise<void> {
  const column = (place: number) => ({ column: PREFIX + place });
  const input: Input = {
    kind: "daily",
    path: "",
    file: "",
    width: PREFIX + HEADER.split(",").length,
    headerRows: 0,
    origins: {
      symbol: { column: PREFIX },
      date: column(3),
      open: column(5),
      high: column(6),
      low: column(7),
      close: column(8),
      volume: column(9),
    },
    unknown: [],
    missing: [],
    priceScale: 1,
    timezone: "America/New_York",
    batch: PREFIX,
  };
  const sample = [["", "0", "A", "A.US", "D", "20240102", "000000", "1", "1", "1", "1", "1", "0"]];
  await inBatches(context, rowsOf(context, files), columnsOf(input), async (rows) =>
    context.market.command({
      sql: readStatement(input, {
        rows,
        into: await context.staging.into("daily"),
        calendar: context,
        sample,
        adjusted: true,
      }),
      settings: READ_SETTINGS,
      lane: "scan",
    }),
  );
}

/** The rows of every file whose header is Stooq's; any other file is refused, and an empty one has no rows. */
async function* rowsOf(context: ImportContext, files: readonly StooqFile[]): AsyncGenerator<FileRows> {
  for (const { name, read } of files) {
    const refuse = (reason: string, text: string): void =>
      context.refuse({ file: name, line: 1, field: "", reason, text });
    try {
      const whole = Buffer.from(await read()).toString("utf8");
      if (whole.trim() === "") continue;
      const end = whole.indexOf("\n");
      const header = (end < 0 ? whole : whole.slice(0, end)).trim();
      if (header.toUpperCase() !== HEADER) refuse("header of another file", header.slice(0, 200));
      else if (OTHER_ROW.test(whole.slice(end + 1))) refuse("bars of another period than days", "");
      else if (end > 0) yield { file: name, cells: [symbolOf(name)], text: whole.slice(end + 1), skipped: 1 };
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      refuse("cannot be unpacked", error.message);
    }
  }
}

/** `brk-b.us.txt` is BRK.B, `abr_d.us.txt` the preferred stock ABR.PRD, `aac-ws.us.txt` the warrant AAC.WS. */
function symbolOf(name: string): string {
  const [, symbol = ""] = DAILY_FILE.exec(name) ?? [];
  return symbol.toUpperCase().replace("_", ".PR").replaceAll("-", ".");
}
