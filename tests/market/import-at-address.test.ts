import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importCsv, importEdgar, type Market } from "../../src/market/index.ts";
import { rounds } from "../cases.ts";
import type { Break } from "../at-address.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { atAddressOf, openMarketsAtAddress, openTestMarket } from "./open-market.ts";

// Every importer, into a market at an address: it takes and refuses what it does with the embedded engine.
const FEW = ["import-files", "import-massive", "import-edgar"];
const MORE = ["import-rows", "import-edgar-time", "import-order", "import-docs", "import-real"];

describe.each(rounds(FEW, [...FEW, ...MORE]))("%s", async (file) => {
  openMarketsAtAddress();
  // Evaluated anew, though this worker may have run the file itself.
  await import(`./${file}.test.ts?address`);
});

describe("a connection that breaks while rows are sent", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  const rows = Array.from({ length: 3_000 }, (_, n) => `S${n},2024-01-02,1,2,1,2,${n}`).join("\n");
  const text = JSON.stringify({ cik: 7, facts: { dei: { Other: { units: { shares: [] } } } } });
  const folder = folderOf({ "daily.csv.gz": `${DAILY}\n${rows}\n` });
  const filings = folderOf({
    "CIK0000000007.json": text,
    "company_tickers.json": JSON.stringify({ 0: { cik_str: 7, ticker: "S7", title: "Seven" } }),
  });

  /** Breaks the first `times` connections that send rows. */
  const breaking = (where: "sending" | "answering", times: number): { breaks: Break; calls: () => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      breaks: ({ url }) => {
        if (!(url ?? "").includes("insert_deduplication_token")) return null;
        calls += 1;
        return calls <= times ? where : null;
      },
    };
  };

  test.each([
    ["sending", 2],
    ["answering", 1],
  ] as const)("(%s, %i times) is made again, and they are stored once", async (where, times) => {
    for (const [source, what] of [
      ["csv", folder],
      ["edgar", filings],
    ] as const) {
      const { breaks, calls } = breaking(where, times);
      const away = await atAddressOf(market, breaks);
      const report = await (source === "csv" ? importCsv(away, what) : importEdgar(away, what));
      await away.close();
      expect(calls()).toBe(times + 1);
      expect(report.refused.rows).toEqual([]);
      expect(report.taken.daily).toBe(source === "csv" ? 3_000 : 0);
    }
  });

  test("every time is an import that changed nothing", async () => {
    const before = await market.query("SELECT id FROM market.snapshot");
    const { breaks } = breaking("answering", Infinity);
    const away = await atAddressOf(market, breaks);
    await expect(importCsv(away, folder)).rejects.toMatchObject({ code: "engine-died" });
    await away.close();
    expect(await market.query("SELECT id FROM market.snapshot")).toEqual(before);
  });
});
