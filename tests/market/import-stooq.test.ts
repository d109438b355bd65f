import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { zipContainer } from "../../src/export/zip.ts";
import { importCsv, importStooq, openMarket, type Market } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

const HEADER = "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>";
const US = "data/daily/us";
const FILES: Readonly<Record<string, string>> = {
  [`${US}/nasdaq stocks/1/abc.us.txt`]: [
    HEADER,
    // A blank in quotes above an empty field is what the engine cannot read (`blanks-in-quotes.ts`).
    'ABC.US,D,20240102,000000,5,5.25,4.95,5.1,240000.5,"0 "',
    "ABC.US,D,20240103,000000,5.1,5.3,5,5.2,260000,",
    "",
  ].join("\r\n"),
  [`${US}/nyse stocks/2/brk-b.us.txt`]: `${HEADER}\nBRK-B.US,D,20240103,000000,360,362,359,361,3000,0`,
  [`${US}/nyse stocks/1/abr_d.us.txt`]: `${HEADER}\nABR_D.US,D,20240103,000000,20,21,19,20,100,0\nABR_D.US,D,20240104,000000,x,21,19,20,100,0\n`,
  [`${US}/nyse stocks/1/none.us.txt`]: "",
  [`${US}/nyse stocks/1/page.us.txt`]: "Exceeded the daily hits limit\n",
  "data/daily/uk/lse stocks/abc.uk.txt": `${HEADER}\nABC.UK,D,20240103,000000,1,1,1,1,1,0\n`,
  "data/hourly/us/nasdaq stocks/1/abc.us.txt": `${HEADER}\nABC.US,60,20240103,160000,9,9,9,9,9,0\n`,
};
const REFUSED = [
  `${US}/nyse stocks/1/page.us.txt: 1: : header of another file`,
  `${US}/nyse stocks/1/abr_d.us.txt: 3: open: not a number`,
];

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = folderOf({ "d_us_txt.zip": "", "no.zip": "<html>" });
  await writeFile(
    join(folder, "d_us_txt.zip"),
    zipContainer(Object.entries(FILES).map(([name, text]) => ({ name, text }))),
  );
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, "unpacked", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
});
afterAll(() => market.close());

const bars = (of: Market): Promise<readonly unknown[]> =>
  of.query(
    `SELECT s.symbol AS symbol, toString(c.date) AS date, b.open AS open, b.high AS high, b.low AS low, b.close AS close, b.volume AS volume FROM ${of.database}.daily AS b INNER JOIN ${of.database}.session AS c ON c.session = b.session INNER JOIN ${of.database}.security AS s ON s.security_id = b.security_id ORDER BY symbol, date`,
  );

// `tests/market/import-docs.test.ts` takes unpacked files; only the soak has the archive, and what is refused of it.
it.runIf(IN_SOAK).each(["d_us_txt.zip", "unpacked"])(
  "daily files of the United States are taken, of %s",
  async (name) => {
    const other = await openMarket({ folder: market.folder ?? "", database: `stooq_${name.replaceAll(/\W/g, "")}` });
    try {
      const { taken, refused } = await importStooq(other, join(folder, name));
      expect(taken.daily).toBe(4);
      const wrong = refused.rows.map((row) => [row.file, row.line, row.field, row.reason].join(": "));
      expect(new Set(wrong)).toEqual(new Set(REFUSED));
      expect(await bars(other)).toMatchObject([
        { symbol: "ABC", date: "2024-01-02", open: 5, high: 5.25, low: 4.95, close: 5.1 },
        { symbol: "ABC", date: "2024-01-03", close: 5.2, volume: 260_000 },
        { symbol: "ABR.PRD", date: "2024-01-03", close: 20 },
        { symbol: "BRK.B", date: "2024-01-03", close: 361 },
      ]);
      // With the split of another source the bars before it are as they were traded.
      await importCsv(other, folderOf({ "splits.csv": "symbol,date,ratio\nABC,2024-01-03,2" }));
      await importStooq(other, join(folder, name));
      expect(await bars(other)).toMatchObject([
        { symbol: "ABC", open: 10, high: 10.5, low: 9.9, close: 10.2, volume: 120_000 },
        { symbol: "ABC", open: 5.1, close: 5.2, volume: 260_000 },
        { symbol: "ABR.PRD" },
        { symbol: "BRK.B" },
      ]);
    } finally {
      await other.close();
    }
  },
);

it("hours and minutes are no days, wherever their folder lies", async () => {
  const { taken, refused } = await importStooq(market, join(folder, "unpacked/data/hourly/us"));
  expect([taken.daily, refused.rows.map(({ reason }) => reason)]).toEqual([0, ["bars of another period than days"]]);
});

it("a path without such files is told, and what is no zip file", async () => {
  await expect(importStooq(market, join(folder, "gone"))).rejects.toThrow("There is nothing at");
  await expect(importStooq(market, join(folder, "no.zip"))).rejects.toThrow("no.zip is no zip file, or a damaged one.");
  await expect(importStooq(market, join(folder, "unpacked/data/daily/uk"))).rejects.toThrow(
    "No daily files of symbols, such as aapl.us.txt, in",
  );
});
