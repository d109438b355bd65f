import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { importCsv, importStooq, type ImportReport, type Market } from "../../src/market/index.ts";
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
): Promise<{ readonly bars: readonly string[]; readonly adjustedTo: ImportReport["adjustedTo"] }> {
  const [folder, more] = [folderOf(files), folderOf(about)];
  const found: (readonly string[])[] = [];
  let adjustedTo: ImportReport["adjustedTo"] = [];
  // Whatever is known first.
  for (const splitsFirst of [true, false]) {
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
  expect(found[1]).toEqual(found[0]);
  return { bars: found[0] ?? [], adjustedTo };
}

const HEAD = "date,open,high,low,close,volume";
const row = (day: string, close: number): string => `${day},${close},${close},${close},${close},100`;
const fileOf = (head: string, ...rows: readonly string[]): string => `${[head, ...rows].join("\n")}\n`;
const SPLIT = { "splits.csv": "symbol,date,ratio\nAAA,2024-01-22,4\n" };

test("a file that ends before a split was adjusted without it, and the report names the file and its day", async () => {
  const { bars, adjustedTo } = await imported(
    {
      "AAA.csv": fileOf(HEAD, row("2024-01-04", 100), row("2024-01-05", 104)),
      "BBB.csv": fileOf(HEAD, row("2024-01-05", 10), row("2024-02-05", 11)),
    },
    SPLIT,
  );
  expect(bars.slice(0, 2)).toEqual(["AAA 2024-01-04 100", "AAA 2024-01-05 104"]);
  expect(adjustedTo).toEqual([{ file: "AAA.csv", to: "2024-01-05" }]);
});

test("a file of many symbols is adjusted to its last day, also those that end before it", async () => {
  const { bars, adjustedTo } = await imported(
    { "all.csv": fileOf(DAILY, `AAA,${row("2024-01-05", 25)}`, `BBB,${row("2024-02-05", 11)}`) },
    SPLIT,
  );
  expect(bars).toEqual(["AAA 2024-01-05 100", "BBB 2024-02-05 11"]);
  expect(adjustedTo).toEqual([]);
});

test("files of one symbol are adjusted to the last day of the latest", async () => {
  const { bars } = await imported(
    {
      "2023.csv": fileOf(DAILY, `AAA,${row("2023-12-05", 25)}`),
      "2024.csv": fileOf(DAILY, `AAA,${row("2024-01-05", 26)}`),
      "2024-more.csv": fileOf(DAILY, `AAA,${row("2024-02-05", 27)}`),
    },
    SPLIT,
  );
  expect(bars).toEqual(["AAA 2023-12-05 100", "AAA 2024-01-05 104", "AAA 2024-02-05 27"]);
});

test("Stooq's files are of one download, and adjusted to its last day", async () => {
  const stooq = (symbol: string, day: string, close: number): string =>
    `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\n${symbol}.US,D,${day},000000,${close},${close},${close},${close},100,0\n`;
  const { bars, adjustedTo } = await imported(
    { "aaa.us.txt": stooq("AAA", "20240105", 25), "bbb.us.txt": stooq("BBB", "20240205", 11) },
    SPLIT,
    (market, folder) => importStooq(market, folder),
  );
  expect(bars).toEqual(["AAA 2024-01-05 100", "BBB 2024-02-05 11"]);
  expect(adjustedTo).toEqual([]);
});
