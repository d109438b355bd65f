import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { quantile } from "../percentile.ts";
import { checkParts, openpyxl } from "./readers.ts";
import type { ReadCell } from "./readers.ts";
import { CHANGES, META, outcomeTable, resultTable } from "./results.ts";

let market: Market;
let folder: string;
let run: FinishedRun;
/** Values of `Next day %` by row. */
const changes = CHANGES;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-summary-"));
  run = await outcomeTable(market, changes);
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, options: { liveRows?: number } = {}): Promise<string> {
  const path = join(folder, name);
  await writeRun(market, run, { format: "xlsx", meta: META, path }, options);
  return path;
}

async function summaryOf(path: string, ...modes: readonly ("cached" | "plain")[]) {
  const sheets = await openpyxl(path, ...modes);
  const sheet = sheets.find(({ name }) => name === "Summary");
  if (sheet === undefined) throw new Error("no sheet Summary");
  return { ...sheet, names: sheets.map(({ name }) => name) };
}

const plain = (cell: ReadCell | undefined): unknown => (cell !== undefined && "value" in cell ? cell.value : null);

describe("the sheet Summary", () => {
  it("says count, mean, quantiles and the share above 0, Outcomes first", async () => {
    const { rows, tables } = await summaryOf(await write("figures.xlsx"), "cached");
    const head = rows.findIndex(([cell]) => plain(cell) === "Column");
    const figures = rows.slice(head + 1, head + 6).map((row) => row.map((cell) => plain(cell)));
    expect(figures.map(([name]) => name)).toEqual(["=Next day %", "After <5> days", "Close", "Twice", "Never"]);
    const values = changes.flatMap((change) => change ?? []).sort((a, b) => a - b);
    const expected = [
      values.length,
      values.reduce((sum, value) => sum + value, 0) / values.length,
      values[0],
      ...[0.1, 0.25, 0.5, 0.75, 0.9].map((share) => quantile(values, share)),
      values.at(-1),
      values.filter((value) => value > 0).length / values.length,
    ];
    for (const [index, value] of expected.entries())
      expect(figures[0]?.[index + 1]).toBeCloseTo(value ?? Number.NaN, 9);
    expect(figures[4]?.slice(1)).toEqual([0, null, null, null, null, null, null, null, null, null]);
    const hits = rows.slice(rows.findIndex(([cell]) => plain(cell) === "Week from") + 1);
    expect(hits.slice(0, 2).map((row) => row.slice(0, 2).map((cell) => plain(cell)))).toEqual([
      ["2024-01-01", 12],
      ["2024-01-08", 14],
    ]);
    expect(hits.reduce((sum, row) => sum + Number(plain(row[1])), 0)).toBe(run.rows);
    expect(tables.map(({ name }) => name)).toEqual(["Figures", "Hits"]);
  });

  it("has the engine's values, of Outcomes alone, where formulas would be slow", async () => {
    const large = await summaryOf(await write("large.xlsx", { liveRows: 300 }));
    const small = await summaryOf(await write("live.xlsx"), "cached");
    expect(large.rows.flat().some(({ type }) => type === "formula")).toBe(false);
    const row = (rows: typeof large.rows, name: string) => rows.find(([cell]) => plain(cell) === name);
    for (const name of ["=Next day %", "After <5> days"]) expect(row(large.rows, name)).toEqual(row(small.rows, name));
    expect(row(large.rows, "Close")).toBeUndefined();
  });

  it("describes its charts in words", async () => {
    const zip = await readZip(bytesSource(new Uint8Array(await readFile(await write("charts.xlsx")))));
    const drawing = (await zip.text("xl/drawings/drawing1.xml", 1 << 20)) ?? "";
    const names = [...drawing.matchAll(/ name="([^"]*)" descr="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(["Hits per week", "Win rate: share of the values above 0", "Median of each Outcome"]);
    expect(drawing).toContain("=Next day % ");
    // A share of every Outcome, as a number.
    expect(drawing).toMatch(/above 0 of each Outcome: [^"]*=Next day % \d+\.\d\d per cent/);
  });

  it("has no charts and empty figures where nothing qualified", async () => {
    const none = await resultTable(market, [{ name: "n", type: "number", outcome: true }], []);
    const path = join(folder, "none.xlsx");
    await writeRun(market, { ...none, hits: [] }, { format: "xlsx", meta: META, path });
    expect((await checkParts(path)).filter((name) => /charts|drawings\/drawing/.test(name))).toEqual([]);
    const { rows } = await summaryOf(path, "cached");
    expect(rows[2]?.slice(0, 2).map((cell) => plain(cell))).toEqual(["Rows", 0]);
  });
});
