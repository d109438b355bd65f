import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { importCsv, importStooq, type ImportReport, type Market } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/* Split-adjusted prices, of files that do not end on one day: each is adjusted to what it knew of. */

const closes = (market: Market): Promise<readonly { readonly bar: string }[]> =>
  market.query(
    `SELECT concat(b.symbol, ' ', toString(c.date), ' ', toString(b.close)) AS bar FROM ${market.database}.daily AS b INNER JOIN ${market.database}.session AS c ON c.session = b.session WHERE source = 0 ORDER BY bar`,
  );

async function imported(
  files: Readonly<Record<string, string>>,
  about: Readonly<Record<string, string>>,
  bring = (market: Market, folder: string): Promise<ImportReport> =>
    importCsv(market, folder, { kind: "daily", adjusted: true }),
  orders = [true, false],
): Promise<{ readonly bars: readonly string[]; readonly adjustedTo: ImportReport["adjustedTo"] }> {
  const [folder, more] = [folderOf(files), folderOf(about)];
  const found: (readonly string[])[] = [];
  let adjustedTo: ImportReport["adjustedTo"] = [];
  // Whatever is known first.
  for (const splitsFirst of orders) {
    const market = await openTestMarket();
    try {
      if (splitsFirst) await importCsv(market, more);
      ({ adjustedTo } = await bring(market, folder));
      if (!splitsFirst) await importCsv(market, more);
      found.push((await closes(market)).map(({ bar }) => bar));
    } finally {
      await market.close();
    }
  }
  for (const each of [folder, more]) await rm(each, { recursive: true });
  for (const other of found) expect(other).toEqual(found[0]);
  return { bars: found[0] ?? [], adjustedTo };
}

const HEAD = "date,open,high,low,close,volume";
const row = (day: string, close: number): string => `${day},${close},${close},${close},${close},100`;
const fileOf = (head: string, ...rows: readonly string[]): string => `${[head, ...rows].join("\n")}\n`;

// `tests/market/import-order.test.ts` makes adjusted prices as traded again; only the soak has files that end on other days.
test.runIf(IN_SOAK)(
  "each file is adjusted to its last day, those of one symbol to that of the latest; the report names those that end before others",
  async () => {
    const { bars, adjustedTo } = await imported(
      {
        // Ends before the split: adjusted without it.
        "AAA.csv": fileOf(HEAD, row("2024-01-04", 100), row("2024-01-05", 104)),
        "BBB.csv": fileOf(HEAD, row("2024-01-05", 10), row("2024-02-05", 11)),
        // Of many symbols: also those that end before its last day.
        "all.csv": fileOf(DAILY, `CCC,${row("2024-01-05", 25)}`, `DDD,${row("2024-02-05", 11)}`),
        "2023.csv": fileOf(DAILY, `EEE,${row("2023-12-05", 25)}`),
        "2024.csv": fileOf(DAILY, `EEE,${row("2024-01-05", 26)}`),
        "2024-more.csv": fileOf(DAILY, `EEE,${row("2024-02-05", 27)}`),
      },
      { "splits.csv": "symbol,date,ratio\nAAA,2024-01-22,4\nCCC,2024-01-22,4\nEEE,2024-01-22,4\n" },
    );
    expect(bars).toEqual([
      "AAA 2024-01-04 100",
      "AAA 2024-01-05 104",
      "BBB 2024-01-05 10",
      "BBB 2024-02-05 11",
      "CCC 2024-01-05 100",
      "DDD 2024-02-05 11",
      "EEE 2023-12-05 100",
      "EEE 2024-01-05 104",
      "EEE 2024-02-05 27",
    ]);
    expect(adjustedTo).toEqual([
      { file: "2023.csv", to: "2023-12-05" },
      { file: "2024.csv", to: "2024-01-05" },
      { file: "AAA.csv", to: "2024-01-05" },
    ]);
  },
);

// `tests/market/import-docs.test.ts` takes Stooq's; only the soak has splits beside them.
test.runIf(IN_SOAK)("Stooq's files are of one download, and adjusted to its last day", async () => {
  const stooq = (symbol: string, day: string, close: number): string =>
    `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\n${symbol}.US,D,${day},000000,${close},${close},${close},${close},100,0\n`;
  const { bars, adjustedTo } = await imported(
    { "aaa.us.txt": stooq("AAA", "20240105", 25), "bbb.us.txt": stooq("BBB", "20240205", 11) },
    { "splits.csv": "symbol,date,ratio\nAAA,2024-01-22,4\n" },
    (market, folder) => importStooq(market, folder),
  );
  expect(bars).toEqual(["AAA 2024-01-05 100", "BBB 2024-02-05 11"]);
  expect(adjustedTo).toEqual([]);
});
