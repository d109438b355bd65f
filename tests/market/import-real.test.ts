import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCsv, importLean, type CsvOptions, type Market } from "../../src/market/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";
import { describeOnSharedData, SHARED_DATA } from "./shared-data.ts";

const lines = (bytes: Buffer): number =>
  bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
const rowsIn = async (path: string): Promise<number> => {
  if (path.endsWith(".gz")) return lines(gunzipSync(readFileSync(path)));
  const { entries } = await readZip(bytesSource(new Uint8Array(readFileSync(path))));
  const counts = await Promise.all(entries.map(async (entry) => lines(Buffer.from(await entry.bytes(2 ** 28)))));
  return counts.reduce((sum, count) => sum + count, 0);
};

type RealFile = readonly [path: string, options: CsvOptions, refused: Readonly<Record<string, number>>];

describeOnSharedData("real files go in without a script", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  const files: readonly RealFile[] = [
    ["tiingo-daily/NVDA_1d.csv.gz", { kind: "daily" }, {}],
    ["polygon-spy-1min/SPY_1min_2024-02-20_2024-04-19.csv.gz", { kind: "minute" }, { "outside 04:00 to 19:59": 1 }],
    ["quandl-wiki-daily/WIKI-AIG-2009-quandl.csv.gz", { kind: "daily", symbol: "WIKI-*-*" }, {}],
    [
      "firstrate-samples/2021-08/AAPL_1min_sample.txt.gz",
      { kind: "minute", columns: { timestamp: "1", open: "2", high: "3", low: "4", close: "5", volume: "6" } },
      {},
    ],
    ["hf-ohlcv-1m/2025-01/TCEHY.csv.gz", { kind: "minute" }, {}],
    ["alpaca-sparse-etf-1min/DBB_1min_2023-07-10_to_2025-07-08.csv.gz", { kind: "minute", timezone: "UTC" }, {}],
    ["quandl-wiki-daily/zipline-quandl-sample.csv.gz", { kind: "daily" }, {}],
    ["polygon-marketweave/ohlcv_1m.csv.gz", { kind: "minute" }, {}],
    ["alpaca-spy-iex/spy_minute.csv.gz", { kind: "minute" }, {}],
    [
      "pystock-data/prices-whole-market-2015-12.csv.gz",
      { kind: "daily" },
      { "duplicate key": 3191, "no session on that day": 3 },
    ],
    [
      "sp500-5yr/individual_stocks_5yr.csv.gz",
      { kind: "daily", adjusted: true, columns: { symbol: "Name" } },
      {
        "empty field": 668,
        "high is below low": 3,
        "open is outside low to high": 18,
        "close is outside low to high": 6,
      },
    ],
  ];

  // `tests/market/import-vendors.test.ts` has forms of such files; only the soak has the files, in all tests here.
  it.runIf(IN_SOAK).each(files)("%s", async (path, options, refused) => {
    const report = await importCsv(market, join(SHARED_DATA, path), options);
    const taken = report.taken.daily + report.taken.minute;
    const header = options.columns?.["timestamp"] === "1" ? 0 : 1;
    expect(taken + report.refused.count).toBe((await rowsIn(join(SHARED_DATA, path))) - header);
    expect(report.refused.reasons).toEqual(refused);
  });

  it.runIf(IN_SOAK)("reads clocks right on both sides of the change to daylight saving time", async () => {
    const rows = await market.query<{ date: string; first: number; close: number }>(
      `SELECT toString(s.date) AS date, min(m.minute) AS first, toFloat64(argMaxIf(m.close, m.minute, m.minute < 960)) AS close
FROM ${market.database}.minute AS m INNER JOIN ${market.database}.session AS s ON s.session = m.session
WHERE m.symbol = 'SPY' AND s.date IN ('2024-03-08', '2024-03-11') GROUP BY s.date ORDER BY s.date`,
    );
    expect(rows.map(({ date, first }) => `${date} ${first}`)).toEqual(["2024-03-08 240", "2024-03-11 240"]);
  });

  it.runIf(IN_SOAK)("takes splits from the daily files: NVDA 10 for 1, AIG 1 for 20", async () => {
    const rows = await market.query(
      `SELECT x.symbol AS symbol, toString(s.date) AS date, s.ratio AS ratio FROM ${market.database}.split AS s INNER JOIN ${market.database}.security AS x ON x.security_id = s.security_id ORDER BY date`,
    );
    expect(rows).toEqual([
      { symbol: "AIG", date: "2009-07-01", ratio: 0.05 },
      { symbol: "AAPL", date: "2014-06-09", ratio: 7 },
      { symbol: "NVDA", date: "2024-06-10", ratio: 10 },
    ]);
  });
});

describeOnSharedData("QuantConnect Lean's folder", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  it.runIf(IN_SOAK)(
    "goes in without losing a row, tickers as of their time, AAPL continuous over its 7 for 1",
    async () => {
      const lean = join(SHARED_DATA, "lean");
      const zips = (folder: string): string[] =>
        readdirSync(join(lean, folder), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".zip"))
          .map((name) => join(lean, folder, name));
      const count = async (folder: string): Promise<number> => {
        const rows = await Promise.all(zips(folder).map(rowsIn));
        return rows.reduce((sum, each) => sum + each, 0);
      };
      const report = await importLean(market, lean);
      expect(report.taken.daily + report.taken.minute + report.refused.count).toBe(
        (await count("daily")) + (await count("minute")),
      );
      expect(report.taken).toMatchObject({ daily: 49_709, minute: 14_868, securities: 18, symbols: 11 });
      expect(report.refused.count).toBe(0);

      const apple = await market.query<{ adjusted: number }>(
        `SELECT round(toFloat64(d.close) * d.split_factor * 4, 4) AS adjusted FROM ${market.database}.daily AS d INNER JOIN ${market.database}.session AS s ON s.session = d.session
WHERE d.symbol = 'AAPL' AND s.date IN ('2014-06-06', '2014-06-09') ORDER BY s.date`,
      );
      expect(apple.map(({ adjusted }) => adjusted)).toEqual([92.2243, 93.7]);

      const known = await market.query<{ was: string }>(
        `SELECT concat(d.symbol, ' is ', if(x.name IS NULL AND x.exchange IS NULL, 'another', x.symbol), ' ', toString(min(s.date)), ' ', toString(max(s.date))) AS was
FROM ${market.database}.daily AS d INNER JOIN ${market.database}.security AS x ON x.security_id = d.security_id INNER JOIN ${market.database}.session AS s ON s.session = d.session
WHERE d.symbol IN ('UW', 'WM', 'GOOG', 'GOOCV', 'BNO') GROUP BY x.security_id, x.symbol, x.name, x.exchange, d.symbol ORDER BY was`,
      );
      expect(known.map(({ was }) => was)).toEqual([
        "BNO is BNO 2010-06-02 2021-03-31",
        "BNO is another 1998-01-02 2002-05-20",
        "GOOCV is GOOG 2014-03-27 2014-04-02",
        "GOOG is GOOG 2014-04-03 2021-03-31",
        "GOOG is another 2004-08-19 2014-04-02",
        "UW is WM 1998-01-02 1998-07-16",
        "WM is WM 2009-08-05 2021-03-31",
        "WM is another 1998-12-09 2008-09-26",
      ]);
    },
  );
});

describeOnSharedData("the calendar", () => {
  it.runIf(IN_SOAK)("knows every day on which a real source has more than a handful of rows", async () => {
    const { sessionOf } = await import("../../src/market/index.ts");
    const counts = new Map<string, number>();
    for (const path of [
      "pystock-data/prices-selected.csv.gz",
      "sp500-5yr/individual_stocks_5yr.csv.gz",
      "tiingo-daily/SPY_1d.csv.gz",
    ]) {
      for (const [date] of gunzipSync(readFileSync(join(SHARED_DATA, path)))
        .toString("utf8")
        .matchAll(/\d{4}-\d{2}-\d{2}/g))
        counts.set(date, (counts.get(date) ?? 0) + 1);
    }
    const strange = [...counts].filter(([date, n]) => !sessionOf(date) && n > 30).map(([date]) => date);
    expect(strange).toEqual([]);
    const missing = [...counts.keys()].toSorted();
    expect(missing.length).toBeGreaterThan(1_700);
  });
});
