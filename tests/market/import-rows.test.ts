import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCsv, ImportError, type ImportReport, type Market } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

describe("a row that is no bar", () => {
  /** What is wrong with a row, and the field and reason it is refused with. */
  const wrong = [
    ["BAD,2024-01-02,10,9,11,10,5", "high", "high is below low"],
    ["BAD,2024-01-03,12,11,9,10,5", "open", "open is outside low to high"],
    ["BAD,2024-01-04,10,11,9,8.99,5", "close", "close is outside low to high"],
    ["BAD,2024-01-05,10,11,9,10,-5", "volume", "volume is negative"],
    ["BAD,2024-01-08,ten,11,9,10,5", "open", "not a number"],
    ["BAD,2024-01-09,nan,11,9,10,5", "open", "not a number"],
    ["BAD,2024-01-10,10,inf,9,10,5", "high", "not a number"],
    ["BAD,2024-01-11,10,11,0,10,5", "low", "price is not positive"],
    ["BAD,2024-01-12,10,11,-9,10,5", "low", "price is not positive"],
    ["BAD,2024-01-16,0.0000001,11,0.0000001,10,5", "open", "price is not positive"],
    ["BAD,2024-01-17,1e15,1e15,1e15,1e15,5", "open", "price is too large"],
    ["BAD,2024-01-15,10,11,9,10,5", "date", "no session on that day"],
    ["BAD,2024-02-30,10,11,9,10,5", "date", "unknown date"],
    ["BAD,yesterday,10,11,9,10,5", "date", "unknown date"],
    ["BAD,,10,11,9,10,5", "date", "empty field"],
    [",2024-01-18,10,11,9,10,5", "symbol", "empty field"],
    ["BAD,2024-01-19,,11,9,10,5", "open", "empty field"],
    ["BAD,2024-01-22,10,11,9,10", "volume", "empty field"],
    ["BAD,2024-01-23,10,11,9,10,5,6", "", "too many fields"],
    ["GOOD,2024-01-02,10,11,9,10,6", "date, symbol", "duplicate key"],
  ] as const;
  let report: ImportReport;
  beforeAll(async () => {
    const rows = [
      DAILY,
      "GOOD,2024-01-02,10,11,9,10.5,5",
      ...wrong.map(([row]) => row),
      "",
      "GOOD,2024-01-03,10.0000005,11,9,10,5",
    ];
    report = await importCsv(market, folderOf({ "daily-1.csv.gz": rows.join("\n") }));
  });

  it.each(wrong.map(([row, field, reason], index) => ({ row, field, reason, line: index + 3 })))(
    "is refused: $row is $reason",
    ({ field, reason, line }) => {
      expect(report.refused.rows.find((refused) => refused.line === line)).toMatchObject({
        file: "daily-1.csv.gz",
        field,
        reason,
      });
    },
  );

  it("is counted, and only it", () => {
    expect(report.refused.count).toBe(wrong.length);
    expect(report.refused.reasons).toMatchObject({ "empty field": 4, "not a number": 3, "duplicate key": 1 });
    expect(report.taken.daily).toBe(2);
    expect(report.rounded).toBe(1);
  });

  it("keeps the first of two rows, exact to six decimals, half away from zero", async () => {
    const rows = await market.query(
      `SELECT toString(open) AS open, toString(close) AS close FROM ${market.database}.daily ORDER BY session`,
    );
    expect(rows).toEqual([
      { open: "10", close: "10.5" },
      { open: "10.000001", close: "10" },
    ]);
  });
});

const MOMENTS = [
  ["2024-11-05T16:00:30", "2024-11-05 16:00:30"],
  ["2024-11-05 16:00:00.000", "2024-11-05 16:00:00"],
  ["2024-11-05T16:00:00.5", "2024-11-05 16:00:01"],
  ["2024-11-05T09:29:59", "2024-11-05 09:29:59"],
  ["2024-11-05T21:05:09Z", "2024-11-05 16:05:09"],
  ["2024-11-05T21:05:09.250Z", "2024-11-05 16:05:10"],
  ["2024-11-05T23:59:59.9", "2024-11-06 00:00:00"],
] as const;

/** Files that come in one import: each test has symbols of its own in them. */
const FILES = {
  "minute-times.csv": [
    `${MINUTE},flag`,
    ...["03:59", "20:00", "24:00", "9:60", "noon", "", "09:30:30", "04:00", "9:30", "19:59:00"].map(
      (time) => `TIME,2024-03-11,${time},1,1,1,1,1,x`,
    ),
  ].join("\n"),
  "minute.csv": `${MINUTE}\nTWICE,2024-05-02,09:35,1,2,1,2,5\nTWICE,2024-05-02,9:35,1,2,1,2,6\n`,
  "daily-lacking.csv": "symbol,date,open,high,low,close\nA,2024-01-02,1,1,1,1\nA,2024-01-03,1,1,1,1\n",
  "daily.csv": [
    DAILY,
    "TWICE,2024-05-02,1,2,1,2,5",
    "TWICE,2024-05-02,1,2,1,2,6",
    "A,2024-01-02,1,1,1,1,1",
    "V,2024-01-02,1,1,1,1,1",
    ...MOMENTS.map((_, index) => `S${index},2024-11-05,1,1,1,1,1`),
  ].join("\n"),
  "facts.csv":
    "symbol,field,known_at,value\nA,market_cap,2024-01-02,1e9\nA,mood,2024-01-02,1\nA,float,2024-01-02,many\nA,float,soon,5\nA,sector,2024-01-02T09:00,Energy\n" +
    "A,next_earnings,2024-01-02T08:00,2024-02-01\nA,next_earnings,2024-01-03,2024-02-30\nA,next_earnings,2024-01-04,45\n" +
    "A,next_earnings,2024-01-05,2024-02-01T16:05\nA,next_earnings,2024-01-06,\nA,days_to_earnings,2024-01-07,5\n" +
    "V,sector,2024-01-02T09:00,FINANCIALS\n",
  "facts.csv.gz": [
    "symbol,field,known_at,value",
    ...MOMENTS.map(([text], index) => `S${index},float,${text},${index + 1}`),
    "S0,float,2024-11-05T16:00:99,1",
  ].join("\n"),
  "statements.csv":
    "symbol,item,fiscal_end,known_at,value\nA,Total Revenue,2023-12-31,2024-01-30T16:05,5\nA,net-income,2023-12-31,2024-01-30,\n" +
    "V,Cost of Goods Sold,2023-12-31,2024-01-02T16:05,5\nV,moonshine,2023-12-31,2024-01-02,7\nV,EPS_Diluted,2023-12-31,2024-01-02,1.5\n",
  "statements.csv.gz": [
    "symbol,item,fiscal_end,known_at,value",
    ...MOMENTS.map(([text], index) => `S${index},total-revenue,2024-09-30,${text},${index + 1}`),
  ].join("\n"),
  "events.csv":
    "symbol,kind,at\nA,news,2024-01-02T08:15\nA,rumour,2024-01-02T08:15\nA,news,2024-01-02T25:15\n" +
    "TWICE,news,2024-05-03T08:15\nTWICE,news,2024-05-03T08:15\n",
  "events.csv.gz": [
    "symbol,kind,at",
    ...["09:29:59", "09:29:10", "16:00:30", "16:00:60", "16:00:3", "16:0:30"].map(
      (time) => `S0,news,2024-11-05T${time}`,
    ),
  ].join("\n"),
  "splits.csv":
    "symbol,date,ratio\nA,2024-01-02,0\nA,2024-01-03,-2\nA,2024-01-04,2\nTWICE,2024-05-03,2\nTWICE,2024-05-03,3\n",
  "symbols.csv": "symbol,old_symbol,date\nA,A,2024-01-02\n",
  "securities.csv":
    'symbol,name,exchange,security_class,status,country,sector,industry\nV,CS,XNAS,stock common,listed,United States,Health Care,"Furnishings, Fixtures & Appliances"\nW,W,Tokyo,ADRC,,Türkiye,,Blank Checks\n',
  "securities.csv.gz": `\uFEFFsymbol,name,exchange,security_class,status,country,currency,sector,industry,ipo_date\r\n"q1","Quote, ""Inc""", NYSE ,,Active,USA,USD,,null,1980-12-12\r\n`,
};

describe("rows of several files", () => {
  let report: ImportReport;
  beforeAll(async () => {
    report = await importCsv(market, folderOf(FILES));
  });
  /** What was refused of a symbol, with the field and the reason. */
  const refused = (symbol: RegExp): readonly string[] =>
    report.refused.rows
      .filter(({ text, reason }) => symbol.test(text.split(",")[0] ?? "") && !reason.includes("column"))
      .map(({ file, line, field, reason }) => `${file}:${line} ${field} ${reason}`);

  it("are counted by kind, the refused by reason", () => {
    expect(report.taken).toMatchObject({
      daily: 10,
      minute: 4,
      securities: 3,
      facts: 3 + 7 + 1,
      statements: 1 + 7 + 2,
      events: 1 + 3 + 1,
      splits: 2,
      symbols: 0,
    });
    expect(report.refused.reasons).toMatchObject({ "unknown time": 5 + 1 + 4, "missing column": 2 });
  });

  it("refuses minutes outside 04:00 to 19:59, unknown times and unknown columns", () => {
    expect(report.unknownColumns).toEqual([{ file: "minute-times.csv", column: "flag" }]);
    expect(refused(/^TIME$/).map((row) => row.slice("minute-times.csv:0 ".length))).toEqual([
      ...Array.from({ length: 2 }, () => "time outside 04:00 to 19:59"),
      ...Array.from({ length: 5 }, () => "time unknown time"),
    ]);
    expect(report.refused.reasons).toMatchObject({ "outside 04:00 to 19:59": 2, "unknown column": 1 });
  });

  it("refuses every row of a file without a required column", () => {
    expect(report.refused.rows.filter(({ file }) => file === "daily-lacking.csv")).toMatchObject([
      { file: "daily-lacking.csv", line: 1, field: "volume", reason: "missing column" },
    ]);
  });

  it("refuses facts, statements and events it has no word for", async () => {
    expect(refused(/^A$/)).toEqual([
      "events.csv:3 kind unknown kind",
      "events.csv:4 at unknown time",
      "facts.csv:3 field unknown field",
      "facts.csv:4 value not a number",
      "facts.csv:5 known_at unknown date",
      "facts.csv:8 value unknown date",
      "facts.csv:9 value unknown date",
      "facts.csv:10 value unknown date",
      "facts.csv:11 value empty field",
      "facts.csv:12 field unknown field",
      "splits.csv:2 ratio not a ratio",
      "splits.csv:3 ratio not a ratio",
      "statements.csv:3 value empty field",
      "symbols.csv:2 old_symbol both symbols are the same",
    ]);
    expect(
      await market.query(
        `SELECT item, known_at FROM ${market.database}.statement WHERE fiscal_end = toDate32('2023-12-31') AND value = 5 AND item = 'total-revenue'`,
      ),
    ).toEqual([{ item: "total-revenue", known_at: "2024-01-30 16:05:00" }]);
  });

  it("takes moments to the second: a part of a second is not yet over, an event is of the minute it stands in", async () => {
    expect(refused(/^S\d$/)).toEqual([
      "events.csv.gz:5 at unknown time",
      "events.csv.gz:6 at unknown time",
      "events.csv.gz:7 at unknown time",
      `facts.csv.gz:${MOMENTS.length + 2} known_at unknown time`,
    ]);
    const db = market.database;
    for (const table of ["fact", "statement"])
      expect(
        await market.query(
          `SELECT toString(f.known_at) AS known FROM ${db}.${table} AS f INNER JOIN ${db}.security AS s ON s.security_id = f.security_id WHERE match(s.symbol, '^S[0-9]$') ORDER BY s.symbol`,
        ),
        table,
      ).toEqual(MOMENTS.map(([, known]) => ({ known })));
    expect(
      await market.query(
        `SELECT DISTINCT e.minute AS minute FROM ${db}.event AS e INNER JOIN ${db}.security AS s ON s.security_id = e.security_id WHERE s.symbol = 'S0' ORDER BY minute`,
      ),
    ).toEqual([{ minute: 569 }, { minute: 960 }]);
  });

  it("takes vendors' spellings of listed values and of statement items; an item of no list is refused with its row", async () => {
    expect(refused(/^V$/)).toEqual(["statements.csv:5 item not a statement item"]);
    const db = market.database;
    expect(
      await market.query(
        `SELECT name, exchange, security_class, status, country, sector, industry FROM ${db}.security WHERE symbol IN ('V', 'W') ORDER BY symbol`,
      ),
    ).toEqual([
      {
        name: "CS",
        exchange: "NASDAQ",
        security_class: "Common Stock",
        status: "ACTIVE",
        country: "USA",
        sector: "Healthcare",
        industry: "Furnishings Fixtures & Appliances",
      },
      {
        name: "W",
        exchange: "Tokyo",
        security_class: "ADR Stock",
        status: "ACTIVE",
        country: "Turkey",
        sector: null,
        industry: "Shell Companies",
      },
    ]);
    expect(await market.query(`SELECT text FROM ${db}.fact`)).toContainEqual({ text: "Financial Services" });
    expect(
      await market.query(
        `SELECT DISTINCT toString(item) AS item FROM ${db}.statement WHERE value IN (5, 1.5) ORDER BY item`,
      ),
    ).toEqual(expect.arrayContaining([{ item: "cost-of-revenue" }, { item: "eps-diluted" }]));
  });

  it("reads quotes, carriage returns, a byte order mark and blanks", async () => {
    expect(refused(/^q1$/i)).toEqual([]);
    expect(
      await market.query(
        `SELECT symbol, name, exchange, security_class, status, industry, ipo_date FROM ${market.database}.security WHERE symbol = 'Q1'`,
      ),
    ).toEqual([
      {
        symbol: "Q1",
        name: 'Quote, "Inc"',
        exchange: "NYSE",
        security_class: null,
        status: "ACTIVE",
        industry: null,
        ipo_date: "1980-12-12",
      },
    ]);
  });

  it("shows a row whose key came before with its date and time, not with numbers of the market's own", () => {
    const twice = report.refused.rows.filter(({ text }) => text.startsWith("TWICE,"));
    expect(twice.map(({ file, line, field, text }) => [`${file}:${line}`, field, text])).toEqual([
      ["daily.csv:3", "date, symbol", "TWICE,2024-05-02,,,1,2,1,2,6,,"],
      ["events.csv:6", "symbol, kind, at", "TWICE,news,2024-05-03 08:15"],
      ["minute.csv:3", "date, symbol, time", "TWICE,2024-05-02,09:35,1,2,1,2,6,,"],
      ["splits.csv:6", "symbol, date", "TWICE,2024-05-03,3"],
    ]);
  });
});

describe("a file of another make", () => {
  it("needs to be told what it holds, and names what it cannot find", async () => {
    const folder = folderOf({ "AAPL.csv": "Date,Open,High,Low,Close,Volume\n" });
    await expect(importCsv(market, `${folder}/AAPL.csv`)).rejects.toThrow(ImportError);
    await expect(
      importCsv(market, `${folder}/AAPL.csv`, { kind: "daily", columns: { close: "Last" } }),
    ).rejects.toThrow("AAPL.csv has no column Last");
    await expect(importCsv(market, folder, { kind: "daily", timezone: "Mars/Olympus" })).rejects.toThrow(
      "There is no time zone Mars/Olympus",
    );
    await expect(importCsv(market, `${folder}/nothing`)).rejects.toThrow("There is nothing at");
    await expect(importCsv(market, folder)).rejects.toThrow("None of the files of an import");
  });

  // `tests/market/import-vendors.test.ts` reads times of another zone; only the soak has all forms.
  it.runIf(IN_SOAK)("has its times read, whatever their form, as New York time", async () => {
    const forms = {
      LOCAL: "2024-03-08 09:30:00",
      OFFSET: "2024-03-08 09:30:00-05:00",
      WINTER: "2024-03-08T14:30:00Z",
      SUMMER: "2024-03-11 13:30:00+00:00",
      SECONDS: "1710163800",
      MILLIS: "1710163800000",
      NANOS: "1710163800000000000",
      AMERICAN: "3/11/2024 9:30",
      COMPACT: "20240311 09:30",
      NIGHT: "2024-03-11 00:30",
    };
    const files = Object.entries(forms).map(([symbol, stamp]) => [
      `${symbol}_1min.csv`,
      `Timestamp,O,H,L,C,V\n${stamp},1,1,1,1,1\n`,
    ]);
    const report = await importCsv(market, folderOf(Object.fromEntries(files)), { kind: "minute" });
    expect(report.refused.rows.map(({ file, reason }) => `${file} ${reason}`)).toEqual([
      "NIGHT_1min.csv outside 04:00 to 19:59",
    ]);
    const zoned = folderOf({
      "CHICAGO.csv": "timestamp,open,high,low,close,volume\n2024-03-11 08:30:00,1,1,1,1,1\n",
    });
    expect((await importCsv(market, zoned, { kind: "minute", timezone: "America/Chicago" })).taken.minute).toBe(1);
    const rows = await market.query<{ symbol: string }>(
      `SELECT symbol FROM ${market.database}.minute WHERE minute = 570 AND session IN (SELECT session FROM ${market.database}.session WHERE date IN ('2024-03-08', '2024-03-11')) AND symbol != 'TIME' ORDER BY symbol`,
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual([
      "AMERICAN",
      "CHICAGO",
      "COMPACT",
      "LOCAL",
      "MILLIS",
      "NANOS",
      "OFFSET",
      "SECONDS",
      "SUMMER",
      "WINTER",
    ]);
  });

  // `tests/market/import-vendors.test.ts` has a column without a header and symbols in names of files; only the soak has
  // files with no header.
  it.runIf(IN_SOAK)("may have no header, a column for the symbol, or the symbol in its name", async () => {
    const bare = folderOf({ "anything.txt": "2024-04-01,1,2,1,2,10,HEAD\n2024-04-02,1,2,1,2,10,HEAD\n" });
    const columns = { date: "1", open: "2", high: "3", low: "4", close: "5", volume: "6", symbol: "7" };
    expect((await importCsv(market, bare, { kind: "daily", columns })).taken.daily).toBe(2);
    const named = folderOf({
      "WIKI-brk.b-2011-quandl.csv": "Date,Open,High,Low,Close,Volume\n4/1/2024,1,2,1,2,10.0\n",
    });
    await importCsv(market, named, { kind: "daily", symbol: "WIKI-*-*-quandl" });
    const rows = await market.query<{ symbol: string }>(
      `SELECT DISTINCT symbol FROM ${market.database}.daily WHERE symbol IN ('HEAD', 'BRK.B') ORDER BY symbol`,
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual(["BRK.B", "HEAD"]);
  });
});
