import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SHARED_DATA } from "../shared-data.ts";

export interface Bar {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Bars by symbol, in the order of days. */
export type Bars = Map<string, Bar[]>;

const table = (path: string): readonly (readonly string[])[] =>
  gunzipSync(readFileSync(join(SHARED_DATA, path)))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(","));

/** Rows that import takes: complete, and open and close within low and high. */
function take(bars: Bars, symbol: string, date: string, fields: readonly (string | undefined)[]): void {
  if (fields.some((field) => field === undefined || field === "")) return;
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = fields.map(Number);
  if (low <= 0 || high < Math.max(open, close) || low > Math.min(open, close)) return;
  const list = bars.get(symbol) ?? [];
  bars.set(symbol, list);
  list.push({ date, open, high, low, close, volume });
}

/** The first row of a symbol and a day, in the order of days. */
function inOrder(bars: Bars): Bars {
  for (const [symbol, list] of bars) {
    const byDay = new Map<string, Bar>();
    for (const bar of list) if (!byDay.has(bar.date)) byDay.set(bar.date, bar);
    bars.set(
      symbol,
      [...byDay.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    );
  }
  return bars;
}

/** Members of the S&P 500, 2012 to 2017, adjusted for splits. */
export function sp500(): Bars {
  const bars: Bars = new Map();
  for (const [date = "", open, high, low, close, volume, symbol = ""] of table(
    "sp500-5yr/individual_stocks_5yr.csv.gz",
  ).slice(1))
    take(bars, symbol, date, [open, high, low, close, volume]);
  return inOrder(bars);
}

/** As traded, 2015 to 2017, small companies among them; and the splits found in the vendor's restatements. */
export function pystock(): { readonly bars: Bars; readonly splits: readonly string[] } {
  const bars: Bars = new Map();
  for (const [, symbol = "", date = "", ...fields] of table("pystock-data/prices-selected.csv.gz").slice(1))
    take(bars, symbol, date, fields.slice(0, 5));
  const splits = table("pystock-data/derived-actions.csv.gz")
    .slice(1)
    .filter((row) => row[6] === "split")
    .map(([symbol, date, , , , , , ratio = ""]) => {
      const [many = "1", few = "1"] = ratio.split(":");
      return `${symbol},${date},${Number(many) / Number(few)}`;
    });
  return { bars: inOrder(bars), splits };
}

/** As traded, 2024 to 2026, with its splits. */
export function tiingo(): { readonly bars: Bars; readonly splits: readonly string[] } {
  const bars: Bars = new Map();
  const splits: string[] = [];
  for (const name of readdirSync(join(SHARED_DATA, "tiingo-daily"))) {
    const symbol = name.replace("_1d.csv.gz", "");
    const [header = [], ...rows] = table(`tiingo-daily/${name}`);
    const at = (field: string): number => header.findIndex((each) => each.toLowerCase() === field);
    const columns = ["open", "high", "low", "close", "volume"].map(at);
    for (const row of rows) {
      const date = (row[at("date")] ?? "").slice(0, 10);
      take(
        bars,
        symbol,
        date,
        columns.map((column) => row[column]),
      );
      const ratio = Number(row[at("splitfactor")]);
      if (ratio !== 1) splits.push(`${symbol},${date},${ratio}`);
    }
  }
  return { bars: inOrder(bars), splits };
}
