import { importCsv, importEdgar, type Market } from "../../src/market/index.ts";
import type { FetchRequest } from "../../src/sources/index.ts";
import { DAILY, folderOf } from "../market/csv-folder.ts";

/*
 * Sources without bars, in the documented form of their answers: invented companies. Each case is a row of the table of
 * behaviours (`other-sources.test.ts`, `killed.test.ts`); those of bars are in `payloads.ts`.
 */

/** A market that they bring something to. */
export const BARS = `${DAILY}\n${["AAA", "BBB.A", "CCC"].map((symbol) => `${symbol},2025-12-01,1,2,1,2,5`).join("\n")}\n`;

const facts = (cik: number, revenue: number): string =>
  JSON.stringify({
    cik,
    entityName: `Company ${cik}`,
    facts: {
      dei: {},
      "us-gaap": {
        Revenues: {
          label: "Revenues",
          description: "",
          units: {
            USD: [
              {
                start: "2025-01-01",
                end: "2025-03-31",
                val: revenue,
                accn: "0000000001-25-000001",
                fy: 2025,
                fp: "Q1",
                form: "10-Q",
                filed: "2025-05-01",
              },
            ],
          },
        },
      },
    },
  });

const COMPANIES = JSON.stringify({
  fields: ["cik", "name", "ticker", "exchange"],
  data: [
    [1, "Company 1", "AAA", "Nasdaq"],
    [2, "Company 2", "BBB-A", "NYSE"],
    [3, "Company 3", "CCC", "NYSE"],
  ],
});

/** Accepted at a time that is written as UTC; the filing date is that day, or the one given. */
export type Filing = readonly [form: string, at: string, filed?: string];

export const filings = (...rows: readonly Filing[]) => ({
  accessionNumber: rows.map((_, index) => `0000000001-25-00000${index}`),
  filingDate: rows.map(([, at, filed = at.slice(0, 10)]) => filed),
  acceptanceDateTime: rows.map(([, at]) => `${at}.000Z`),
  form: rows.map(([form]) => form),
});

const NASDAQ_LISTED = `Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares
AAA|Company 1 - Common Stock|Q|N|N|100|N|N
ZVZZT|NASDAQ TEST STOCK|G|Y|N|100|N|N
File Creation Time: 1219202521:31|||||||
`;
const OTHER_LISTED = `ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol
BBB.A|Company 2 Class A Common Stock|N|BBB.A|N|100|N|BBB.A
CCC|Company 3 Fund|P|CCC|Y|100|N|CCC
CCC$D|Company 3 Preferred Series D|N|CCCpD|N|100|N|CCC-D
File Creation Time: 1219202521:31|||||||
`;

export const halts = (
  day: string,
  ...items: readonly (readonly [
    symbol: string,
    time: string,
    code: string,
    on?: string,
    resumed?: readonly [date: string, time: string],
  ])[]
) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:ndaq="http://www.nasdaqtrader.com/">
  <channel>
    <title>NASDAQTrader.com</title>
    <description>NASDAQ Trade Halts</description>
    <ttl>1</ttl>
    <ndaq:numItems>${items.length}</ndaq:numItems>
${items
  .map(
    ([symbol, time, code, on = day, [until, trades] = ["", ""]]) => `    <item>
      <title>${symbol}</title>
      <ndaq:HaltDate>${on}</ndaq:HaltDate>
      <ndaq:HaltTime>${time}</ndaq:HaltTime>
      <ndaq:IssueSymbol>${symbol}</ndaq:IssueSymbol>
      <ndaq:IssueName>Company of ${symbol}</ndaq:IssueName>
      <ndaq:Market>NASDAQ</ndaq:Market>
      <ndaq:ReasonCode>${code}</ndaq:ReasonCode>
      <ndaq:PauseThresholdPrice />
      <ndaq:ResumptionDate>${until}</ndaq:ResumptionDate>
      <ndaq:ResumptionQuoteTime>${trades}</ndaq:ResumptionQuoteTime>
      <ndaq:ResumptionTradeTime>${trades}</ndaq:ResumptionTradeTime>
      <description><![CDATA[<table><tr><td valign="top">${on}</td></tr></table>]]></description>
    </item>`,
  )
  .join("\n")}
  </channel>
</rss>
`;

export interface Case {
  readonly want: FetchRequest;
  readonly files: (revenue: number) => Readonly<Record<string, string>>;
  readonly whole: (market: Market, revenue: number) => Promise<unknown>;
  /** The CSV files that `whole` imports, where it is those. */
  readonly csv?: (revenue: number) => Readonly<Record<string, string>>;
  readonly rows: string;
  readonly count: number;
  /** Files that the record of imports names. */
  readonly origins: readonly string[];
  /** A fetch up to that day comes before one of all. */
  readonly earlier: string;
  /** Pages of days after that one; none by default. */
  readonly pagesAfter?: number;
  /** A page of a day so long ago that the second does not ask for it again. */
  readonly notAgain?: string;
}

export const DAYS = { from: "2025-12-01", to: "2025-12-19" };

/** FINRA's, with the day of publication, seven sessions later, and the position; the last one is a half day, and restated. */
const SETTLEMENTS: readonly (readonly [settled: string, published: string, shares: number | null])[] = [
  ["2025-08-15", "2025-08-26", 1],
  ["2025-08-29", "2025-09-10", 2],
  ["2025-09-15", "2025-09-24", 3],
  ["2025-09-30", "2025-10-09", 4],
  ["2025-10-15", "2025-10-24", 5],
  ["2025-10-31", "2025-11-11", null],
  ["2025-11-14", "2025-11-25", 7],
  ["2025-11-28", "2025-12-09", null],
];

const ofCsv = (csv: (revenue: number) => Readonly<Record<string, string>>) => ({
  csv,
  whole: (market: Market, revenue: number) => importCsv(market, folderOf(csv(revenue))),
});

/** By the name of the connector. */
export const CASES: Readonly<Record<string, Case>> = {
  edgar: {
    want: { ...DAYS, symbols: ["AAA", "BBB.A"], kinds: ["facts"] },
    files: (revenue) => ({
      "/files/company_tickers_exchange.json": COMPANIES,
      "/api/xbrl/companyfacts/CIK0000000001.json": facts(1, revenue),
      "/api/xbrl/companyfacts/CIK0000000002.json": facts(2, 20),
    }),
    whole: (market, revenue) =>
      importEdgar(
        market,
        folderOf({
          "company_tickers_exchange.json": COMPANIES,
          "CIK0000000001.json": facts(1, revenue),
          "CIK0000000002.json": facts(2, 20),
        }),
      ),
    rows: "SELECT symbol, item, toString(fiscal_end) AS fiscal_end, value FROM {database}.statement JOIN {database}.security USING (security_id) ORDER BY ALL",
    count: 2,
    origins: ["CIK0000000001.json", "CIK0000000002.json"],
    earlier: "2025-12-10",
  },
  "edgar-filings": {
    want: { ...DAYS, from: "2025-01-01", symbols: ["AAA", "BBB.A"], kinds: ["filings"] },
    files: (minute) => ({
      "/files/company_tickers_exchange.json": COMPANIES,
      "/submissions/CIK0000000001.json": JSON.stringify({
        cik: "1",
        filings: {
          recent: filings(
            ["8-K", `2025-12-15T16:${minute}:30`],
            ["8-K", `2025-12-15T16:${minute}:30`],
            ["8-K/A", "2025-12-02T08:00:00"],
            // Accepted in the evening; its filing date is the day after.
            ["424B5", "2025-12-04T18:10:00", "2025-12-05"],
            ["8-K", "2024-12-31T12:00:00"],
            ["S-1", "2025-12-18T10:00:00"],
          ),
          files: [
            {
              name: "CIK0000000001-submissions-001.json",
              filingCount: 1,
              filingFrom: "2024-11-01",
              filingTo: "2025-03-01",
            },
            {
              name: "CIK0000000001-submissions-002.json",
              filingCount: 1,
              filingFrom: "2023-11-01",
              filingTo: "2024-03-01",
            },
          ],
        },
      }),
      "/submissions/CIK0000000001-submissions-001.json": JSON.stringify(filings(["S-1", "2025-03-01T09:00:00"])),
      "/submissions/CIK0000000002.json": JSON.stringify({ cik: "2", filings: { recent: filings(), files: [] } }),
    }),
    ...ofCsv((minute) => ({
      "events.csv": `symbol,kind,at
AAA,filing_8k,2025-12-15 16:${minute}:30
AAA,filing_424b,2025-12-04 18:10:00
AAA,filing_s1,2025-03-01 09:00:00
AAA,filing_s1,2025-12-18 10:00:00
`,
    })),
    rows: "SELECT symbol, kind, session, minute FROM {database}.event JOIN {database}.security USING (security_id) WHERE kind LIKE 'filing%' ORDER BY ALL",
    count: 4,
    origins: ["filings of AAA in CIK0000000001-submissions-001.json", "filings of AAA in CIK0000000001.json"],
    earlier: "2025-12-16",
  },
  "nasdaq-halts": {
    want: { from: "2025-12-01", to: "2025-12-15", symbols: [], kinds: ["halts"] },
    files: (minute) => ({
      ...Object.fromEntries(
        ["01", "02", "03", "04", "05", "08", "09", "10", "11"].map((day) => [
          `/rss.aspx?feed=tradehalts&haltdate=12${day}2025`,
          halts(`12/${day}/2025`),
        ]),
      ),
      "/rss.aspx?feed=tradehalts&haltdate=12122025": halts(
        "12/12/2025",
        ["AAA", `09:${minute}:12 .540`, "LUDP"],
        ["AAA", `09:${minute}:12 .540`, "LUDP"],
        ["BBB.A", "19:50:01", "T12", "12/12/2025", ["12/15/2025", "09:30:00"]],
        ["CCC", "10:00:00", "T1", "12/11/2025"],
        ["CCC", "04:00:00", "IPO1"],
        ["", "09:45:00", "MWC1"],
      ),
      "/rss.aspx?feed=tradehalts&haltdate=12152025": halts("12/15/2025", ["CCC", "13:07:57.466", "T1"]),
    }),
    ...ofCsv((minute) => ({
      "events.csv": `symbol,kind,at
AAA,halt,2025-12-12 09:${minute}:12
AAA,halt_volatility,2025-12-12 09:${minute}:12
BBB.A,halt,2025-12-12 19:50:01
BBB.A,halt_news,2025-12-12 19:50:01
BBB.A,resumption,2025-12-15 09:30:00
CCC,halt,2025-12-15 13:07:57
CCC,halt_news,2025-12-15 13:07:57
`,
    })),
    rows: "SELECT symbol, kind, session, minute FROM {database}.event JOIN {database}.security USING (security_id) WHERE kind NOT LIKE 'filing%' ORDER BY ALL",
    count: 7,
    origins: ["halts of 2025-12-12", "halts of 2025-12-15"],
    earlier: "2025-12-12",
    pagesAfter: 1,
    notAgain: "/rss.aspx?feed=tradehalts&haltdate=12012025",
  },
  finra: {
    want: { from: "2025-08-15", to: "2025-12-12", symbols: [], kinds: ["facts"] },
    files: (shares) =>
      Object.fromEntries(
        SETTLEMENTS.map(([settled, , number]) => [
          `/equity/otcmarket/biweekly/shrt${settled.replaceAll("-", "")}.csv`,
          `accountingYearMonthNumber|symbolCode|issueName|currentShortPositionQuantity|revisionFlag|settlementDate
${settled.replaceAll("-", "")}|AAA|Company 1|${number ?? shares}||${settled}
${settled.replaceAll("-", "")}|BBB/A|Company 2|20||${settled}
`,
        ]),
      ),
    ...ofCsv((shares) => ({
      "facts.csv": `symbol,field,known_at,value
${SETTLEMENTS.map(
  ([, published, number]) =>
    `AAA,short_interest,${published} 18:00,${number ?? shares}\nBBB.A,short_interest,${published} 18:00,20\n`,
).join("")}`,
    })),
    rows: "SELECT symbol, field, toString(known_at) AS known_at, value FROM {database}.fact JOIN {database}.security USING (security_id) ORDER BY ALL",
    count: 16,
    origins: SETTLEMENTS.map(([settled]) => `short interest of ${settled}`),
    earlier: "2025-11-26",
    pagesAfter: 1,
    // Two months back FINRA corrects what it has published.
    notAgain: "/equity/otcmarket/biweekly/shrt20250829.csv",
  },
  "nasdaq-trader": {
    want: { ...DAYS, symbols: [], kinds: ["securities"] },
    files: (revenue) => ({
      "/dynamic/SymDir/nasdaqlisted.txt": NASDAQ_LISTED.replace("Company 1", `Company 1, ${revenue}`),
      "/dynamic/SymDir/otherlisted.txt": OTHER_LISTED,
    }),
    ...ofCsv((revenue) => ({
      "securities.csv": `symbol,name,exchange,security_class,status
AAA,"Company 1, ${revenue} - Common Stock",NASDAQ,CS,ACTIVE
BBB.A,Company 2 Class A Common Stock,NYSE,CS,ACTIVE
CCC,Company 3 Fund,NYSE ARCA,ETF,ACTIVE
CCC.PRD,Company 3 Preferred Series D,NYSE,PFD,ACTIVE
`,
    })),
    rows: "SELECT symbol, name, exchange, security_class, status FROM {database}.security WHERE name != '' ORDER BY ALL",
    count: 4,
    origins: ["nasdaqlisted.txt", "otherlisted.txt"],
    earlier: "2025-12-10",
  },
};
