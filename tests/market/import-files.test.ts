import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGzip, gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createWriteStream } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  currentSnapshot,
  importCsv,
  importEdgar,
  importLean,
  importMassive,
  ImportError,
  type Market,
} from "../../src/market/index.ts";
import { zipContainer } from "../../src/export/zip.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/** The clock of these imports: a Friday evening in New York, Saturday in UTC. */
const now = new Date("2024-03-02T02:00:00Z");
const GOOD = "GOOD,2024-03-01,10,11,9,10,5";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importCsv(market, folderOf({ "daily.csv": [DAILY, "KEPT,2024-02-29,10,11,9,10,5"].join("\n") }), { now });
});
afterAll(() => market.close());

const content = (): Promise<unknown> =>
  market.query(
    `SELECT (SELECT count() FROM ${market.database}.daily) AS bars, (SELECT max(session) FROM ${market.database}.daily) AS last, (SELECT groupArray(name) FROM (SELECT name FROM ${market.database}.security ORDER BY name)) AS names`,
  );

/** Text as bytes, `\xff` being a byte that UTF-8 has no place for. */
const bytes = (text: string): Buffer =>
  Buffer.concat(
    text
      .split("\xff")
      .flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [Buffer.from([0xff]), Buffer.from(part)])),
  );
function written(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = folderOf({});
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), typeof text === "string" ? bytes(text) : text);
  return folder;
}

describe("a text that no list should show", () => {
  const spoilt = [
    ["NUL", "A\0B", "control character"],
    ["a line feed", '"A\nB"', "control character"],
    ["U+0001", "A\u0001B", "control character"],
    ["an escape", "A\u001b[2JB", "control character"],
    ["a right-to-left override", "A\u202eB", "control character"],
    ["a zero-width joiner", "A\u200dB", "control character"],
    ["a separator of lines", "A\u2028B", "control character"],
    ["a byte that is no UTF-8", "A\xffB", "not UTF-8: save the file as UTF-8"],
    ["half of a letter", "A\xff", "not UTF-8: save the file as UTF-8"],
  ] as const;

  const LISTING =
    "symbol,name,exchange,security_class,status,country,currency,sector,industry,ipo_date,delisted_date".split(",");
  const FIELDS = [
    ["daily", DAILY.split(","), "symbol"] as const,
    ...LISTING.slice(0, 9).map((field) => ["securities", LISTING, field] as const),
    ...["symbol", "old_symbol"].map((field) => ["symbols", ["symbol", "old_symbol", "date"], field] as const),
    ["splits", ["symbol", "date", "ratio"], "symbol"] as const,
    ...["symbol", "value"].map((field) => ["facts", ["symbol", "field", "known_at", "value"], field] as const),
    ["statements", ["symbol", "item", "fiscal_end", "known_at", "value"], "symbol"] as const,
    ["events", ["symbol", "kind", "at"], "symbol"] as const,
  ];
  const usual: Readonly<Record<string, string>> = {
    ...Object.fromEntries(["open", "high", "low", "close", "volume"].map((name) => [name, "10"])),
    symbol: "GOOD",
    old_symbol: "OLD",
    date: "2024-03-01",
    ratio: "2",
    field: "sector",
    known_at: "2024-02-01",
    value: "1",
    item: "total-revenue",
    fiscal_end: "2023-12-31",
    kind: "news",
    at: "2024-02-01",
  };

  it("is refused by file, row and field wherever it stands; the others are taken", async () => {
    const texts = [...spoilt, ["a thousand letters", "A".repeat(1_000), "longer"] as const];
    const files = new Map<string, string[]>();
    const expected: unknown[] = [];
    for (const [kind, header, field] of FIELDS) {
      const rows = files.get(`${kind}.csv`) ?? [header.join(",")];
      files.set(`${kind}.csv`, rows);
      for (const [, text, reason] of texts) {
        rows.push(header.map((name) => (name === field ? text : (usual[name] ?? ""))).join(","));
        expected.push([`${kind}.csv`, rows.length, field, reason]);
      }
    }
    files.get("daily.csv")?.push(GOOD);
    const folder = written(Object.fromEntries([...files].map(([name, rows]) => [name, rows.join("\n")])));
    const { refused, taken } = await importCsv(market, folder, { now });
    const found = refused.rows.map(({ file, line, field, reason }) => [file, line, field, reason.split(" than ")[0]]);
    const inOrder = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(inOrder(found)).toEqual(inOrder(expected));
    expect(Object.values(taken).filter((rows) => rows > 0)).toEqual([1]);
  });
});

describe("Lean's folder, whose files hold what they should not", () => {
  it("is refused by file, line and field; what is well in it is taken", async () => {
    const folder = written({});
    for (const name of ["daily", "map_files", "factor_files"]) mkdirSync(join(folder, name));
    const bars = ["20240229 00:00,100000,110000,90000,100000,5", "20240301 00:00,100000,110000,90000,100000,5"].join(
      "\n",
    );
    const zipped = zipContainer([{ name: "lean.csv", text: bars }]);
    await writeFile(join(folder, "daily/lean.zip"), zipped);
    const texts = {
      "map_files/lean.csv": "20240102,lean,Q\n20501231,lean,Q",
      "map_files/bad.csv": [
        "20240102,bad,Q",
        "20240103,b\u001b[2Jad,Q",
        `20240104,${"a".repeat(50)},Q`,
        "20240105,bad,\u202eQ",
        "2024010x,bad,Q",
        "20240108,,Q",
        "20501231,bad,Q",
      ].join("\n"),
      "map_files/open.csv": '20240102,open,Q\n20240103,"open,Q\n20501231,open,Q',
      "map_files/bytes.csv": "20240102,byt\xffes,Q",
      "factor_files/b\u001bd.csv": "20240103,1,0.5,10\n20501231,1,1,10",
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), bytes(text));
    const { taken, refused } = await importLean(market, folder, { now });
    expect(refused.rows.map(({ file, line, field, reason }) => [file, line, field, reason])).toEqual([
      ["map_files/bytes.csv", 1, "", "not UTF-8: save the file as UTF-8"],
      ["map_files/open.csv", 2, "", "quote is not closed"],
      ["map_files/bad.csv", 2, "symbol", "control character"],
      ["map_files/bad.csv", 3, "symbol", "longer than 40 characters"],
      ["map_files/bad.csv", 4, "exchange", "control character"],
      ["map_files/bad.csv", 5, "date", "not a date"],
      ["map_files/bad.csv", 6, "symbol", "empty field"],
      ["factor_files/b\u001bd.csv", 1, "symbol", "control character"],
    ]);
    expect([taken.daily, taken.securities, taken.splits]).toEqual([2, 2, 0]);
  });
});

describe("a bar of a day to come", () => {
  it("is refused by line in the exchange's time, and the market's date stays", async () => {
    const before = await content();
    const folder = folderOf({
      "daily.csv": [DAILY, "SOON,2024-03-04,10,11,9,10,5", "LATE,2030-01-02,10,11,9,10,5"].join("\n"),
      "minute.csv": ["symbol,date,time,open,high,low,close,volume", "LATE,2030-01-02,09:30,10,11,9,10,5"].join("\n"),
    });
    const { refused } = await importCsv(market, folder, { now });
    expect(refused.rows.map(({ file, line, field, reason }) => [file, line, field, reason])).toEqual([
      ["daily.csv", 2, "date", "later than today"],
      ["daily.csv", 3, "date", "later than today"],
      ["minute.csv", 2, "date", "later than today"],
    ]);
    expect(await content()).toEqual(before);
  });

  // The first test takes a bar of the day itself; only the soak has earnings that lie ahead.
  it.runIf(IN_SOAK)("is taken the day it is today's; announced earnings may lie ahead", async () => {
    const folder = folderOf({
      "daily.csv": [DAILY, "SOON,2024-03-04,10,11,9,10,5"].join("\n"),
      "events.csv": ["symbol,kind,at", "SOON,earnings,2024-05-02 post"].join("\n"),
    });
    const { taken, refused } = await importCsv(market, folder, { now: new Date("2024-03-04T21:00:00Z") });
    expect([taken.daily, taken.events, refused.count]).toEqual([1, 1, 0]);
  });
});

describe("a file that is none", () => {
  const rows = [DAILY, ...Array.from({ length: 2_000 }, (_, n) => `S${n},2024-03-01,10,11,9,10,5`)].join("\n");
  const LONG = "x".repeat(1_000_000);
  const wrong: readonly (readonly [string, Readonly<Record<string, string | Buffer>>, RegExp])[] = [
    ["is named .gz and is no gzip", { "daily.csv.gz": DAILY }, /^daily\.csv\.gz is no gzip file/],
    ["is two bytes of a gzip", { "daily.csv.gz": Buffer.from([0x1f, 0x8b]) }, /^daily\.csv\.gz is cut off/],
    ["is a gzip that breaks off", { "daily.csv.gz": gzipSync(rows).subarray(0, 3_000) }, /^daily\.csv\.gz is cut off/],
    [
      "has a wrong byte in its gzip",
      { "daily.csv.gz": Buffer.from(gzipSync(rows)).fill(7, 900, 903) },
      /^daily\.csv\.gz is no gzip file, or a damaged one/,
    ],
    [
      "has a column twice",
      { "daily.csv": "symbol,date,open,high,low,close,volume,Close\nA,2024-03-01,1,1,1,1,1,2" },
      /^daily\.csv:1: columns 6 and 8 are both headed close/,
    ],
    [
      "has a symbol of a million characters",
      { "daily.csv": [DAILY, GOOD, `${LONG},2024-03-01,10,11,9,10,5`].join("\n") },
      /^daily\.csv:3: the line is longer than 64 kB/,
    ],
    [
      "has a quote that is never closed",
      { "daily.csv": [DAILY, GOOD, '"LOST,2024-03-01,10,11,9,10,5', "NEXT,2024-03-01,10,11,9,10,5"].join("\n") },
      /^daily\.csv:3: The quote \("\) that opens a field here is never closed/,
    ],
    [
      "has a quote that the next quoted text would close",
      { "securities.csv": 'symbol,name\nA,"Able\nB,Baker\nC,"Charlie, Inc"\n' },
      /^securities\.csv:2: The quote/,
    ],
    [
      "has an open quote after thousands of rows, in a gzip",
      { "daily.csv.gz": gzipSync(`${rows}\n"LOST,2024-03-01,10,11,9,10,5\n`) },
      /^daily\.csv\.gz:2002: The quote/,
    ],
    [
      "has more within quotes than any text holds",
      { "daily.csv": `${DAILY}\n"A\n${"row\n".repeat(20_000)}",2024-03-01,10,11,9,10,5` },
      /^daily\.csv:2: The quote/,
    ],
    ["has a first line without end", { "daily.csv": LONG }, /^daily\.csv:1: the line is longer|columns; at most/],
    ["has a thousand and more columns", { "daily.csv": `${DAILY}${",x".repeat(2_000)}` }, /columns; at most 1000/],
  ];
  it.each(wrong)("is refused by its name where it %s, and nothing is imported", async (_, files, message) => {
    const before = await content();
    const failed = await importCsv(
      market,
      written({ "events.csv": "symbol,kind,at\nGOOD,news,2024-02-01", ...files }),
      { now },
    ).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ImportError);
    expect(failed instanceof Error && failed.message).toMatch(message);
    expect(await content()).toEqual(before);
  });

  // `tests/market/import-rows.test.ts` reads quoted fields; only the soak has all forms of them.
  it.runIf(IN_SOAK)(
    "reads quotes as CSV has them: commas, doubled ones, line ends, blanks around, one within a text",
    async () => {
      const names = ['"Able, Inc"', '"The ""B"" Company"', ' "Charlie" ', 'D "Delta" Ltd', "'t Elf"];
      const text = names.map((name, index) => `Q${index},${name},${index === 0 ? '"two\nlines"' : ""}`).join("\r\n");
      const report = await importCsv(market, written({ "securities.csv": `\uFEFF"symbol",name,note\n${text}` }), {
        now,
      });
      expect([report.taken.securities, report.refused.rows.map(({ field }) => field)]).toEqual([5, ["note"]]);
      const stored = await market.query<{ name: string }>(
        `SELECT name FROM ${(await currentSnapshot(market)).table("given_security")} WHERE symbol LIKE 'Q_' ORDER BY symbol`,
      );
      expect(stored.map(({ name }) => name)).toEqual([
        "Able, Inc",
        'The "B" Company',
        "Charlie",
        'D "Delta" Ltd',
        "'t Elf",
      ]);
    },
  );

  it("that unpacks to one line of gigabytes is given up at its beginning", async () => {
    const folder = written({});
    const block = Buffer.alloc(1 << 20, "x");
    const source = Readable.from(
      (function* () {
        yield `${DAILY}\n`;
        for (let n = 0; n < 300; n++) yield block;
      })(),
    );
    await pipeline(source, createGzip({ level: 1 }), createWriteStream(join(folder, "daily.csv.gz")));
    await expect(importCsv(market, folder, { now })).rejects.toThrow(
      /^daily\.csv\.gz:2: the line is longer than 64 kB/,
    );
  });

  it("of another source is refused alike", async () => {
    const torn = gzipSync(rows).subarray(0, 3_000);
    await expect(importMassive(market, written({ "a.csv.gz": torn }), { now })).rejects.toThrow(
      /^a\.csv\.gz is cut off/,
    );
    await expect(importMassive(market, written({ "a.json.gz": "{}" }), { now })).rejects.toThrow(
      /^a\.json\.gz is no gzip/,
    );
    const tickers = JSON.stringify({ 0: { cik_str: 1, ticker: "ABC", title: "" } });
    await expect(
      importEdgar(market, written({ "company_tickers.json": tickers, "CIK0000000001.json.gz": torn }), { now }),
    ).rejects.toThrow(/^CIK0000000001\.json\.gz is cut off/);
    await expect(
      importEdgar(market, written({ "company_tickers.json.gz": "{}", "CIK0000000001.json": "{}" }), { now }),
    ).rejects.toThrow(/company_tickers\.json\.gz is no gzip/);
    const spoilt = JSON.stringify({ 0: { cik_str: 1, ticker: "A\u0000B", title: "" } });
    await expect(
      importEdgar(market, written({ "company_tickers.json": spoilt, "CIK0000000001.json": "{}" }), { now }),
    ).rejects.toThrow(/control characters/);
  });
});
