import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCsv, currentSnapshot, makeDemo } from "../../src/market/index.ts";
import type { CsvOptions, ImportReport, Market } from "../../src/market/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/* Files as people have them: what is taken is what they say, anything else is refused with what to do. */

interface Taken {
  readonly report: ImportReport;
  /** Symbol, day, minute where it is of one, close. */
  readonly bars: readonly string[];
}

type Files = Readonly<Record<string, string | Uint8Array>>;

async function taken(files: Files, options: CsvOptions): Promise<Taken> {
  const folder = folderOf(files);
  const market = await openTestMarket();
  try {
    const names = Object.keys(files);
    const path = names.length === 1 && options.kind !== undefined ? join(folder, String(names[0])) : folder;
    const report = await importCsv(market, path, options);
    const sql =
      options.kind === "minute"
        ? `SELECT concat(toString(symbol), ' ', toString(date), ' ', toString(intDiv(minute, 60)), ':', leftPad(toString(minute % 60), 2, '0'), ' ', toString(close)) AS bar FROM ${market.database}.minute AS b INNER JOIN ${market.database}.session AS s ON s.session = b.session ORDER BY bar`
        : `SELECT concat(toString(symbol), ' ', toString(date), ' ', toString(close)) AS bar FROM ${market.database}.daily AS b INNER JOIN ${market.database}.session AS s ON s.session = b.session WHERE source = 0 ORDER BY bar`;
    return { report, bars: (await market.query<{ bar: string }>(sql)).map(({ bar }) => bar) };
  } finally {
    await market.close();
    await rm(folder, { recursive: true });
  }
}

const HEAD = "Date,Open,High,Low,Close,Volume";
const row = (day: string, close: number, more = "1000"): string => `${day},${close},${close},${close},${close},${more}`;
const fileOf = (...rows: readonly string[]): string => `${rows.join("\n")}\n`;

const FORMS: readonly (readonly [string, Files, CsvOptions, readonly string[], readonly string[]])[] = [
  [
    "trading days as midnight UTC in nanoseconds",
    {
      "NANO.csv": fileOf(
        "time,open,high,low,close,volume",
        row("1704153600000000000", 10),
        row("1704240000000000000", 11),
      ),
    },
    { kind: "daily", columns: { date: "time" } },
    ["NANO 2024-01-02 10", "NANO 2024-01-03 11"],
    [],
  ],
  [
    "moments before 2001, of nine digits",
    { "NINE.csv": fileOf("time,open,high,low,close,volume", row("978480000", 10), row("978566400", 11)) },
    { kind: "daily", columns: { date: "time" } },
    ["NINE 2001-01-03 10", "NINE 2001-01-04 11"],
    [],
  ],
  [
    "the day before the month, where one of them can only be a day",
    { "DAYF.csv": fileOf(HEAD, row("03/01/2024", 10), row("04/01/2024", 11), row("16/01/2024", 12)) },
    { kind: "daily" },
    ["DAYF 2024-01-03 10", "DAYF 2024-01-04 11", "DAYF 2024-01-16 12"],
    [],
  ],
  [
    "the month before the day, where both can be read so",
    { "MONF.csv": fileOf(HEAD, row("01/03/2024", 10), row("01/16/2024", 11)) },
    { kind: "daily" },
    ["MONF 2024-01-03 10", "MONF 2024-01-16 11"],
    [],
  ],
  [
    "date and time of another zone in columns of their own",
    {
      "ZONE.csv": fileOf(
        "date,time,open,high,low,close,volume",
        row("2024-01-03,14:30:00", 10),
        row("2024-07-03,13:30", 11),
      ),
    },
    { kind: "minute", timezone: "utc" },
    ["ZONE 2024-01-03 9:30 10", "ZONE 2024-07-03 9:30 11"],
    [],
  ],
  [
    "timestamps, and nothing that is written otherwise",
    {
      "STAMP.csv": fileOf(
        "timestamp,open,high,low,close,volume",
        row("2024-01-02T14:30:00Z", 10),
        row("2024-01-02T14:31:00Z", 11),
        row("2024-01-02 09:36", 12),
        row("2024-01-03", 13),
        row("1704205860", 14),
      ),
    },
    { kind: "minute" },
    ["STAMP 2024-01-02 9:30 10", "STAMP 2024-01-02 9:31 11"],
    ["STAMP.csv:4 unknown date", "STAMP.csv:5 unknown date", "STAMP.csv:6 unknown date"],
  ],
  [
    "share classes by the names of their files",
    { "BRK-A.csv": fileOf(HEAD, row("2024-01-02", 500)), "BRK-B.csv": fileOf(HEAD, row("2024-01-02", 300)) },
    { kind: "daily" },
    ["BRK-A 2024-01-02 500", "BRK-B 2024-01-02 300"],
    [],
  ],
  [
    "one symbol in a file for each year",
    { "YEAR_2023.csv": fileOf(HEAD, row("2023-12-29", 10)), "YEAR_2024.csv": fileOf(HEAD, row("2024-01-02", 11)) },
    { kind: "daily" },
    ["YEAR 2023-12-29 10", "YEAR 2024-01-02 11"],
    [],
  ],
  [
    "thousands without quotes as too many fields",
    { "THOU.csv": fileOf(HEAD, row("2024-01-02", 10, "82,488,674"), row("2024-01-03", 11)) },
    { kind: "daily" },
    ["THOU 2024-01-03 11"],
    ["THOU.csv:2 too many fields"],
  ],
  [
    "a first row without a header, whatever is wrong with it",
    { "BARE.csv": fileOf('2024-01-02,"5,0","5,0","5,0","5,0",10', row("2024-01-03", 11)) },
    { kind: "daily", columns: { date: "1", open: "2", high: "3", low: "4", close: "5", volume: "6" } },
    ["BARE 2024-01-03 11"],
    ["BARE.csv:1 not a number"],
  ],
  [
    "no split where the ratio is 0",
    { "SPLIT.csv": fileOf(`${HEAD},Stock Splits`, `${row("2024-01-02", 10)},0.0`, `${row("2024-01-03", 5)},2.0`) },
    { kind: "daily", columns: { split_ratio: "Stock Splits" } },
    ["SPLIT 2024-01-02 10", "SPLIT 2024-01-03 5"],
    [],
  ],
  [
    "names of files in any case, and days before the calendar begins",
    {
      "Daily.CSV": fileOf(DAILY, "ANY,1989-12-29,1,1,1,1,1", "ANY,2024-01-02,10,10,10,10,1"),
      "splits.CSV": "symbol,date,ratio\nANY,2024-01-02,2\n",
    },
    {},
    ["ANY 2024-01-02 10"],
    ["Daily.CSV:2 before 1990"],
  ],
  [
    "semicolons, decimal commas and days with points",
    {
      "SEMI.csv": fileOf(
        "symbol;date;open;high;low;close;volume;name",
        'SEMI;02.01.2024;9,5;11;9;10,25;1.234.567;"One, or; ""two"""',
        "SEMI;3.1.2024;1.010,5;1.011,0;1.010;1.010,75;1.000;",
        "SEMI;2024-01-04;10,123;11;9;10,5;x;",
      ),
    },
    { kind: "daily" },
    ["SEMI 2024-01-02 10.25", "SEMI 2024-01-03 1010.75"],
    ["SEMI.csv:4 not a number"],
  ],
  [
    "no decimal comma beside decimal points",
    {
      "POINT.csv": fileOf(
        "symbol;date;open;high;low;close;volume",
        "POINT;2024-01-02;187.150;188.440;183.885;185.640;1,5",
        "POINT;2024-01-03;184.22;185.88;183.43;184.25;1000",
      ),
    },
    { kind: "daily" },
    ["POINT 2024-01-03 184.25"],
    ["POINT.csv:2 not a number"],
  ],
  [
    "tabs in UTF-16, and a row over two lines",
    {
      "TABS.tsv": Buffer.from(
        `\uFEFF${fileOf("date\tname\topen\thigh\tlow\tclose\tvolume", '2024-01-02\t"a\nb"\t1\t1\t1\t1\t5', "2024-01-03\té\t1\t2\t1\t2\t5", "2024-01-04\tx\t1\t1\t1\t?\t5")}`,
        "utf16le",
      ),
    },
    { kind: "daily", symbol: "TABS" },
    ["TABS 2024-01-02 1", "TABS 2024-01-03 2"],
    ["TABS.tsv:4 not a number"],
  ],
  [
    "dollar signs, newest first",
    {
      "DOLL.csv": fileOf(
        "Date,Close/Last,Volume,Open,High,Low",
        "01/03/2024,$184.25,58414460,$184.22,$185.88,$183.43",
        "01/02/2024,$185.64,82488670,$187.15,$188.44,$183.885",
      ),
    },
    { kind: "daily" },
    ["DOLL 2024-01-02 185.64", "DOLL 2024-01-03 184.25"],
    [],
  ],
  [
    "no symbol with a blank that only looks like a space",
    {
      "daily.csv": fileOf(
        DAILY,
        "BLANK,2024-01-02,1,1,1,1,1",
        "BLANK\u00a0,2024-01-03,1,1,1,1,1",
        "BLANK\u2009B,2024-01-03,1,1,1,1,1",
      ),
    },
    {},
    ["BLANK 2024-01-02 1"],
    ["daily.csv:3 a blank that is no space", "daily.csv:4 a blank that is no space"],
  ],
  [
    "a vwap of 0 as none",
    { "VWAP.csv": fileOf(`${HEAD},vwap`, `${row("2024-01-02", 10)},0`, `${row("2024-01-03", 11)},-1`) },
    { kind: "daily" },
    ["VWAP 2024-01-02 10"],
    ["VWAP.csv:3 price is not positive"],
  ],
  [
    "a first column without a header",
    { "NOHEAD.csv": fileOf(",date,open,high,low,close,volume", "0,2024-01-02,1,3,1,2,5", "1,2024-01-03,2,4,2,3,5") },
    { kind: "daily" },
    ["NOHEAD 2024-01-02 2", "NOHEAD 2024-01-03 3"],
    [],
  ],
];

// In `npm test` those come, together, that are told no more than that they are days, or that minutes are of another zone: only
// the soak has the others, and each by itself.
const IMPORTS = rounds(
  [...Map.groupBy(FORMS, ([, , options]) => JSON.stringify(options)).values()].filter(([form]) =>
    ['{"kind":"daily"}', '{"kind":"minute","timezone":"utc"}'].includes(JSON.stringify(form?.[2])),
  ),
  FORMS.map((form) => [form]),
);
test.each(IMPORTS.map((forms) => ({ title: forms.map(([title]) => title).join("; "), forms })))(
  "takes $title",
  async ({ forms }) => {
    const [, , options = {}] = forms[0] ?? [];
    const found = await taken(Object.assign({}, ...forms.map(([, files]) => files)), options);
    expect(found.bars.toSorted()).toEqual(forms.flatMap(([, , , bars]) => bars).toSorted());
    expect(found.report.refused.rows.map(({ file, line, reason }) => `${file}:${line} ${reason}`).toSorted()).toEqual(
      forms.flatMap(([, , , , refused]) => refused).toSorted(),
    );
  },
);

test.each<readonly [string, Readonly<Record<string, string>>, CsvOptions, string]>([
  [
    "files of two companies that would be one",
    {
      "NASDAQ_AAPL, 1D.csv": fileOf(HEAD, row("2024-01-02", 1)),
      "NASDAQ_MSFT, 1D.csv": fileOf(HEAD, row("2024-01-02", 2)),
    },
    { kind: "daily" },
    "would both be NASDAQ. Say where the symbol stands in the file names, such as --symbol 'NASDAQ_*'",
  ],
  [
    "symbols that may be in a column Name",
    { "all_stocks.csv": fileOf("date,open,high,low,close,volume,Name", `${row("2024-01-02", 1)},AAL`) },
    { kind: "daily" },
    "If it holds the symbols, say --columns symbol=Name",
  ],
  [
    "a symbol for a file that has symbols",
    { "x.csv": fileOf(DAILY, "A,2024-01-02,1,1,1,1,1") },
    { kind: "daily", symbol: "B" },
    "x.csv has a column of symbols",
  ],
  [
    "a name of a file that does not fit the pattern",
    { "daily_IBM.csv": fileOf(HEAD, row("2024-01-02", 1)) },
    { kind: "daily", symbol: "daily_adjusted_*" },
    "daily_IBM.csv does not fit --symbol daily_adjusted_*",
  ],
  [
    "a time zone that is none",
    { "A.csv": fileOf(HEAD, row("2024-01-02", 1)) },
    { kind: "daily", timezone: "+05" },
    "There is no time zone +05",
  ],
])("refuses %s", async (_, files, options, message) => {
  await expect(taken(files, options)).rejects.toThrow(message);
});

// Only the soak reads what the report says of symbols, columns and translations.
test.runIf(IN_SOAK)(
  "says which symbol a file became, which columns it left out, and what it found instead of headers",
  async () => {
    const { report } = await taken(
      {
        "A.csv": fileOf(`${HEAD},Adj Close`, `${row("2024-01-02", 1)},1`),
        "OTHER.csv": "Date;Open;High;Low;Close\n2024-01-02;1,5;1,5;1,5;1,5\n",
        "RAGGED.csv": "Date;Open;High\n2024-01-02;1;1;1;1\n",
      },
      { kind: "daily" },
    );
    expect(report.guessedSymbols).toContainEqual({ file: "A.csv", symbol: "A" });
    expect(report.unknownColumns).toEqual([
      { file: "A.csv", column: "Adj Close" },
      { file: "RAGGED.csv", column: "Date;Open;High" },
    ]);
    expect(report.translated).toEqual([{ file: "OTHER.csv", from: "semicolons, decimal commas" }]);
    const found = (name: string) => report.refused.rows.find(({ file }) => file === name);
    expect(found("OTHER.csv")).toMatchObject({ reason: "missing column", text: "found Date,Open,High,Low,Close" });
    expect(found("RAGGED.csv")).toMatchObject({
      text: "found Date;Open;High (its rows do not have the same number of semicolons)",
    });
  },
);

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(async () => market.close());

// `tests/market/import-files.test.ts` has imports that are refused whole; only the soak one that takes nothing.
test.runIf(IN_SOAK)(
  "an import that takes nothing leaves the market, its snapshots and the demo as they are",
  async () => {
    await makeDemo(market, { symbols: 3, years: 0.2, minuteDays: 1 });
    const before = await currentSnapshot(market);
    const folder = folderOf({ "A.csv": fileOf("Date,Open,High,Low,Close", "2024-01-02,1,1,1,1") });
    const report = await importCsv(market, folder, { kind: "daily" });
    const after = await currentSnapshot(market);
    expect(report).toMatchObject({ replacedDemo: false, snapshot: before.label?.id, refused: { count: 1 } });
    expect([after.number, after.label]).toEqual([before.number, before.label]);
    expect(await market.query(`SELECT count() > 0 AS some FROM ${market.database}.daily`)).toEqual([{ some: 1 }]);
    const left = await market.query(
      `SELECT name FROM system.tables WHERE database = '${market.database}' AND name LIKE 'incoming%'`,
    );
    expect(left).toEqual([]);
    await rm(folder, { recursive: true });
  },
);
