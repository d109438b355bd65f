import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importMassive, ImportError, type ImportReport, type Market } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
let report: ImportReport;

const HEADER = "ticker,volume,open,close,high,low,window_start,transactions";
/** Nanoseconds UTC of a New York wall-clock time with its offset. */
const at = (time: string): string => `${Date.parse(time)}000000`;
const winter = (day: string, time: string): string => at(`${day}T${time}:00-05:00`);
const summer = (day: string, time: string): string => at(`${day}T${time}:00-04:00`);

/** A folder as the vendor's store is laid out. */
function store(files: Readonly<Record<string, string>>): string {
  const folder = folderOf({});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
  }
  return folder;
}

const bar = (ticker: string, start: string, price: number): string =>
  `${ticker},700,${price},${price},${price},${price},${start},3`;

const folder = store({
  "us_stocks_sip/day_aggs_v1/2022/06/2022-06-08.csv.gz": [
    HEADER,
    bar("FB", summer("2022-06-08", "00:00"), 196),
    bar("BACpL", summer("2022-06-08", "00:00"), 1200),
    bar("BACPL", summer("2022-06-08", "00:00"), 7),
    bar("ABCx", summer("2022-06-08", "00:00"), 7),
    `NVD,100.5,10.00000005,11,11.5,9,${summer("2022-06-08", "00:00")},12`,
  ].join("\n"),
  "us_stocks_sip/day_aggs_v1/2022/06/2022-06-09.csv.gz": [
    HEADER,
    bar("META", summer("2022-06-09", "00:00"), 184),
    bar("NVD", summer("2022-06-09", "00:00"), 5.5),
    bar("NVD", summer("2022-06-19", "00:00"), 5.5),
    `NVD,700,9,9,8,9,${summer("2022-06-10", "00:00")},3`,
  ].join("\n"),
  "us_stocks_sip/minute_aggs_v1/2022/11/2022-11-04.csv.gz": [
    HEADER,
    bar("NVD", summer("2022-11-04", "03:59"), 6),
    bar("NVD", summer("2022-11-04", "04:00"), 6.1),
    bar("NVD", summer("2022-11-04", "19:59"), 6.2),
    bar("NVD", summer("2022-11-04", "20:00"), 6.3),
    `NVD,700,6,6,6,6,1667570430000000000,3`,
  ].join("\n"),
  // The clocks went back on 2022-11-06.
  "us_stocks_sip/minute_aggs_v1/2022/11/2022-11-07.csv.gz": [
    HEADER,
    bar("NVD", winter("2022-11-07", "09:30"), 6.5),
    bar("XYZr", winter("2022-11-07", "09:31"), 1),
    bar("GEVw", winter("2022-11-07", "09:31"), 2),
    bar("BACpLw", winter("2022-11-07", "09:31"), 3),
    bar("BRK.B", winter("2022-11-07", "09:31"), 4),
  ].join("\n"),
  "reference/tickers-1.json": JSON.stringify({
    status: "OK",
    count: 3,
    results: [
      {
        ticker: "META",
        name: "Meta Platforms, Inc. Class A Common Stock",
        market: "stocks",
        locale: "us",
        primary_exchange: "XNAS",
        type: "CS",
        active: true,
        currency_name: "usd",
        cik: "0001326801",
        composite_figi: "BBG000MM2P62",
        last_updated_utc: "2022-11-07T00:00:00Z",
      },
      { ticker: "X:BTCUSD", name: "Bitcoin", market: "crypto", locale: "global", active: true, currency_name: "usd" },
      {
        ticker: "OLD",
        name: "Old, Inc.",
        market: "stocks",
        locale: "us",
        primary_exchange: "XNYS",
        type: "ADRC",
        active: false,
        currency_name: "usd",
        delisted_utc: "2022-06-10T04:00:00Z",
      },
      {
        ticker: "FB",
        name: "Facebook",
        market: "stocks",
        locale: "us",
        primary_exchange: "XNAS",
        active: false,
        delisted_utc: "2022-06-08T04:00:00Z",
      },
    ],
  }),
  "reference/META.json": JSON.stringify({
    status: "OK",
    results: {
      ticker: "META",
      name: "Meta Platforms, Inc.",
      market: "stocks",
      locale: "us",
      active: true,
      list_date: "2012-05-18",
      market_cap: 3e11,
      share_class_shares_outstanding: 2.2e9,
    },
  }),
  "reference/META-events.json": JSON.stringify({
    status: "OK",
    results: {
      name: "Meta Platforms, Inc.",
      cik: "0001326801",
      events: [
        { ticker_change: { ticker: "META" }, date: "2022-06-09", type: "ticker_change" },
        { ticker_change: { ticker: "FB" }, date: "2012-05-18", type: "ticker_change" },
      ],
    },
  }),
  "reference/splits.json.gz": JSON.stringify({
    results: [
      { execution_date: "2022-06-09", id: "E1", split_from: 1, split_to: 2, ticker: "NVD" },
      { execution_date: "2022-06-10", split_from: 0, split_to: 2, ticker: "NVD" },
      { execution_date: "2022-06-31", split_from: 1, split_to: 2, ticker: "NVD" },
      { dividend: 1 },
    ],
  }),
  "reference/broken.json": '{"results": [',
});

beforeAll(async () => {
  market = await openTestMarket();
  report = await importMassive(market, folder);
});
afterAll(() => market.close());

const bars = (table: "daily" | "minute"): Promise<object[]> =>
  market.query(
    `SELECT toString(s.date) AS date, x.symbol AS symbol, ${table === "minute" ? "minute" : "b.split_factor AS factor"}, toFloat64(b.close) AS close, toUInt32(b.volume) AS volume, b.num_trades AS trades
FROM ${market.database}.${table} AS b INNER JOIN ${market.database}.session AS s ON s.session = b.session INNER JOIN ${market.database}.security AS x ON x.security_id = b.security_id
${table === "daily" ? "WHERE b.source = 0" : ""} ORDER BY ALL`,
  );

it("takes day aggregates under their day in New York, symbols by their suffix, renamings and splits", async () => {
  expect(await bars("daily")).toEqual([
    { date: "2022-06-08", symbol: "BAC.PRL", factor: 1, close: 1200, volume: 700, trades: 3 },
    { date: "2022-06-08", symbol: "BACPL", factor: 1, close: 7, volume: 700, trades: 3 },
    { date: "2022-06-08", symbol: "META", factor: 1, close: 196, volume: 700, trades: 3 },
    { date: "2022-06-08", symbol: "NVD", factor: 0.5, close: 11, volume: 101, trades: 12 },
    { date: "2022-06-09", symbol: "META", factor: 1, close: 184, volume: 700, trades: 3 },
    { date: "2022-06-09", symbol: "NVD", factor: 1, close: 5.5, volume: 700, trades: 3 },
  ]);
  expect(report.rounded).toBe(1);
});

it("takes minutes at their time in New York, before and after the clocks went back", async () => {
  expect(await bars("minute")).toMatchObject([
    { date: "2022-11-04", symbol: "NVD", minute: 240, close: 6.1 },
    { date: "2022-11-04", symbol: "NVD", minute: 1199, close: 6.2 },
    { date: "2022-11-07", symbol: "BAC.PRL.WI", minute: 571, close: 3 },
    { date: "2022-11-07", symbol: "BRK.B", minute: 571, close: 4 },
    { date: "2022-11-07", symbol: "GEV.WI", minute: 571, close: 2 },
    { date: "2022-11-07", symbol: "NVD", minute: 570, close: 6.5 },
    { date: "2022-11-07", symbol: "XYZ.RT", minute: 571, close: 1 },
  ]);
});

it("takes listings with the overview laid over the list", async () => {
  expect(
    await market.query(
      `SELECT symbol, name, exchange, security_class, status, currency, toString(ipo_date) AS ipo, toString(delisted_date) AS gone FROM ${market.database}.security WHERE symbol IN ('META', 'OLD', 'FB', 'X:BTCUSD') ORDER BY symbol`,
    ),
  ).toEqual([
    {
      symbol: "META",
      name: "Meta Platforms, Inc. Class A Common Stock",
      exchange: "NASDAQ",
      security_class: "Common Stock",
      status: "ACTIVE",
      currency: "USD",
      ipo: "2012-05-18",
      gone: null,
    },
    {
      symbol: "OLD",
      name: "Old, Inc.",
      exchange: "NYSE",
      security_class: "ADR Stock",
      status: "DELISTED",
      currency: "USD",
      ipo: null,
      gone: "2022-06-10",
    },
  ]);
  expect(report.leftOut).toEqual({
    "market_cap without a day": 1,
    "share_class_shares_outstanding without a day": 1,
    "ticker given up for another, not delisted": 1,
    "ticker of the market crypto": 1,
  });
});

describe("what is refused", () => {
  const day = "us_stocks_sip/day_aggs_v1/2022/06/";
  const minute = "us_stocks_sip/minute_aggs_v1/2022/11/2022-11-04.csv.gz";
  it.each([
    [`${day}2022-06-08.csv.gz`, 5, "unknown suffix of a symbol"],
    [`${day}2022-06-09.csv.gz`, 4, "no session on that day"],
    [`${day}2022-06-09.csv.gz`, 5, "high is below low"],
    [minute, 2, "outside 04:00 to 19:59"],
    [minute, 5, "outside 04:00 to 19:59"],
    [minute, 6, "unknown time"],
    ["reference/splits.json.gz", 2, "not a ratio"],
    ["reference/splits.json.gz", 3, "unknown date"],
    ["reference/splits.json.gz", 4, "unknown kind of record"],
    ["reference/broken.json", 1, "not readable as JSON"],
  ])("is named: %s line %i, %s", (file, line, reason) => {
    expect(report.refused.rows.find((row) => row.file === file && row.line === line)).toMatchObject({ reason });
  });
  it("is counted, and only it", () => {
    expect(report.refused.count).toBe(10);
    expect(report.taken).toMatchObject({ daily: 6, minute: 7, securities: 2, symbols: 1, splits: 1 });
  });
});

// `tests/market/import-files.test.ts` has files of Massive that are cut off; only the soak a single one.
it.runIf(IN_SOAK)("tells a single file by its times, and says where it is cut off", async () => {
  const other = store({ "2022-06-13.csv": [HEADER, bar("NVD", summer("2022-06-13", "00:00"), 5)].join("\n") });
  expect((await importMassive(market, join(other, "2022-06-13.csv"))).taken).toMatchObject({ daily: 1, minute: 0 });

  const text = [HEADER, ...Array.from({ length: 5000 }, (_, n) => bar(`T${n}`, summer("2022-06-14", "00:00"), n + 1))];
  writeFileSync(join(other, "day_aggs.csv.gz"), gzipSync(text.join("\n")).subarray(0, 20_000));
  await expect(importMassive(market, join(other, "day_aggs.csv.gz"))).rejects.toThrow(ImportError);
  expect(await bars("daily")).toHaveLength(7);
  await expect(importMassive(market, folderOf({ "a.txt": "" }))).rejects.toThrow("No .csv.gz of aggregates");
});
