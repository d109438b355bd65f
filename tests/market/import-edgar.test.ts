import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentSnapshot, importCsv, importEdgar, type ImportReport, type Market } from "../../src/market/index.ts";
import { CONCEPTS } from "../../src/market/import/edgar-concepts.ts";
import { STATEMENT_ITEMS } from "../../src/vocabulary/index.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";
import { describeOnSharedData, SHARED_DATA } from "./shared-data.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** A fact as the API writes it: period, value, filing day, form. */
const filing = (period: string, val: number, filed: string, form = "10-Q"): object => {
  const [start, end] = period.split("..");
  return {
    ...(end ? { start, end } : { end: start }),
    val,
    accn: `0000000001-${filed}`,
    fy: 2023,
    fp: "Q1",
    form,
    filed,
  };
};
const inUnit = (unit: string, ...facts: readonly object[]): object => ({
  label: "",
  description: "",
  units: { [unit]: facts },
});
const company = (cik: number | string, gaap: object, dei: object = {}): string =>
  JSON.stringify({ cik, entityName: "A", facts: { dei, "us-gaap": gaap } });

const [Q1, Q2, Q3] = ["2023-01-01..2023-03-31", "2023-04-01..2023-06-30", "2023-07-01..2023-09-30"];
const [H1, M9, FY] = ["2023-01-01..2023-06-30", "2023-01-01..2023-09-30", "2023-01-01..2023-12-31"];
const filed = { q1: "2023-05-01", q2: "2023-08-01", q3: "2023-11-01", fy: "2024-02-01", later: "2025-02-03" };

const facts = company(
  1,
  {
    // Quarters are told, the year is told, and restated in the next year's report while the quarters are not.
    Revenues: inUnit(
      "USD",
      filing(Q1, 10, filed.q1),
      filing(Q2, 20, filed.q2),
      filing(H1, 30, filed.q2),
      filing(Q3, 30, filed.q3),
      filing(M9, 60, filed.q3),
      filing(FY, 100, filed.fy, "10-K"),
      filing(FY, 90, filed.later, "10-K"),
      // The first quarter as a comparative, unchanged and then restated.
      filing(Q1, 10, "2024-05-01"),
      filing(Q1, 11, "2024-06-03", "10-Q/A"),
    ),
    // Another concept of the same item in a later filing is no restatement.
    RevenueFromContractWithCustomerExcludingAssessedTax: inUnit("USD", filing(Q2, 19, "2024-08-01")),
    // A quarter by difference that a later year's filing tells itself, and restates.
    OperatingIncomeLoss: inUnit(
      "USD",
      filing(Q1, 4, "2023-08-31"),
      filing(H1, 9, "2023-08-31"),
      filing(Q2, 6, "2024-08-29"),
    ),
    // Only quarters and the year: no nine months to subtract.
    NetIncomeLoss: inUnit(
      "USD",
      filing(Q1, 1, filed.q1),
      filing(Q2, 2, filed.q2),
      filing(Q3, 3, filed.q3),
      filing(FY, 10, filed.fy, "10-K"),
    ),
    // Cash flows are told of the year until then; nine months and year both restated.
    PaymentsToAcquirePropertyPlantAndEquipment: inUnit(
      "USD",
      filing(Q1, 5, filed.q1),
      filing(H1, 12, filed.q2),
      filing(M9, 20, filed.q3),
      filing(FY, 30, filed.fy, "10-K"),
      filing(M9, 22, "2024-11-01"),
      filing(FY, 33, filed.later, "10-K"),
    ),
    // A 2-for-1 split between the third quarter and the year's report.
    EarningsPerShareDiluted: inUnit(
      "USD/shares",
      filing(Q3, 3, filed.q3),
      filing(M9, 8, filed.q3),
      filing(FY, 5, filed.fy, "10-K"),
    ),
    WeightedAverageNumberOfDilutedSharesOutstanding: inUnit(
      "shares",
      filing(Q3, 100, filed.q3),
      filing(M9, 100, filed.q3),
      filing(FY, 200, filed.fy, "10-K"),
    ),
    EarningsPerShareBasic: inUnit("USD/shares", filing(M9, 6, filed.q3), filing(FY, 8.5, filed.fy, "10-K")),
    WeightedAverageNumberOfSharesOutstandingBasic: inUnit(
      "shares",
      filing(M9, 100, filed.q3),
      filing(FY, 101, filed.fy, "10-K"),
    ),
    // A level at the end of a period, and one at a day that is none.
    Assets: inUnit(
      "USD",
      filing("2023-03-31", 1000, filed.q1),
      filing("2023-04-20", 1, filed.q1),
      filing("2023-03-31", 1001, filed.q2),
    ),
    Goodwill: inUnit("EUR", filing("2023-03-31", 7, filed.q1)),
    InventoryNet: inUnit("USD", filing("2023-03-31", 7, filed.q1, "8-K")),
    AmendmentsOfSomething: inUnit("USD", filing(Q1, 1, filed.q1), filing(Q2, 1, filed.q2)),
  },
  {
    EntityCommonStockSharesOutstanding: inUnit(
      "shares",
      filing("2023-04-20", 500, filed.q1),
      filing("2023-07-20", 510, filed.q2),
      filing("2023-04-20", 499, filed.q3),
    ),
  },
);

const tickers = JSON.stringify({
  0: { cik_str: 1, ticker: "AAA", title: "A" },
  1: { cik_str: 1, ticker: "AAA-PB", title: "A" },
  2: { cik_str: 2, ticker: "BBB-A", title: "B" },
  3: { cik_str: 2, ticker: "BBB-B", title: "B" },
});

describe("company facts", () => {
  let report: ImportReport;
  beforeAll(async () => {
    const bar = (symbol: string): string => `${symbol},2024-02-02,1,1,1,1,1`;
    await importCsv(market, folderOf({ "daily.csv": [DAILY, ...["AAA", "BBB.A", "BBB.B"].map(bar)].join("\n") }));
    report = await importEdgar(
      market,
      folderOf({
        "CIK0000000001.json.gz": facts,
        "CIK0000000002.json": company(
          "0000000002",
          {
            Liabilities: inUnit("USD", filing("2023-03-31", 4, filed.q1)),
            ProfitLoss: inUnit("USD", filing(Q1, 3, filed.q1)),
          },
          { EntityCommonStockSharesOutstanding: inUnit("shares", filing("2023-04-20", 500, filed.q1)) },
        ),
        "CIK0000000003.json": company(3, { Assets: inUnit("USD", filing("2023-03-31", 4, filed.q1)) }),
        "CIK0000000004.json": '{"cik": 4, "facts":',
        "company_tickers.json": tickers,
      }),
    );
  });

  const item = async (symbol: string, name: string): Promise<readonly string[]> => {
    const rows = await market.query<{ end: string; known: string; value: number }>({
      sql: `SELECT toString(t.fiscal_end) AS end, formatDateTime(t.known_at, '%F %R', 'UTC') AS known, t.value AS value
FROM ${market.database}.statement AS t INNER JOIN ${market.database}.security AS x ON x.security_id = t.security_id
WHERE x.symbol = {symbol:String} AND t.item = {name:String} ORDER BY t.fiscal_end, t.known_at`,
      params: { symbol, name },
    });
    return rows.map(({ end, known, value }) => `${end} ${value} (${known})`);
  };

  it.each([
    [
      "quarters as told, the fourth as the year less the rest; what was restated keeps the day of its own",
      "total-revenue",
      [
        "2023-03-31 10 (2023-05-01 17:30)",
        "2023-03-31 11 (2024-06-03 17:30)",
        "2023-06-30 20 (2023-08-01 17:30)",
        "2023-09-30 30 (2023-11-01 17:30)",
        "2023-12-31 40 (2024-02-01 17:30)",
      ],
    ],
    [
      "a quarter by difference from when both parts are known until it is told itself",
      "operating-income",
      ["2023-03-31 4 (2023-08-31 17:30)", "2023-06-30 5 (2023-08-31 17:30)", "2023-06-30 6 (2024-08-29 17:30)"],
    ],
    [
      "the year less its quarters where no nine months are told",
      "net-income",
      [
        "2023-03-31 1 (2023-05-01 17:30)",
        "2023-06-30 2 (2023-08-01 17:30)",
        "2023-09-30 3 (2023-11-01 17:30)",
        "2023-12-31 4 (2024-02-01 17:30)",
      ],
    ],
    [
      "flows since the year began, each less the one before; payments are outflows; year and nine months restated",
      "capital-expenditure",
      [
        "2023-03-31 -5 (2023-05-01 17:30)",
        "2023-06-30 -7 (2023-08-01 17:30)",
        "2023-09-30 -8 (2023-11-01 17:30)",
        // 22 - 12 would mix nine months anew with six as they were.
        "2023-12-31 -10 (2024-02-01 17:30)",
        "2023-12-31 -11 (2025-02-03 17:30)",
      ],
    ],
    ["no earnings a share over a split", "eps-diluted", ["2023-09-30 3 (2023-11-01 17:30)"]],
    ["earnings a share where the shares stayed", "eps-basic", ["2023-12-31 2.5 (2024-02-01 17:30)"]],
    ["no average of shares by difference", "weighted-average-shares-diluted", ["2023-09-30 100 (2023-11-01 17:30)"]],
    [
      "levels at the end of a fiscal period",
      "total-assets",
      ["2023-03-31 1000 (2023-05-01 17:30)", "2023-03-31 1001 (2023-08-01 17:30)"],
    ],
    ["nothing in another currency", "goodwill", []],
    ["nothing of another form", "inventory", []],
  ])("give %s", async (_, name, rows) => {
    expect(await item("AAA", name)).toEqual(rows);
  });

  it("go to every class of common shares", async () => {
    for (const symbol of ["BBB.A", "BBB.B"])
      expect(await item(symbol, "total-liabilities")).toEqual(["2023-03-31 4 (2023-05-01 17:30)"]);
  });

  it("give shares outstanding where the company has one symbol, the newest count", async () => {
    expect(
      await market.query(
        `SELECT x.symbol AS symbol, formatDateTime(f.known_at, '%F %R', 'UTC') AS known, f.value AS value FROM ${market.database}.fact AS f INNER JOIN ${market.database}.security AS x ON x.security_id = f.security_id WHERE field = 'outstanding_shares' ORDER BY known`,
      ),
    ).toEqual([
      { symbol: "AAA", known: "2023-05-01 17:30", value: 500 },
      { symbol: "AAA", known: "2023-08-01 17:30", value: 510 },
    ]);
  });

  it("are marked where they come by difference", async () => {
    const marked = await market.query(
      `SELECT toString(item) AS item, toString(fiscal_end) AS end FROM ${(await currentSnapshot(market)).table("given_derived")} ORDER BY item, end, known_at`,
    );
    expect(marked).toEqual([
      { item: "capital-expenditure", end: "2023-06-30" },
      { item: "capital-expenditure", end: "2023-09-30" },
      { item: "capital-expenditure", end: "2023-12-31" },
      { item: "capital-expenditure", end: "2023-12-31" },
      { item: "eps-basic", end: "2023-12-31" },
      { item: "net-income", end: "2023-12-31" },
      { item: "operating-income", end: "2023-06-30" },
      { item: "total-revenue", end: "2023-12-31" },
    ]);
    expect(report.derived).toBe(8);
  });

  it("are counted where they have no place, by concept and reason", () => {
    expect(report.leftOut).toEqual({
      "concept us-gaap:AmendmentsOfSomething": 2,
      "fact in EUR": 1,
      "fact of a company without a symbol": 1,
      "fact of form 8-K": 1,
      "number of shares of a company with several symbols": 1,
      "ticker that is no common share": 1,
    });
    expect(report.refused.rows).toMatchObject([{ file: "CIK0000000004.json", reason: "no company facts in it" }]);
  });

  // `tests/market/import-order.test.ts` imports bars that came before; only the soak filings.
  it.runIf(IN_SOAK)("change nothing when they come again", async () => {
    const folder = folderOf({ "CIK0000000001.json": facts, "company_tickers.json": tickers });
    const again = await importEdgar(market, join(folder, "CIK0000000001.json"));
    expect(again).toMatchObject({ snapshot: report.snapshot, restated: again.taken.statements + again.taken.facts });
  });

  it("need the list of tickers", async () => {
    await expect(importEdgar(market, folderOf({ "CIK0000000001.json": facts }))).rejects.toThrow(
      "company_tickers.json says the symbols of companies",
    );
  });
});

it("every item mapped is one of the vocabulary's", () => {
  const items = new Set(STATEMENT_ITEMS.map(({ item }) => item));
  expect(Object.keys(CONCEPTS).filter((name) => !items.has(name))).toEqual([]);
});

describeOnSharedData("a company's real facts", () => {
  // The tests above have filings that are made up; only the soak has a real company's.
  it.runIf(IN_SOAK)("give its quarters as its own reports of them say", async () => {
    const folder = folderOf({});
    copyFileSync(join(SHARED_DATA, "sec/companyfacts/snow_facts.json.gz"), join(folder, "CIK0001640147.json.gz"));
    writeFileSync(
      join(folder, "company_tickers_exchange.json"),
      JSON.stringify({
        fields: ["cik", "name", "ticker", "exchange"],
        data: [[1640147, "SNOWFLAKE INC.", "SNOW", "NYSE"]],
      }),
    );
    const report = await importEdgar(market, folder);
    const rows = await market.query<{ value: number }>(
      `SELECT argMax(value, known_at) AS value FROM ${(await currentSnapshot(market)).table("given_statement")} WHERE symbol = 'SNOW' AND item = 'total-revenue' AND fiscal_end BETWEEN toDate32('2021-04-30') AND toDate32('2022-01-31') GROUP BY fiscal_end ORDER BY fiscal_end`,
    );
    // Snowflake, fiscal year 2022: 1,219,327 thousand dollars.
    expect(rows.map(({ value }) => value)).toEqual([228_914_000, 272_198_000, 334_441_000, 383_774_000]);
    expect(report.taken.statements).toBeGreaterThan(500);
    expect(report.leftOut).not.toHaveProperty("fact of a company without a symbol");
  });
});
