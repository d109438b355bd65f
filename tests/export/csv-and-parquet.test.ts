import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { python } from "./readers.ts";
import { META, resultTable } from "./results.ts";

let market: Market;
let folder: string;
let run: FinishedRun;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-csv-"));
  run = await resultTable(
    market,
    [
      { name: "Close", type: "number", unit: "price" },
      { name: "=Name, full", type: "text" },
      { name: "Flag", type: "boolean" },
      { name: "At", type: "time" },
      { name: "c2", type: "date" },
    ],
    [
      ["TRUE", "2024-01-02", 0.1 + 0.2, 'A "B", C', true, 570, "1999-12-31"],
      ["BRK.B", "2024-01-03", -5, "=1+1", false, 0, null],
      ["-X", "2024-01-03", null, null, null, null, null],
      ["é", "2024-01-04", 2 ** 53, "two\r\nlines", null, 1199, null],
      ["N", "2024-01-04", 1e-300, " blanks ", null, 61, null],
      ["F", "2024-01-04", 1e21, "@a,b", null, 1, null],
    ],
  );
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

it("CSV: header, plain numbers, dates, times, empty nulls, text guarded and quoted", async () => {
  const path = join(folder, "out.csv");
  await writeRun(market, run, { format: "csv", meta: META, path });
  expect(await readFile(path, "utf8")).toBe(
    [
      `Symbol,Date,Close,"'=Name, full",Flag,At,c2`,
      `TRUE,2024-01-02,0.30000000000000004,"A ""B"", C",true,09:30,1999-12-31`,
      `BRK.B,2024-01-03,-5,'=1+1,false,00:00,`,
      `'-X,2024-01-03,,,,,`,
      `é,2024-01-04,9007199254740992,"two\r\nlines",,19:59,`,
      `N,2024-01-04,1e-300, blanks ,,01:01,`,
      `F,2024-01-04,1e21,"'@a,b",,00:01,`,
      "",
    ].join("\r\n"),
  );
});

it("CSV reads back by Python's csv", async () => {
  const path = join(folder, "out.csv");
  await writeRun(market, run, { format: "csv", meta: META, path });
  const script =
    "import csv,json,sys;print(json.dumps(list(csv.reader(open(sys.argv[1],newline='',encoding='utf-8'),strict=True))))";
  const { stdout } = await promisify(execFile)(await python(), ["-c", script, path]);
  const rows: unknown = JSON.parse(stdout);
  expect(rows).toMatchObject({ length: 7, 4: { 3: "two\r\nlines" }, 6: { 0: "F", 3: "'@a,b" } });
});

it("CSV of nothing is its header", async () => {
  const path = join(folder, "nothing.csv");
  await writeRun(market, await resultTable(market, [{ name: "n", type: "number" }], []), {
    format: "csv",
    meta: META,
    path,
  });
  expect(await readFile(path, "utf8")).toBe("Symbol,Date,n\r\n");
});

it("Parquet: typed columns under the names people see, in order", async () => {
  const path = join(folder, "out.parquet");
  await writeRun(market, run, { format: "parquet", meta: META, path });
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 4).toString()).toBe("PAR1");
  expect(bytes.subarray(-4).toString()).toBe("PAR1");
  // The engine reads the bytes back from the statement: it opens no files outside its folder.
  const file = `format(Parquet, unhex('${bytes.toString("hex")}'))`;
  const described = await market.query<{ name: string; type: string }>(`DESCRIBE TABLE ${file}`);
  expect(described.map(({ name, type }) => [name, type])).toEqual([
    ["Symbol", expect.stringMatching(/^(Nullable\()?String/)],
    ["Date", expect.stringMatching(/^(Nullable\()?Date32/)],
    ["Close", "Nullable(Float64)"],
    ["=Name, full", "Nullable(String)"],
    ["Flag", "Nullable(Bool)"],
    ["At", "Nullable(String)"],
    ["c2", "Nullable(Date32)"],
  ]);
  const rows = await market.query<Record<string, unknown>>(`SELECT * FROM ${file}`);
  expect(rows.map(Object.values)).toEqual([
    ["TRUE", "2024-01-02", 0.1 + 0.2, 'A "B", C', true, "09:30", "1999-12-31"],
    ["BRK.B", "2024-01-03", -5, "=1+1", false, "00:00", null],
    ["-X", "2024-01-03", null, null, null, null, null],
    ["é", "2024-01-04", 2 ** 53, "two\r\nlines", null, "19:59", null],
    ["N", "2024-01-04", 1e-300, " blanks ", null, "01:01", null],
    ["F", "2024-01-04", 1e21, "@a,b", null, "00:01", null],
  ]);
});
