import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { importCsv, importEdgar, onSnapshot, snapshotSources, type Market } from "../../src/market/index.ts";
import { CONNECTORS, fetchSource, type FetchOptions, type FetchRequest } from "../../src/sources/index.ts";
import { DAILY, folderOf } from "../market/csv-folder.ts";
import { openTestMarket } from "../market/open-market.ts";
import { localSource, type Answer, type LocalSource } from "./local-source.ts";

/* Sources without bars: what was fetched equals an import of the same files. Invented companies, in the documented form. */

const BARS = `${DAILY}\n${["AAA", "BBB.A", "CCC"].map((symbol) => `${symbol},2025-12-01,1,2,1,2,5`).join("\n")}\n`;

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

const filings = (...rows: readonly (readonly [form: string, at: string])[]): object => ({
  accessionNumber: rows.map((_, index) => `0000000001-25-00000${index}`),
  filingDate: rows.map(([, at]) => at.slice(0, 10)),
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

const halts = (
  day: string,
  ...items: readonly (readonly [symbol: string, time: string, code: string, on?: string])[]
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
    ([symbol, time, code, on = day]) => `    <item>
      <title>${symbol}</title>
      <ndaq:HaltDate>${on}</ndaq:HaltDate>
      <ndaq:HaltTime>${time}</ndaq:HaltTime>
      <ndaq:IssueSymbol>${symbol}</ndaq:IssueSymbol>
      <ndaq:IssueName>Company of ${symbol}</ndaq:IssueName>
      <ndaq:Market>NASDAQ</ndaq:Market>
      <ndaq:ReasonCode>${code}</ndaq:ReasonCode>
      <ndaq:PauseThresholdPrice />
      <ndaq:ResumptionDate />
      <description><![CDATA[<table><tr><td valign="top">${on}</td></tr></table>]]></description>
    </item>`,
  )
  .join("\n")}
  </channel>
</rss>
`;

interface Case {
  readonly want: FetchRequest;
  readonly files: (revenue: number) => Readonly<Record<string, string>>;
  readonly whole: (market: Market, revenue: number) => Promise<unknown>;
  readonly rows: string;
  readonly count: number;
  /** Files that the record of imports names. */
  readonly origins: readonly string[];
}

const DAYS = { from: "2025-12-01", to: "2025-12-19" };

const CASES: Readonly<Record<string, Case>> = {
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
            ["424B5", "2025-12-04T18:10:00"],
            ["8-K", "2024-12-31T12:00:00"],
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
    whole: (market, minute) =>
      importCsv(
        market,
        folderOf({
          "events.csv": `symbol,kind,at
AAA,filing_8k,2025-12-15 16:${minute}:30
AAA,filing_424b,2025-12-04 18:10:00
AAA,filing_s1,2025-03-01 09:00:00
`,
        }),
      ),
    rows: "SELECT symbol, kind, session, minute FROM {database}.event JOIN {database}.security USING (security_id) ORDER BY ALL",
    count: 3,
    origins: ["filings of AAA in CIK0000000001-submissions-001.json", "filings of AAA in CIK0000000001.json"],
  },
  "nasdaq-halts": {
    want: { from: "2025-12-12", to: "2025-12-15", symbols: [], kinds: ["halts"] },
    files: (minute) => ({
      "/rss.aspx?feed=tradehalts&haltdate=12122025": halts(
        "12/12/2025",
        ["AAA", `09:${minute}:12 .540`, "LUDP"],
        ["AAA", `09:${minute}:12 .540`, "LUDP"],
        ["BBB.A", "19:50:01", "T12"],
        ["CCC", "10:00:00", "T1", "12/11/2025"],
        ["CCC", "04:00:00", "IPO1"],
        ["", "09:45:00", "MWC1"],
      ),
      "/rss.aspx?feed=tradehalts&haltdate=12152025": halts("12/15/2025", ["CCC", "13:07:57.466", "T1"]),
    }),
    whole: (market, minute) =>
      importCsv(
        market,
        folderOf({
          "events.csv": `symbol,kind,at
AAA,halt,2025-12-12 09:${minute}:12
BBB.A,halt,2025-12-12 19:50:01
CCC,halt,2025-12-15 13:07:57
`,
        }),
      ),
    rows: "SELECT symbol, kind, session, minute FROM {database}.event JOIN {database}.security USING (security_id) ORDER BY ALL",
    count: 3,
    origins: ["halts of 2025-12-12", "halts of 2025-12-15"],
  },
  finra: {
    // Settled on 28 November, a Friday and half a day; published seven sessions later.
    want: { ...DAYS, to: "2025-12-12", symbols: [], kinds: ["facts"] },
    files: (shares) => ({
      "/equity/otcmarket/biweekly/shrt20251128.csv": `accountingYearMonthNumber|symbolCode|issueName|currentShortPositionQuantity|settlementDate
20251128|AAA|Company 1|${shares}|2025-11-28
20251128|BBB/A|Company 2|20|2025-11-28
`,
    }),
    whole: (market, shares) =>
      importCsv(
        market,
        folderOf({
          "facts.csv": `symbol,field,known_at,value
AAA,short_interest,2025-12-09 18:00,${shares}
BBB.A,short_interest,2025-12-09 18:00,20
`,
        }),
      ),
    rows: "SELECT symbol, field, toString(known_at) AS known_at, value FROM {database}.fact JOIN {database}.security USING (security_id) ORDER BY ALL",
    count: 2,
    origins: ["short interest of 2025-11-28"],
  },
  "nasdaq-trader": {
    want: { ...DAYS, symbols: [], kinds: ["securities"] },
    files: (revenue) => ({
      "/dynamic/SymDir/nasdaqlisted.txt": NASDAQ_LISTED.replace("Company 1", `Company 1, ${revenue}`),
      "/dynamic/SymDir/otherlisted.txt": OTHER_LISTED,
    }),
    whole: (market, revenue) =>
      importCsv(
        market,
        folderOf({
          "securities.csv": `symbol,name,exchange,security_class,status
AAA,"Company 1, ${revenue} - Common Stock",NASDAQ,CS,ACTIVE
BBB.A,Company 2 Class A Common Stock,NYSE,CS,ACTIVE
CCC,Company 3 Fund,NYSE ARCA,ETF,ACTIVE
CCC.PRD,Company 3 Preferred Series D,NYSE,PFD,ACTIVE
`,
        }),
      ),
    rows: "SELECT symbol, name, exchange, security_class, status FROM {database}.security WHERE name != '' ORDER BY ALL",
    count: 4,
    origins: ["nasdaqlisted.txt", "otherlisted.txt"],
  },
};

describe.each(Object.entries(CASES))("%s", (name, { want, files, whole, rows, count, origins }) => {
  let market: Market;
  let folder = "";
  let source: LocalSource | null = null;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
    await fresh();
  });
  afterEach(async () => {
    await source?.close();
    source = null;
    await market.close();
    await rm(folder, { recursive: true, force: true });
  });
  const fresh = async (): Promise<void> => {
    market = await openTestMarket();
    await importCsv(market, folderOf({ "daily.csv": BARS }));
  };
  const stored = (): Promise<unknown[]> => market.query(rows.replaceAll("{database}", market.database));
  const serve = async (answer: (path: string, call: number) => Answer): Promise<void> => {
    await source?.close();
    source = await localSource(answer);
  };
  const answers = (revenue: number, path: string): Answer => {
    const body = files(revenue)[path];
    return body === undefined ? { status: 404, body: "" } : { body };
  };
  const go = (more: Partial<FetchOptions> = {}) => {
    const connector = CONNECTORS.find((one) => one.name === name);
    if (connector === undefined) throw new Error(name);
    return fetchSource(market, connector, want, {
      folder,
      keys: connector.keys.map(() => "Ada ada@example.org"),
      signal: new AbortController().signal,
      addresses: Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, source?.address ?? ""])),
      limits: [],
      retries: 6,
      pauseMs: 1,
      ...more,
    });
  };

  test("complete, throttled, cut off and restated, it equals an import of the same files", async () => {
    const troubles: Answer[] = [
      { status: 429, headers: { "retry-after": "0" }, body: "" },
      { cutOff: "half" },
      "hang up",
      { status: 503, body: "busy" },
    ];
    await serve((path) => troubles.shift() ?? answers(10, path));
    await go();
    expect(troubles).toEqual([]);
    await serve((path) => answers(11, path));
    await go();
    const fetched = await stored();
    const recorded = await onSnapshot(market, (snapshot) =>
      snapshot.query(
        `SELECT DISTINCT source, toString(file) AS file FROM ${snapshot.table("origin_rows")} JOIN ${snapshot.table("origin_import")} USING (import) ORDER BY file`,
      ),
    );
    expect(recorded).toEqual(origins.map((file) => ({ source: name, file })));
    const id = await onSnapshot(market, async ({ label }) => label?.id ?? "");
    const sources = await snapshotSources(market, id);
    expect(sources).toContainEqual(expect.objectContaining({ source: name, files: origins.length }));
    expect(sources?.every(({ first, last }) => /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(first) && first <= last)).toBe(true);
    expect(await snapshotSources(market, "of another market")).toBeNull();
    await market.close();
    await fresh();
    await whole(market, 10);
    await whole(market, 11);
    expect(fetched.length).toBeGreaterThanOrEqual(count);
    expect(fetched).toEqual(await stored());
  });

  test("unauthorised and malformed at any page: nothing is imported; stopped there, it goes on", async () => {
    const before = await stored();
    const pages = Object.keys(files(10)).length;
    for (let good = 0; good < pages; good += 1) {
      await serve((path, call) => (call <= good ? answers(10, path) : { status: 403, body: "" }));
      expect(String(await go({ restart: true }).catch((error: unknown) => error))).toMatch(/FetchError: .*\(403\)/);
      await serve(() => ({ body: "<html>sorry</html>" }));
      expect(String(await go().catch((error: unknown) => error))).toContain("answered with something else");
      expect(await stored()).toEqual(before);
    }
    await serve((path) => answers(10, path));
    const { resumed, called } = await go();
    expect([resumed, called]).toEqual([pages - 1, 1]);
    expect((await stored()).length).toBeGreaterThan(before.length);
  });
});

test("a day's halts say what is left out, and a feed that is cut off or no feed is none", () => {
  const connector = CONNECTORS.find(({ name }) => name === "nasdaq-halts");
  const want: FetchRequest = { from: "2025-12-13", to: "2025-12-15", symbols: ["AAA"], kinds: ["halts"] };
  const [page, ...others] = connector?.pages(want) ?? [];
  // A Saturday and a Sunday have none.
  expect([page?.name, others]).toEqual(["halts of 2025-12-15", []]);
  const read = (text: string) => page && connector?.read(page, new TextEncoder().encode(text), want);
  const feed = halts(
    "12/15/2025",
    ["AAA", "09:31:00", "LUDP"],
    ["CCC", "09:32:00", "LUDP"],
    ["AAA", "16:00:00", "D"],
    ["AAA", "10:00:00", "T1", "12/12/2025"],
    ["", "09:45:00", "MWC1"],
  );
  expect(read(feed)).toEqual({
    rows: { events: [{ symbol: "AAA", kind: "halt", at: "2025-12-15 09:31:00" }] },
    leftOut: { "deletion or IPO among the halts": 1, "halt of another day": 1, "halt of the whole market": 1 },
  });
  expect(read(halts("12/15/2025"))).toEqual({ rows: { events: [] } });
  for (const bad of [
    feed.slice(0, -20),
    feed.replace("<ndaq:numItems>5<", "<ndaq:numItems>6<"),
    feed.replace("09:31:00", "soon"),
    "<html>sorry</html>",
  ])
    expect(() => read(bad)).toThrow(/no whole feed|says 6 items|has no time/);
});

test("Tiingo's permanent ids are those of the last day, of the symbols that were asked for", () => {
  const tiingo = CONNECTORS.find(({ name }) => name === "tiingo");
  const want: FetchRequest = { ...DAYS, symbols: ["AAA", "BBB.A"], kinds: ["identities"] };
  const [page, ...others] = tiingo?.pages(want) ?? [];
  expect([page?.path, others]).toEqual(["/tiingo/fundamentals/meta?tickers=aaa,bbb-a&format=json", []]);
  const answer = ["aaa", "bbb-a", "ccc"].map((ticker, at) => ({
    permaTicker: `US00000000000${at}`,
    ticker,
    isActive: true,
  }));
  const body = new TextEncoder().encode(JSON.stringify(answer));
  const identities = ["AAA", "BBB.A"].map((symbol, at) => {
    return { symbol, first_date: DAYS.to, permanent_id: `US00000000000${at}`, source: "tiingo" };
  });
  expect(page && tiingo?.read(page, body, want)).toEqual({ rows: { identities } });
});
