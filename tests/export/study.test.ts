import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import { thresholdBetween } from "../../src/export/study-parts.ts";
import { studySheet } from "../../src/export/study-sheet.ts";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import type { ScanRequest } from "../../src/request/index.ts";
import { dropRun, runScan, wholeStudy } from "../../src/scan/index.ts";
import type { FinishedRun, StudyCell, WholeStudy } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { checkParts, libreOfficeOfAll, openpyxl } from "./readers.ts";
import type { ReadCell } from "./readers.ts";
import { META } from "./results.ts";
import { IN_SOAK, rounds } from "../cases.ts";

let market: Market;
let folder: string;
let run: FinishedRun;
let whole: WholeStudy;
let request: ScanRequest;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-study-"));
  await makeDemo(market, { symbols: 8, years: 1, minuteDays: 1 });
  const read = readRequest({
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
  if (read.request === null) throw new Error("the request is right");
  ({ request } = read);
  run = await runScan(market, request, { run: "sheet" });
  whole = await wholeStudy(market, run, request, { outcome: run.columns.findIndex(({ name }) => name === "Net") });
  await write("study", whole);
  for (const [name, interval] of apart()) {
    const { study } = whole;
    await write(name, { ...whole, study: { ...study, figures: { ...study.figures, interval } } });
  }
  if (!IN_SOAK) return;
  // LibreOffice starts once for all of them.
  const names = ["study", ...apart().map(([name]) => name)];
  await libreOfficeOfAll(names.map(written), "xlsx", join(folder, "office"));
});
afterAll(async () => {
  await dropRun(market, "sheet");
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

/** Where a workbook is, and what LibreOffice made of it. */
const written = (name: string): string => join(folder, `${name}.xlsx`);
const saved = (name: string): string => join(folder, "office", `${name}.xlsx`);

async function write(name: string, study: WholeStudy): Promise<string> {
  const path = written(name);
  await writeRun(market, run, { format: "xlsx", meta: META, path }, { study: async () => study });
  return path;
}

type Apart = readonly [name: string, interval: WholeStudy["study"]["figures"]["interval"], verdict: string | null];

/** Intervals around the base rate and beside it, and what is said of each. */
function apart(): readonly Apart[] {
  const mean = whole.base?.all.mean ?? Number.NaN;
  const off = "The interval of the mean lies off the base rate";
  const all: readonly Apart[] = [
    [
      "around",
      { low: mean - 1, high: mean + 1 },
      "Not told apart from chance: the interval of the mean holds the base rate",
    ],
    ["above", { low: mean + 0.1, high: mean + 1 }, off],
    ["below", { low: mean - 1, high: mean - 0.1 }, off],
    ["none", null, null],
  ];
  return rounds(all.slice(0, 2), all);
}

const plain = (cell: ReadCell | undefined): unknown => (cell !== undefined && "value" in cell ? cell.value : null);

async function readStudy(path: string, ...modes: readonly ("cached" | "plain")[]) {
  const sheet = (await openpyxl(path, ...modes)).find(({ name }) => name === "Study");
  if (sheet === undefined) throw new Error("no sheet Study");
  return sheet.rows;
}

describe("the sheet Study", () => {
  // In `npm test` LibreOffice works out formulas of rows and of the sheet Summary, in `tests/export/live-formulas.test.ts`.
  it("holds the engine's figures; in the soak LibreOffice works out the same", async () => {
    const path = written("study");
    expect(await checkParts(path)).toContain("xl/drawings/drawing2.xml");
    const [formulas, ours, theirs] = [
      await readStudy(path),
      await readStudy(path, "cached"),
      IN_SOAK ? await readStudy(saved("study"), "cached", "plain") : null,
    ];
    let compared = 0;
    for (const [row, cells] of formulas.entries())
      for (const [column, cell] of cells.entries()) {
        if (cell.type !== "formula") continue;
        compared += 1;
        if (theirs === null) continue;
        const [own, recalculated] = [plain(ours[row]?.[column]), plain(theirs[row]?.[column])];
        if (typeof own === "number") expect(recalculated, cell.value).toBeCloseTo(own, 9);
        else expect(recalculated, cell.value).toBe(own);
      }
    // The two maps of the crossing among them: nine cells each, and four thresholds that are repeated.
    expect(compared).toBeGreaterThan(92);
    const valueOf = (label: string): unknown => plain(ours.find(([cell]) => plain(cell) === label)?.[1]);
    const { study, path: around, crossing } = whole;
    const { figures } = study;
    expect(valueOf("Rows")).toBe(figures.rows);
    expect(valueOf("Mean without the best 1 %")).toBeCloseTo(figures.withoutBest ?? Number.NaN, 9);
    expect(valueOf("Mean, lower end of 95 %")).toBeCloseTo(figures.interval?.low ?? Number.NaN, 9);
    const { base } = whole;
    if (base === null) throw new Error("the request is there");
    expect(valueOf("Base rate")).toBeCloseTo(base.all.mean ?? Number.NaN, 9);
    expect(valueOf("Base rate, upper end of 95 %")).toBeCloseTo(base.all.interval?.high ?? Number.NaN, 9);
    expect(valueOf("Mean above the base rate")).toBeCloseTo((figures.mean ?? 0) - (base.all.mean ?? 0), 9);
    expect(valueOf("Win rate without the filters")).toBeCloseTo(base.all.winRate ?? Number.NaN, 9);
    expect(valueOf("Security-days")).toBe(base.all.rows);
    expect(base.all.rows).toBeGreaterThan(figures.rows);
    expect(valueOf("Base rate from")).toMatch(/every security-day of the dates/);
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
    expect(below("After each filter", 2).map((cells) => [cells[0], ...cells.slice(3, 6)])).toEqual([
      ["No filter", base.all.rows, base.all.mean, base.all.winRate],
      ...base.steps.map(({ label, after }, at) => [`${at + 1} ${label}`, after.rows, after.mean, after.winRate]),
    ]);
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

  it("says whether the mean is told apart from the base rate; in the soak it is worked out again with the cells", async () => {
    for (const [name, , verdict] of apart()) {
      const said = async (book: string): Promise<unknown> =>
        plain((await readStudy(book, "cached", "plain")).find(([cell]) => plain(cell) === "Told apart")?.[1]);
      expect(await said(written(name))).toEqual(verdict);
      if (IN_SOAK) expect(await said(saved(name))).toEqual(verdict);
    }
  });

  it("says where whole days were drawn for the base rate, and where there is none", async () => {
    const sheetOf = async (name: string, base: WholeStudy["base"]) => {
      const cells = await readStudy(await write(name, { ...whole, base }), "cached");
      return (label: string): unknown => plain(cells.find(([cell]) => plain(cell) === label)?.[1]);
    };
    const drawn = await sheetOf("drawn", whole.base && { ...whole.base, sampled: true });
    expect(drawn("Base rate from")).toMatch(/whole days drawn at random/);
    const missing = await sheetOf("missing", null);
    expect(missing("Base rate")).toMatch(/cannot be read any more/);
    expect(missing("Security-days")).toBeNull();
  });

  it("gives what a crossing's map is called as many lines as it needs", async () => {
    const sheet = (await openpyxl(written("study"))).find(({ name }) => name === "Study");
    const at = sheet?.rows.findIndex(([cell]) => /^Mean: .* down, .* across$/.test(String(plain(cell)))) ?? -1;
    expect(String(plain(sheet?.rows[at]?.[0])).length).toBeGreaterThan(30);
    expect(sheet?.heights[at + 1]).toBe(30);
  });

  it("has each chart beside its own section, and no page that begins inside of one", () => {
    const names = run.columns.map(({ name }) => name);
    const { xml, charts } = studySheet({ run, ...whole, requestName: "Study", names, styles: [], live: true });
    const titles = [...xml.matchAll(/<row r="(\d+)" ht="30" [^>]*><c [^>]*s="(\d+)"/g)];
    const sections = titles.filter(([, , style]) => style === titles[0]?.[2]).map(([, row]) => Number(row) - 1);
    const starts = [...xml.matchAll(/<brk id="(\d+)"/g)].map(([, row]) => Number(row));
    expect([sections.length, charts.length, starts.length > 1]).toEqual([10, 6, true]);
    expect(starts.filter((row) => !sections.includes(row))).toEqual([]);
    for (const { title, at } of charts) {
      const own = sections.findLast((row) => row <= at.row) ?? -1;
      expect(at.row - own, title).toBeLessThan(2);
      expect(sections.find((row) => row > own) ?? at.toRow + 1, title).toBeGreaterThan(at.toRow);
      expect(
        starts.filter((row) => row > at.row && row <= at.toRow),
        title,
      ).toEqual([]);
    }
  });

  it("is left out where no outcome is named, and has figures without formulas where there are too many rows", async () => {
    const without = join(folder, "without.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path: without });
    expect((await openpyxl(without)).map(({ name }) => name)).toEqual(["Results", "Summary", "Request"]);
    const large = join(folder, "large.xlsx");
    await writeRun(market, run, { format: "xlsx", meta: META, path: large }, { study: async () => whole, liveRows: 1 });
    const cells = (await readStudy(large)).flat();
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
