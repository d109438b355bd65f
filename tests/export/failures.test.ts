import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ExportError, exportRun, writeRun } from "../../src/export/index.ts";
import type { ExportFormat } from "../../src/export/index.ts";
import { writeChunks } from "../../src/export/write-chunks.ts";
import { MarketError } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { META, resultTable } from "./results.ts";

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-failures-"));
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const FORMATS: readonly ExportFormat[] = ["xlsx", "csv", "parquet"];
const small = () => resultTable(market, [{ name: "n", type: "number" }], [["A", "2024-01-02", 1]]);
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ExportError ? error.code : error),
  );

it.each(FORMATS)("a result that is gone or another's is refused before a byte is written: %s", async (format) => {
  const run = await small();
  expect(await failure(exportRun(market, { ...run, rows: 2 }, format, META))).toBe("result-gone");
  expect(await failure(exportRun(market, { ...run, table: "result_none" }, format, META))).toBe("result-gone");
  expect(await failure(exportRun(market, { ...run, database: "nowhere" }, format, META))).toBe("result-gone");
});

it("a path that cannot be written is named; the old file stays, nothing is left beside it", async () => {
  const run = await small();
  expect(
    await failure(writeRun(market, run, { format: "csv", meta: META, path: join(folder, "no/such/folder.csv") })),
  ).toBe("unwritable");
  const place = await mkdtemp(join(folder, "place-"));
  const path = join(place, "old.csv");
  await writeFile(path, "old");
  expect(await failure(writeRun(market, { ...run, rows: 7 }, { format: "csv", meta: META, path }))).toBe("result-gone");
  expect(await readFile(path, "utf8")).toBe("old");
  await mkdir(join(place, "folder.csv"));
  expect(await failure(writeRun(market, run, { format: "csv", meta: META, path: join(place, "folder.csv") }))).toBe(
    "unwritable",
  );
  expect((await readdir(place)).sort()).toEqual(["folder.csv", "old.csv"]);
  await writeRun(market, run, { format: "csv", meta: META, path });
  expect(await readFile(path, "utf8")).toBe("Symbol,Date,n\r\nA,2024-01-02,1\r\n");
});

/** The market, with an engine whose answer breaks off. */
const failing = (error: Error): Market => ({
  ...market,
  // oxlint-disable-next-line require-yield
  async *chunks() {
    throw error;
  },
});

it("a full disk is named, whether ours or the engine's, and leaves nothing", async () => {
  const run = await small();
  const place = await mkdtemp(join(folder, "full-"));
  const ours = Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" });
  const engines = new MarketError("disk-full", "Cannot reserve", 243);
  for (const error of [ours, engines])
    for (const format of FORMATS)
      expect(await failure(writeRun(failing(error), run, { format, meta: META, path: join(place, "a") }))).toBe(
        "disk-full",
      );
  expect(await readdir(place)).toEqual([]);
});

it("bytes that a device does not take are an error", async () => {
  if (process.platform !== "linux") return;
  await using file = await open("/dev/full", "w");
  await expect(writeChunks(file, Readable.from([Buffer.alloc(3 << 20)]))).rejects.toMatchObject({ code: "ENOSPC" });
});

it("an abort ends the work and leaves nothing", async () => {
  const run = await resultTable(
    market,
    [{ name: "n", type: "number" }],
    "SELECT number + 1, 'A', toDate32('2024-01-02'), number FROM numbers(300000)",
  );
  const place = await mkdtemp(join(folder, "abort-"));
  expect(
    await failure(
      writeRun(
        market,
        run,
        { format: "xlsx", meta: META, path: join(place, "a.xlsx") },
        { signal: AbortSignal.abort() },
      ),
    ),
  ).toBe("cancelled");
  const abort = new AbortController();
  const stream = await exportRun(market, run, "xlsx", META, { signal: abort.signal });
  const read = (async () => {
    for await (const chunk of stream) if (chunk instanceof Buffer) abort.abort();
  })();
  expect(await failure(read)).toBe("cancelled");
  expect(await readdir(place)).toEqual([]);
  const other = await exportRun(market, run, "xlsx", META);
  other.destroy();
  expect(await market.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});
