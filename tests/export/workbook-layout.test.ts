import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { checkParts, openpyxl } from "./readers.ts";
import { META, resultTable } from "./results.ts";

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-layout-"));
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(run: FinishedRun, name: string): Promise<string> {
  const path = join(folder, name);
  await writeRun(market, run, { format: "xlsx", meta: META, path });
  return path;
}

it("is printed on landscape pages with its header, Symbol and Date, as wide as can be read", async () => {
  const wide = Array.from({ length: 40 }, (_, index) => ({ name: `Column ${index}`, type: "number" as const }));
  const row = ["A", "2024-01-02", ...wide.map((_, index) => index)];
  const sheets = await openpyxl(
    await write(await resultTable(market, wide.slice(0, 3), [row.slice(0, 5)]), "page.xlsx"),
    "layout",
  );
  const footer = ["Gap && go <1>", "Page &P of &N", "&A"];
  const page = { orientation: "landscape", wide: 1, high: 0, footer };
  expect(sheets.map(({ page }) => ({ ...page, footer: page?.footer.map((text) => text?.trim()) }))).toEqual([
    { ...page, titles: ["$1:$1", "$A:$B"] },
    { ...page, titles: ["$1:$1", null] },
    { ...page, titles: ["$1:$1", null] },
  ]);
  const [broad] = await openpyxl(await write(await resultTable(market, wide, [row]), "wide.xlsx"), "layout");
  expect(broad?.page?.wide).toBe(2);
});

it("tints what looks ahead, empty cells too, and says so at its header", async () => {
  const run = await resultTable(
    market,
    [
      { name: "Gap", type: "number" },
      { name: "Next day", type: "number", outcome: true },
      { name: "What came", type: "text", outcome: true },
    ],
    [
      ["A", "2024-01-02", 1, 2, "=up"],
      ["B", "2024-01-02", null, null, null],
    ],
  );
  for (const manyCells of [0, 1_000]) {
    const path = join(folder, "outcome.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path }, { manyCells });
    await checkParts(path);
    const [sheet] = await openpyxl(path);
    expect(Object.keys(sheet?.notes ?? {})).toEqual(["D1", "E1"]);
    expect(sheet?.notes["D1"]).toContain("looks ahead");
    expect(sheet?.tinted).toEqual(["D2", "E2", "D3", "E3"]);
    expect(sheet?.quoted).toContain("E2");
  }
});

it("says of itself what it is and nothing of an account", async () => {
  const path = join(folder, "properties.xlsx");
  const created = new Date("2024-03-29T10:00:00Z");
  await writeRun(market, await resultTable(market, [], []), { format: "xlsx", meta: META, path }, { created });
  const zip = await readZip(bytesSource(new Uint8Array(await readFile(path))));
  const properties = ((await zip.text("docProps/core.xml", 1 << 20)) ?? "").match(/>[^<>\n]+</g);
  expect(properties?.map((one) => one.slice(1, -1))).toEqual([
    "Gap &amp; go &lt;1&gt;",
    "Stock market scan, 2024-01-02 to 2024-03-28",
    "Scanbook",
    "en-US",
    "2024-03-29T10:00:00.000Z",
    "2024-03-29T10:00:00.000Z",
  ]);
});
