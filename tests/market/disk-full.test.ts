import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDemo, openMarket, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { runScan } from "../../src/scan/index.ts";
import { IN_SOAK } from "../cases.ts";

const disk = mkdtempSync(join(tmpdir(), "scanbook-disk-"));
// Only root may mount, and not in every container: the test is skipped then, by name. `tests/export/failures.test.ts` has what
// a full disk does to a workbook; only the soak fills a disk.
const mounted =
  IN_SOAK &&
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", ["--lazy", disk]);
  rmdirSync(disk);
});

describe.skipIf(!mounted)("a disk of 48 MB (skipped without the right to mount a tmpfs)", () => {
  let market: Market;
  let free = 0;
  beforeAll(async () => {
    market = await openMarket({ folder: join(disk, "data") });
    await makeDemo(market, { symbols: 40, years: 2, minuteDays: 2 });
  });
  afterAll(() => market.close());

  const content = async (): Promise<unknown> =>
    market.query("SELECT count() AS bars, sum(volume) AS volume FROM market.daily");
  const scan = async (): Promise<number> => {
    const columns = Array.from({ length: 30 }, (_, day) => ({ name: `V${day}`, formula: `[daily vwap -${day}] / 7` }));
    const { request } = readRequest(
      requestOfFormulas({ name: "wide", start: "2024-01-02", end: "2025-12-31", filters: [], columns }),
    );
    if (request === null) throw new Error("the request is valid");
    return (await runScan(market, request, { run: "wide" })).rows;
  };
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(disk);
    return bavail * bsize;
  };

  test("an import that does not fit says so and leaves the market as it was", async () => {
    const before = await content();
    free = await freeBytes();
    await expect(makeDemo(market, { symbols: 4_000, years: 10, minuteDays: 2 })).rejects.toMatchObject({
      code: "disk-full",
    });
    expect(await content()).toEqual(before);
    expect(await scan()).toBeGreaterThan(10_000);
  });

  test("a scan whose rows do not fit says so and leaves nothing; with room again it runs", async () => {
    const rows = await scan();
    await market.command("DROP TABLE market.result_wide SYNC");
    const ballast = join(disk, "ballast");
    await writeFile(ballast, Buffer.alloc((await freeBytes()) - 400_000));
    await expect(scan()).rejects.toMatchObject({ code: "disk-full" });
    const left = "SELECT name FROM system.tables WHERE name = 'result_wide' OR database LIKE 'run_%'";
    expect(await market.query(left)).toEqual([]);
    await rm(ballast);
    expect(await scan()).toBe(rows);
    expect(await freeBytes()).toBeGreaterThan(free / 2);
  });
});
