import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constantFrom, letrec, oneof, sample, tuple } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeRun } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { LiveFormula } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { checkParts, libreOfficeOfAll, openpyxl } from "./readers.ts";
import type { ReadCell } from "./readers.ts";
import { CHANGES, META, outcomeTable, resultTable } from "./results.ts";
import { cases } from "../cases.ts";

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-live-"));
  await write(RULES, "rules.xlsx");
  await write(ANY_SHAPE, "random.xlsx");
  await writeSheets("sheets.xlsx");
  const summed = await outcomeTable(market, CHANGES);
  await writeRun(market, summed, { format: "xlsx", meta: META, path: written("summary.xlsx") });
  // LibreOffice starts once for all of them.
  await libreOfficeOfAll(
    ["rules.xlsx", "random.xlsx", "sheets.xlsx", "summary.xlsx"].map(written),
    "xlsx",
    join(folder, "office"),
  );
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const of = (name: string): LiveFormula => ({ kind: "column", name });
const number = (value: number): LiveFormula => ({ kind: "number", value });
const op = (left: LiveFormula, op: "+" | "-" | "*" | "/", right: LiveFormula): LiveFormula => ({
  kind: "operation",
  op,
  left,
  right,
});
const negative = (inside: LiveFormula): LiveFormula => ({ kind: "negative", of: inside });

/** What the engine means: null in, null out; a division by zero and an overflow are null. */
function value(formula: LiveFormula, row: ReadonlyMap<string, number | null>): number | null {
  switch (formula.kind) {
    case "number":
      return formula.value;
    case "column":
      return row.get(formula.name.toLowerCase()) ?? null;
    case "negative": {
      const inside = value(formula.of, row);
      return inside === null ? null : -inside;
    }
    case "operation": {
      const left = value(formula.left, row);
      const right = value(formula.right, row);
      if (left === null || right === null) return null;
      const result = { "+": left + right, "-": left - right, "*": left * right, "/": left / right }[formula.op];
      return Number.isFinite(result) ? result : null;
    }
  }
  return formula satisfies never;
}

const ROWS: readonly (readonly (number | null)[])[] = [
  [10, 4, 2.5],
  [0, 0, 0],
  [null, 1, 2],
  [1, null, 0],
  [-3, 7, -0.5],
  [1e300, 1e300, 1e-300],
];
const names = ["Open", "Prev. close", "c"];
const given = names.map((name) => ({ name, type: "number" as const }));
const wrong = 777;

/** Where a workbook is, and what LibreOffice made of it. */
const written = (file: string): string => join(folder, file);
const saved = (file: string): string => join(folder, "office", file);

async function write(formulas: readonly LiveFormula[], file: string): Promise<void> {
  const columns = formulas.map((live, index) => ({ name: `f${index}`, type: "number" as const, live }));
  const run = await resultTable(
    market,
    [...given, ...columns],
    ROWS.map((row) => ["A", "2024-01-02", ...row, ...columns.map(() => wrong)]),
  );
  await writeRun(market, run, { format: "xlsx", meta: META, path: written(file) });
}

async function recalculated(file: string): Promise<readonly (readonly ReadCell[])[]> {
  await checkParts(written(file));
  const [cached] = await openpyxl(written(file), "cached");
  // The file itself holds the engine's values.
  for (const row of cached?.rows.slice(1) ?? [])
    expect(row.slice(5).every((cell) => cell.type === "number" && cell.value === wrong)).toBe(true);
  const [sheet] = await openpyxl(saved(file), "cached");
  return (sheet?.rows.slice(1) ?? []).map((row) => row.slice(5));
}

function compare(formulas: readonly LiveFormula[], rows: readonly (readonly ReadCell[])[]): void {
  for (const [index, row] of ROWS.entries()) {
    const values = new Map(names.map((name, place) => [name.toLowerCase(), row[place] ?? null]));
    for (const [place, formula] of formulas.entries()) {
      const expected = value(formula, values);
      const cell = rows[index]?.[place];
      const where = `row ${index} of ${JSON.stringify(formula)}`;
      if (expected === null) expect(cell, where).toEqual({ type: "empty" });
      else {
        const read = cell?.type === "number" ? cell.value : Number.NaN;
        expect(Math.abs(read - expected), where).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
      }
    }
  }
}

const [a, b, c] = [of("Open"), of("prev. CLOSE"), of("c")];
const RULES = [
  op(op(op(a, "/", b), "-", number(1)), "*", number(100)),
  op(a, "-", op(b, "-", c)),
  op(a, "/", op(b, "/", c)),
  op(op(a, "+", b), "*", op(b, "-", c)),
  op(a, "*", b),
  negative(op(a, "+", b)),
  op(negative(a), "-", negative(b)),
  op(a, "-", number(-5)),
  op(negative(negative(a)), "*", number(1e-7)),
  op(number(1), "/", a),
  a,
];

it("recalculate to what the engine means: precedence, null, division by zero, overflow", async () => {
  compare(RULES, await recalculated("rules.xlsx"));
});

const seed = process.env["CI"] ? 98_447_668 : Date.now();
const ANY_SHAPE = formulasOfAnyShape();

function formulasOfAnyShape(): readonly LiveFormula[] {
  const leaf = oneof(
    constantFrom(...names).map(of),
    constantFrom(0, 1, 2, 100, -3, 0.5).map((given) => number(given)),
  );
  const { tree } = letrec<{ tree: LiveFormula }>((tie) => ({
    tree: oneof(
      { maxDepth: 4, depthSize: "medium" },
      leaf,
      tie("tree").map(negative),
      tuple(tie("tree"), constantFrom("+", "-", "*", "/"), tie("tree")).map(([l, o, r]) => op(l, o, r)),
    ),
  }));
  const refers = (formula: LiveFormula): boolean =>
    formula.kind === "column" ||
    (formula.kind === "negative" && refers(formula.of)) ||
    (formula.kind === "operation" && (refers(formula.left) || refers(formula.right)));
  return sample(tree.filter(refers), { numRuns: cases(150), seed });
}

it("recalculate to the same for arithmetic of any shape", async () => {
  console.info(`seed ${seed}`);
  compare(ANY_SHAPE, await recalculated("random.xlsx"));
});

const live = (row: number): string => `=IF(OR(C${row}="",E${row}=""),"",IFERROR(C${row}/E${row},""))`;

it("keep the cached value and are empty text where it is null", async () => {
  const run = await resultTable(
    market,
    [
      ...given,
      { name: "Gap", type: "number", unit: "percent", live: op(of("Open"), "/", of("c")) },
      { name: "No such column", type: "number", live: of("Gone") },
      { name: "Constant", type: "number", live: number(1) },
    ],
    [
      ["A", "2024-01-02", 3, 1, 2, 1.5, 1, 1],
      ["B", "2024-01-02", 3, 1, null, null, 1, 1],
    ],
  );
  const path = join(folder, "cached.xlsx");
  await writeRun(market, run, { format: "xlsx", meta: META, path });
  const [formulas] = await openpyxl(path);
  const [cached] = await openpyxl(path, "cached");
  expect(formulas?.rows.slice(1).map((row) => row.slice(5))).toEqual([
    [
      { type: "formula", value: live(2), format: '#,##0.00"%"' },
      { type: "number", value: 1, format: "#,##0" },
      { type: "number", value: 1, format: "#,##0" },
    ],
    [
      { type: "formula", value: live(3), format: '#,##0.00"%"' },
      { type: "number", value: 1, format: "#,##0" },
      { type: "number", value: 1, format: "#,##0" },
    ],
  ]);
  expect(cached?.rows.slice(1).map((row) => row[5])).toEqual([
    { type: "number", value: 1.5, format: '#,##0.00"%"' },
    { type: "empty" },
  ]);
});

async function writeSheets(file: string): Promise<void> {
  const rows = Array.from({ length: 5 }, (_, index) => ["A", "2024-01-02", index + 1, 1, 2, (index + 1) / 2]);
  const gap = { name: "Gap", type: "number", live: op(of("Open"), "/", of("c")) } as const;
  const run = await resultTable(market, [...given, gap], rows);
  await writeRun(market, run, { format: "xlsx", meta: META, path: written(file) }, { sheetRows: 2 });
}

it("begin anew on every sheet", async () => {
  const path = written("sheets.xlsx");
  await checkParts(path);
  const column = (sheets: readonly { readonly rows: readonly (readonly ReadCell[])[] }[]) =>
    sheets.slice(0, 3).map((sheet) => sheet.rows.slice(1).map((row) => row[5]));
  const format = "#,##0.0";
  const formula = (row: number): ReadCell => ({ type: "formula", value: live(row), format });
  expect(column(await openpyxl(path))).toEqual([[formula(2), formula(3)], [formula(2), formula(3)], [formula(2)]]);
  const value = (of: number): ReadCell => ({ type: "number", value: of, format });
  expect(column(await openpyxl(saved("sheets.xlsx"), "cached"))).toEqual([
    [value(0.5), value(1)],
    [value(1.5), value(2)],
    [value(2.5)],
  ]);
});

const plain = (cell: ReadCell | undefined): unknown => (cell !== undefined && "value" in cell ? cell.value : null);
async function summaryOf(path: string, ...modes: readonly ("cached" | "plain")[]) {
  const sheets = await openpyxl(path, ...modes);
  const sheet = sheets.find(({ name }) => name === "Summary");
  return { rows: sheet?.rows ?? [], names: sheets.map(({ name }) => name) };
}

it("of the sheet Summary give figures that another program works out to the same, over rows with empty cells", async () => {
  const path = written("summary.xlsx");
  expect(await checkParts(path)).toContain("xl/charts/chart3.xml");
  const ours = await summaryOf(path, "cached");
  expect(ours.names).toEqual(["Results", "Summary", "Request"]);
  const office = saved("summary.xlsx");
  const theirs = await summaryOf(office, "cached", "plain");
  const formulas = await summaryOf(path);
  let compared = 0;
  for (const [row, cells] of formulas.rows.entries())
    for (const [column, cell] of cells.entries()) {
      if (cell.type !== "formula") continue;
      const [own, recalculated] = [plain(ours.rows[row]?.[column]), plain(theirs.rows[row]?.[column])];
      if (typeof own === "number") expect(recalculated, cell.value).toBeCloseTo(own, 9);
      else expect([own, recalculated], cell.value).toEqual([null, null]);
      compared += 1;
    }
  // Five columns by ten figures, the count, 22 weeks from 1 January on.
  expect(compared).toBe(5 * 10 + 1 + 22);
});
