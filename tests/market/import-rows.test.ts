import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCsv, ImportError, type ImportReport, type Market } from "../../src/market/index.ts";
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

it("refuses minutes outside 04:00 to 19:59, unknown times and unknown columns", async () => {
  const rows = ["03:59", "20:00", "24:00", "9:60", "noon", "", "09:30:30", "04:00", "9:30", "19:59:00"].map(
    (time) => `TIME,2024-03-11,${time},1,1,1,1,1,x`,
  );
  const report = await importCsv(market, folderOf({ "minute.csv": [`${MINUTE},flag`, ...rows].join("\n") }));
  expect(report.taken.minute).toBe(3);
  expect(report.unknownColumns).toEqual([{ file: "minute.csv", column: "flag" }]);
  expect(report.refused.reasons).toEqual({ "outside 04:00 to 19:59": 2, "unknown time": 5, "unknown column": 1 });
});

it("refuses every row of a file without a required column", async () => {
  const report = await importCsv(
    market,
    folderOf({ "daily.csv": "symbol,date,open,high,low,close\nA,2024-01-02,1,1,1,1\nA,2024-01-03,1,1,1,1\n" }),
  );
  expect(report.refused).toMatchObject({
    count: 2,
    rows: [{ file: "daily.csv", line: 1, field: "volume", reason: "missing column" }],
  });
});

it("refuses facts, statements and events it has no word for", async () => {
  const report = await importCsv(
    market,
    folderOf({
      "daily.csv": `${DAILY}\nA,2024-01-02,1,1,1,1,1\n`,
      "facts.csv":
        "symbol,field,known_at,value\nA,market_cap,2024-01-02,1e9\nA,mood,2024-01-02,1\nA,float,2024-01-02,many\nA,float,soon,5\nA,sector,2024-01-02T09:00,Energy\n" +
        "A,next_earnings,2024-01-02T08:00,2024-02-01\nA,next_earnings,2024-01-03,2024-02-30\nA,next_earnings,2024-01-04,45\n" +
        "A,next_earnings,2024-01-05,2024-02-01T16:05\nA,next_earnings,2024-01-06,\nA,days_to_earnings,2024-01-07,5\n",
      "statements.csv":
        "symbol,item,fiscal_end,known_at,value\nA,Total Revenue,2023-12-31,2024-01-30T16:05,5\nA,net-income,2023-12-31,2024-01-30,\n",
      "events.csv": "symbol,kind,at\nA,news,2024-01-02T08:15\nA,rumour,2024-01-02T08:15\nA,news,2024-01-02T25:15\n",
      "splits.csv": "symbol,date,ratio\nA,2024-01-02,0\nA,2024-01-03,-2\nA,2024-01-04,2\n",
      "symbols.csv": "symbol,old_symbol,date\nA,A,2024-01-02\n",
    }),
  );
  expect(report.taken).toMatchObject({ facts: 3, statements: 1, events: 1, splits: 1, symbols: 0 });
  expect(report.refused.rows.map(({ file, line, field, reason }) => `${file}:${line} ${field} ${reason}`)).toEqual([
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
  expect(await market.query(`SELECT item, known_at FROM ${market.database}.statement`)).toEqual([
    { item: "total-revenue", known_at: "2024-01-30 16:05:00" },
  ]);
});

it("takes moments to the second: a part of a second is not yet over, an event is of the minute it stands in", async () => {
  const moments = [
    ["2024-11-05T16:00:30", "2024-11-05 16:00:30"],
    ["2024-11-05 16:00:00.000", "2024-11-05 16:00:00"],
    ["2024-11-05T16:00:00.5", "2024-11-05 16:00:01"],
    ["2024-11-05T09:29:59", "2024-11-05 09:29:59"],
    ["2024-11-05T21:05:09Z", "2024-11-05 16:05:09"],
    ["2024-11-05T21:05:09.250Z", "2024-11-05 16:05:10"],
    ["2024-11-05T23:59:59.9", "2024-11-06 00:00:00"],
  ] as const;
  const rows = moments.map(([text], index) => `S${index},float,${text},${index + 1}`);
  const filings = moments.map(([text], index) => `S${index},total-revenue,2024-09-30,${text},${index + 1}`);
  const bars = moments.map((_, index) => `S${index},2024-11-05,1,1,1,1,1`);
  const events = ["09:29:59", "09:29:10", "16:00:30", "16:00:60", "16:00:3", "16:0:30"].map(
    (time) => `S0,news,2024-11-05T${time}`,
  );
  const report = await importCsv(
    market,
    folderOf({
      "daily.csv": [DAILY, ...bars].join("\n"),
      "facts.csv": ["symbol,field,known_at,value", ...rows, "S0,float,2024-11-05T16:00:99,1"].join("\n"),
      "statements.csv": ["symbol,item,fiscal_end,known_at,value", ...filings].join("\n"),
      "events.csv": ["symbol,kind,at", ...events].join("\n"),
    }),
  );
  expect(report.refused.rows.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    "events.csv:5 unknown time",
    "events.csv:6 unknown time",
    "events.csv:7 unknown time",
    `facts.csv:${moments.length + 2} unknown time`,
  ]);
  const db = market.database;
  for (const table of ["fact", "statement"])
    expect(
      await market.query(
        `SELECT toString(f.known_at) AS known FROM ${db}.${table} AS f INNER JOIN ${db}.security AS s ON s.security_id = f.security_id WHERE match(s.symbol, '^S[0-9]$') ORDER BY s.symbol`,
      ),
      table,
    ).toEqual(moments.map(([, known]) => ({ known })));
  expect(
    await market.query(
      `SELECT DISTINCT e.minute AS minute FROM ${db}.event AS e INNER JOIN ${db}.security AS s ON s.security_id = e.security_id WHERE s.symbol = 'S0' ORDER BY minute`,
    ),
  ).toEqual([{ minute: 569 }, { minute: 960 }]);
});

it("takes vendors' spellings of listed values and of statement items; an item of no list is refused with its row", async () => {
  const report = await importCsv(
    market,
    folderOf({
      "daily.csv": `${DAILY}\nV,2024-01-02,1,1,1,1,1\n`,
      "securities.csv":
        'symbol,name,exchange,security_class,status,country,sector,industry\nV,CS,XNAS,stock common,listed,United States,Health Care,"Furnishings, Fixtures & Appliances"\nW,W,Tokyo,ADRC,,Türkiye,,Blank Checks\n',
      "facts.csv": "symbol,field,known_at,value\nV,sector,2024-01-02T09:00,FINANCIALS\n",
      "statements.csv":
        "symbol,item,fiscal_end,known_at,value\nV,Cost of Goods Sold,2023-12-31,2024-01-02T16:05,5\nV,moonshine,2023-12-31,2024-01-02,7\nV,EPS_Diluted,2023-12-31,2024-01-02,1.5\n",
    }),
  );
  expect(report.refused.rows.map(({ file, line, field, reason }) => `${file}:${line} ${field} ${reason}`)).toEqual([
    "statements.csv:3 item not a statement item",
  ]);
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
  const text = `\uFEFFsymbol,name,exchange,security_class,status,country,currency,sector,industry,ipo_date\r\n"q1","Quote, ""Inc""", NYSE ,,Active,USA,USD,,null,1980-12-12\r\n`;
  const report = await importCsv(market, folderOf({ "securities.csv": text }));
  expect(report).toMatchObject({ taken: { securities: 1 }, refused: { count: 0 } });
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

  it("has its times read, whatever their form, as New York time", async () => {
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
    const zoned = folderOf({ "CHICAGO.csv": "timestamp,open,high,low,close,volume\n2024-03-11 08:30:00,1,1,1,1,1\n" });
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

  it("may have no header, a column for the symbol, or the symbol in its name", async () => {
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

it("shows a row whose key came before with its date and time, not with numbers of the market's own", async () => {
  const report = await importCsv(
    market,
    folderOf({
      "daily.csv": `${DAILY}\nTWICE,2024-05-02,1,2,1,2,5\nTWICE,2024-05-02,1,2,1,2,6\n`,
      "minute.csv": `${MINUTE}\nTWICE,2024-05-02,09:35,1,2,1,2,5\nTWICE,2024-05-02,9:35,1,2,1,2,6\n`,
      "splits.csv": "symbol,date,ratio\nTWICE,2024-05-03,2\nTWICE,2024-05-03,3\n",
      "events.csv": "symbol,kind,at\nTWICE,news,2024-05-03T08:15\nTWICE,news,2024-05-03T08:15\n",
    }),
  );
  expect(report.refused.rows.map(({ file, line, field, text }) => [`${file}:${line}`, field, text])).toEqual([
    ["daily.csv:3", "date, symbol", "TWICE,2024-05-02,,,1,2,1,2,6,,"],
    ["events.csv:3", "symbol, kind, at", "TWICE,news,2024-05-03 08:15"],
    ["minute.csv:3", "date, symbol, time", "TWICE,2024-05-02,09:35,1,2,1,2,6,,"],
    ["splits.csv:3", "symbol, date", "TWICE,2024-05-03,3"],
  ]);
});
