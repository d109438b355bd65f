import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import { thresholdBetween } from "../../src/export/study-parts.ts";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { dropRun, runScan, wholeStudy } from "../../src/scan/index.ts";
import type { FinishedRun, StudyCell, WholeStudy } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { checkParts, libreOffice, openpyxl } from "./readers.ts";
import type { ReadCell } from "./readers.ts";
import { META } from "./results.ts";

let market: Market;
let folder: string;
let run: FinishedRun;
let whole: WholeStudy;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-study-"));
  await makeDemo(market, { symbols: 8, years: 1, minuteDays: 1 });
  const { request } = readRequest({
    name: "study",
    Date_Range: { start_date: "2025-03-03", end_date: "2025-12-31" },
    filters: { Custom: [{ formula: "[daily close] > [daily open]" }] },
    columns: {
      Custom: [
        { name: "Gap <%>", formula: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100" },
        { name: "Volume", formula: "[daily volume]" },
        { name: "Week", formula: "( [daily close 5 adj] / [daily close adj] - 1 ) * 100" },
        { name: "Net", formula: "{Week} - 0.05" },
      ],
    },
    outcome: "Net",
  });
  if (request === null) throw new Error("the request is right");
  run = await runScan(market, request, { run: "sheet" });
  whole = await wholeStudy(market, run, { outcome: run.columns.findIndex(({ name }) => name === "Net") });
});
afterAll(async () => {
  await dropRun(market, "sheet");
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const plain = (cell: ReadCell | undefined): unknown => (cell !== undefined && "value" in cell ? cell.value : null);

async function studySheet(path: string, ...modes: readonly ("cached" | "plain")[]) {
  const sheet = (await openpyxl(path, ...modes)).find(({ name }) => name === "Study");
  if (sheet === undefined) throw new Error("no sheet Study");
  return sheet.rows;
}

describe("the sheet Study", () => {
  it("holds the engine's figures, and LibreOffice works out the same", async () => {
    const path = join(folder, "study.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path }, { study: async () => whole });
    expect(await checkParts(path)).toContain("xl/drawings/drawing2.xml");
    const office = await libreOffice(path, "xlsx", await mkdtemp(join(folder, "office-")));
    const [formulas, ours, theirs] = [
      await studySheet(path),
      await studySheet(path, "cached"),
      await studySheet(office, "cached", "plain"),
    ];
    let compared = 0;
    for (const [row, cells] of formulas.entries())
      for (const [column, cell] of cells.entries()) {
        if (cell.type !== "formula") continue;
        const [own, recalculated] = [plain(ours[row]?.[column]), plain(theirs[row]?.[column])];
        if (typeof own === "number") expect(recalculated, cell.value).toBeCloseTo(own, 9);
        else expect([own, recalculated], cell.value).toEqual([null, null]);
        compared += 1;
      }
    // The two maps of the crossing among them: nine cells each, and four thresholds that are repeated.
    expect(compared).toBeGreaterThan(92);
    const valueOf = (label: string): unknown => plain(ours.find(([cell]) => plain(cell) === label)?.[1]);
    const { study, path: around, crossing } = whole;
    const { figures } = study;
    expect(valueOf("Rows")).toBe(figures.rows);
    expect(valueOf("Mean without the best 1 %")).toBeCloseTo(figures.withoutBest ?? Number.NaN, 9);
    expect(valueOf("Mean, lower end of 95 %")).toBeCloseTo(figures.interval?.low ?? Number.NaN, 9);
    // The counts of each column's parts are those of the engine.
    for (const { place, parts } of study.columns) {
      const name = run.columns[place]?.name;
      const at = ours.findIndex(([cell, second]) => plain(cell) === name && plain(second) === null);
      const counts = ours.slice(at + 2, at + 7).map((cells) => plain(cells[3]));
      expect(counts, name).toEqual(parts.find(({ count }) => count === 5)?.bars.map(({ rows }) => rows));
    }
    const below = (label: string, high: number): readonly (readonly unknown[])[] => {
      const at = ours.findIndex(([cell]) => plain(cell) === label);
      return ours.slice(at + 1, at + 1 + high).map((cells) => cells.map(plain));
    };
    expect(below("Sessions from the day", 31).map((cells) => cells.slice(0, 5))).toEqual(
      around.points.map(({ offset, interval, rows, mean }) => [offset, interval?.low, interval?.high, rows, mean]),
    );
    // The two numbers that separate most of those that are known in time: not {Week}.
    const name = (at: number | undefined): string => run.columns[at ?? -1]?.name ?? "";
    expect(new Set([name(crossing?.across), name(crossing?.down)])).toEqual(new Set(["Gap <%>", "Volume"]));
    const map = (label: string): unknown =>
      below(label, 4)
        .slice(1)
        .map((cells) => cells.slice(1, 4));
    const of = (read: (cell: StudyCell) => unknown): unknown =>
      [0, 1, 2].map((down) =>
        [0, 1, 2].map(
          (across) => crossing?.cells.filter((one) => one.across === across && one.down === down).map(read)[0],
        ),
      );
    expect(map(`Mean: ${name(crossing?.down)} down, ${name(crossing?.across)} across`)).toEqual(of(({ mean }) => mean));
    const crossed = ours.findLastIndex(([cell]) => plain(cell) === "Rows");
    expect(ours.slice(crossed + 2, crossed + 5).map((cells) => cells.slice(1, 4).map(plain))).toEqual(
      of(({ rows }) => rows),
    );
  });

  it("gives what a crossing's map is called as many lines as it needs", async () => {
    const path = join(folder, "crossed.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path }, { study: async () => whole });
    const sheet = (await openpyxl(path)).find(({ name }) => name === "Study");
    const at = sheet?.rows.findIndex(([cell]) => /^Mean: .* down, .* across$/.test(String(plain(cell)))) ?? -1;
    expect(String(plain(sheet?.rows[at]?.[0])).length).toBeGreaterThan(30);
    expect(sheet?.heights[at + 1]).toBe(30);
  });

  it("is left out where no outcome is named, and has figures without formulas where there are too many rows", async () => {
    const without = join(folder, "without.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path: without });
    expect((await openpyxl(without)).map(({ name }) => name)).toEqual(["Results", "Summary", "Request"]);
    const large = join(folder, "large.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path: large }, { study: async () => whole, liveRows: 1 });
    const cells = (await studySheet(large)).flat();
    expect(cells.filter(({ type }) => type === "formula")).toEqual([]);
    expect(cells.some((cell) => cell.type === "number" && cell.value === whole.study.figures.mean)).toBe(true);
  });

  it("has the shortest thresholds that divide the parts as the engine does", () => {
    expect(thresholdBetween(1.234, 2.9)).toBe(2);
    expect(thresholdBetween(5, 6)).toBe(6);
    expect(thresholdBetween(0.123_456, 0.123_459)).toBe(0.123_457);
    expect(thresholdBetween(-3, -1)).toBe(-2);
    expect(thresholdBetween(1, 1 + Number.EPSILON)).toBeNull();
  });
});
