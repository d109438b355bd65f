import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Market } from "../market.ts";
import { readInput } from "./csv.ts";
import { firstRows, inputByMapping, type Input } from "./input.ts";
import { readReference } from "./massive-reference.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { runImport, type ImportClock, type ImportContext } from "./run-import.ts";

/**
 * Imports flat files of Massive (formerly Polygon): day and minute aggregates of US stocks, `.csv` or `.csv.gz`, one file or
 * any folder of them, headed ticker, volume, open, close, high, low, window_start (nanoseconds UTC), transactions; and
 * the JSON of the reference endpoints beside them (tickers, ticker overview, splits, ticker events), as they answer.
 * Prices are as traded, tickers those of their day. Bars outside 04:00 to 19:59 New York time are refused and counted.
 */
export async function importMassive(market: Market, path: string, options: ImportClock = {}): Promise<ImportReport> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new ImportError(`There is nothing at ${path}.`);
  const root = info.isDirectory() ? path : dirname(path);
  const names = info.isDirectory() ? (await readdir(path, { recursive: true })).toSorted() : [basename(path)];
  const bars = names.filter((name) => /\.csv(\.gz)?$/i.test(name));
  const reference = names.filter((name) => /\.json(\.gz)?$/i.test(name));
  if (bars.length + reference.length === 0)
    throw new ImportError(`No .csv.gz of aggregates and no .json of reference data in ${path}.`);
  return runImport(market, "massive", options, async (context) => {
    for (const name of bars) await readAggregates(context, join(root, name), name);
    await readReference(context, root, reference);
  });
}

async function readAggregates(context: ImportContext, path: string, file: string): Promise<void> {
  await readInput(context, await inputOf(path, file), false);
}

/** Day aggregates lie in a folder of that name, or all start at midnight in New York. */
async function inputOf(path: string, file: string): Promise<Input> {
  const kind = /day_agg/i.test(path)
    ? "daily"
    : /minute_agg/i.test(path)
      ? "minute"
      : (await startsAtMidnight(path, file))
        ? "daily"
        : "minute";
  return { ...(await inputByMapping(kind, path, file, {})), symbols: "suffixed" };
}

const NEW_YORK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
});

async function startsAtMidnight(path: string, file: string): Promise<boolean> {
  const {
    rows: [header = [], ...rows],
  } = await firstRows(path, file);
  const column = header.indexOf("window_start");
  const starts = rows.map((row) => Number(row[column] ?? Number.NaN) / 1e6).filter((at) => Number.isFinite(at));
  return starts.length > 0 && starts.every((at) => NEW_YORK.format(new Date(at)) === "00:00");
}
