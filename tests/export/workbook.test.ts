import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestOf, writeRun } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import { LIMITS, type FinishedRun } from "../../src/vocabulary/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { checkParts, libreOffice, libreOfficeOfAll, openpyxl } from "./readers.ts";
import type { ReadCell } from "./readers.ts";
import { META, REQUEST, resultTable } from "./results.ts";

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-export-"));
  await write(await texts(), "text.xlsx");
  await write(await numberTable(), "numbers.xlsx");
  await write(await dayTable(), "days.xlsx");
  const mixed = await mixedTable();
  await write(mixed, "small.xlsx");
  await writeRun(market, mixed, { format: "xlsx", meta: META, path: written("large.xlsx") }, { manyCells: 0 });
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(run: FinishedRun, name: string, sheetRows?: number): Promise<string> {
  const path = join(folder, name);
  await writeRun(market, run, { format: "xlsx", meta: META, path }, sheetRows === undefined ? {} : { sheetRows });
  return path;
}

const written = (name: string): string => join(folder, name);

const text = (value: string): ReadCell => ({ type: "text", value });
const empty: ReadCell = { type: "empty" };
const number = (value: number, format?: string): ReadCell =>
  format === undefined ? { type: "number", value } : { type: "number", value, format };

/** Text as it is in the table, and as a cell holds it. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...["=1+1", "+1", "-1", "@SUM(A1)", "TRUE", "1.5", "2024-01-02", "09:30", "#N/A", "null"].map(same),
  ...[
    `&<>"'`,
    "]]>",
    "é漢字 نص",
    "😀👩‍👩‍👧",
    "  leading",
    "trailing  ",
    "a\nb",
    "a\tb",
    "a\rb",
    "\tx",
    "\rx",
    "%d $1 ${r}",
  ].map(same),
  ...["_x0041_", "_x0041_x0042_", "__x000D__", "_x005F_", "_X00e9_", "_x12_"].map(same),
  ["a\u0000\u0001\u0008\u000b\u001fb\uffff", "ab"],
  ["\u0001=1+1", "=1+1"],
  ["x".repeat(40_000), "x".repeat(32_767)],
  ["é".repeat(32_767), "é".repeat(32_767)],
  ["😀".repeat(20_000), "😀".repeat(16_383)],
];
function same(value: string): readonly [string, string] {
  return [value, value];
}

const NUMBERS = [
  0,
  1,
  -1,
  0.1 + 0.2,
  1e-300,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  -(2 ** 53) - 2,
  123456789.12345679,
  1 / 3,
  1e21,
  1e15,
  100,
  0.00001,
];

const texts = (): Promise<FinishedRun> =>
  resultTable(
    market,
    [{ name: "Text", type: "text" }],
    [...TEXTS.map(([given]) => ["TRUE", "2024-01-02", given]), ["A&B", "2024-01-02", null], ["=B", "2024-01-02", ""]],
  );

describe("text", () => {
  it("is what was in the table, by openpyxl, and marked as text where it looks like a formula, headers too", async () => {
    const [sheet] = await openpyxl(written("text.xlsx"));
    const cells = sheet?.rows.slice(1).map((row) => row[2]);
    expect(cells).toEqual([...TEXTS.map(([, held]) => text(held)), empty, empty]);
    expect(sheet?.rows.slice(-3).map((row) => row[0])).toEqual(["TRUE", "A&B", "=B"].map(text));
    const like = TEXTS.flatMap(([, held], index) => (/^[=+\-@\t\r]/.test(held) ? [`C${index + 2}`] : []));
    expect(sheet?.quoted).toEqual(["A1", "B1", "C1", ...like, `A${TEXTS.length + 3}`]);
  });

  it("is the same in hucre", async () => {
    const book = await readXlsx(await readFile(written("text.xlsx")));
    const cells = book.sheets[0]?.rows.slice(1, TEXTS.length + 1).map((row) => row[2]);
    expect(cells).toEqual(TEXTS.map(([, held]) => held));
  });
});

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}:00`;

const UNITS = ["plain", "price", "shares", "currency", "ratio", "percent", "count"] as const;
const numberTable = (): Promise<FinishedRun> =>
  resultTable(
    market,
    UNITS.map((unit) => ({ name: unit, type: "number" as const, unit })),
    [
      ...NUMBERS.map((value) => ["A", "2024-01-02", ...UNITS.map(() => value)]),
      ["A", "2024-01-02", null, ...UNITS.slice(1).map(() => 1)],
    ],
  );

const DAYS = ["1900-01-01", "1900-02-28", "1900-03-01", "1999-12-31", "2024-02-29", "2100-01-01", "2299-12-31"];
const MINUTES = [0, 1, 240, 570, 779, 959, 1199, 1439];
const DAY_ROWS = Array.from({ length: 8 }, (_, index) => [
  "A",
  "2024-01-02",
  DAYS[index] ?? null,
  MINUTES[index] ?? null,
  index % 3 === 0 ? null : index % 2 === 0,
]);
const DAY_CELLS: readonly (readonly ReadCell[])[] = DAY_ROWS.map(([, , day, minute, flag]) => [
  typeof day === "string" ? { type: "date", value: day, format: "yyyy-mm-dd" } : empty,
  typeof minute === "number" ? { type: "time", value: clock(minute), format: "hh:mm" } : empty,
  typeof flag === "boolean" ? { type: "boolean", value: flag } : empty,
]);
const dayTable = (): Promise<FinishedRun> =>
  resultTable(
    market,
    [
      { name: "d", type: "date" },
      { name: "t", type: "time" },
      { name: "b", type: "boolean" },
    ],
    DAY_ROWS,
  );

describe("numbers, dates, times, booleans", () => {
  it("read back exactly, however large or small", async () => {
    const path = written("numbers.xlsx");
    const [sheet] = await openpyxl(path);
    expect(sheet?.rows.slice(1, -1).map((row) => row.slice(2))).toEqual(
      NUMBERS.map((value) => UNITS.map(() => number(value, "0.0000E+00"))),
    );
    expect(sheet?.rows.at(-1)?.slice(2, 4)).toEqual([empty, number(1, "0.0000E+00")]);
    const book = await readXlsx(await readFile(path));
    expect(book.sheets[0]?.rows.slice(1, -1).map((row) => row[3])).toEqual(NUMBERS);
  });

  it("have the format of their unit, one number of decimals a column, as on screen", async () => {
    const columns = [
      ["plain", [1, 2, 3], "#,##0"],
      ["plain", [0.25, 2000, 3], "#,##0.00"],
      ["plain", [1 / 3, 20, null], "#,##0.0000"],
      ["plain", [0.0012345678, 0.001, 0], "#,##0.000000"],
      ["price", [12.5, 100, 1], "#,##0.00"],
      ["price", [0.5, 100, 1], "#,##0.0000"],
      ["price", [0.001, 100, 1], "#,##0.000000"],
      ["shares", [1e9, 2, 3], "#,##0"],
      ["count", [1.5, 2, 3], "#,##0.00"],
      ["currency", [1.5, 2, -3], '"$"#,##0.00'],
      ["currency", [1.5, 2, 3e9], '"$"#,##0'],
      ["ratio", [1.234, 2, 0.01], "#,##0.00"],
      ["ratio", [0.01234, 0.002, 0.01], "#,##0.0000"],
      ["percent", [5, -2, 0], '#,##0.00"%"'],
      ["plain", [null, null, null], "#,##0"],
    ] as const;
    const run = await resultTable(
      market,
      columns.map(([unit], index) => ({ name: `${unit} ${index}`, type: "number" as const, unit })),
      [0, 1, 2].map((row) => ["A", "2024-01-02", ...columns.map(([, values]) => values[row] ?? null)]),
    );
    const [sheet] = await openpyxl(await write(run, "formats.xlsx"));
    expect(sheet?.rows.slice(1).map((row) => row.slice(2))).toEqual(
      [0, 1, 2].map((row) =>
        columns.map(([, values, format]) => {
          const value = values[row];
          return value === null || value === undefined ? empty : number(value, format);
        }),
      ),
    );
  });

  it("leave no cell where they are null, not a number or infinite; -0 is 0", async () => {
    const run = await resultTable(
      market,
      [
        { name: "n", type: "number" },
        { name: "b", type: "boolean" },
      ],
      "SELECT number + 1, 'A', toDate32('2024-01-02'), [nan, inf, -inf, -0.0, NULL][number + 1], NULL FROM numbers(5)",
    );
    const [sheet, , about] = await openpyxl(await write(run, "nan.xlsx"));
    expect(sheet?.rows.slice(1).map((row) => row[2])).toEqual([empty, empty, empty, number(0, "#,##0"), empty]);
    expect(sheet?.rows.slice(1).map((row) => row[3])).toEqual([empty, empty, empty, empty, empty]);
    const counts = about?.rows.filter(([name]) => name?.type === "text" && ["n", "b"].includes(name.value));
    expect(counts?.map((row) => row[5])).toEqual([number(4, "#,##0"), number(5, "#,##0")]);
  });

  it("are dates, times and booleans, from the first day a spreadsheet knows", async () => {
    const [sheet] = await openpyxl(written("days.xlsx"));
    expect(sheet?.rows.slice(1).map((row) => row.slice(2))).toEqual(DAY_CELLS);
  });
});

const mixedTable = (): Promise<FinishedRun> =>
  resultTable(
    market,
    [
      { name: "t", type: "text" },
      { name: "n", type: "number" },
      { name: "b", type: "boolean" },
      { name: "d", type: "date" },
      { name: "x", type: "number", live: { kind: "negative", of: { kind: "column", name: "n" } } },
    ],
    [
      ["A", "2024-01-02", "=a<b", 1.5, null, "2024-01-03", -1.5],
      ["B", "2024-01-02", null, null, true, null, null],
      ["C", "2024-01-03", " c ", 0, false, "2024-01-05", 0],
    ],
  );

describe("the package", () => {
  it("has a frozen header, a table named like its header cells, and well-formed parts", async () => {
    const names = ["Gap", "GAP", "a $x ${y}", `<&>"'`, "_x0041_", "line\nbreak", "=1+1", "😀", " ", "x".repeat(300)];
    const run = await resultTable(
      market,
      names.map((name) => ({ name, type: "number" as const })),
      [["A", "2024-01-02", ...names.map((_, index) => index)]],
    );
    const path = await write(run, "names.xlsx");
    expect(await checkParts(path)).toContain("xl/tables/table1.xml");
    const [sheet] = await openpyxl(path);
    const kept = ["Symbol", "Date", "Gap", "GAP 2", "a $x ${y}", `<&>"'`, "_x0041_", "line break", "=1+1", "😀"];
    const header = [...kept, "Column 11", "x".repeat(255)];
    expect(sheet?.rows[0]).toEqual(header.map(text));
    expect(sheet?.tables).toEqual([{ name: "Results", ref: "A1:L2", columns: header }]);
    expect(sheet?.frozen).toBe("C2");
  });

  it("continues on further sheets, each with header and table", async () => {
    const run = await resultTable(
      market,
      [{ name: "n", type: "number" }],
      "SELECT number + 1, concat('S', toString(number)), toDate32('2024-01-02'), number FROM numbers(7)",
    );
    const path = await write(run, "sheets.xlsx", 3);
    expect(LIMITS.sheetRows, "what Excel takes below a header").toBe(1_048_575);
    await checkParts(path);
    const sheets = await openpyxl(path);
    expect(sheets.map(({ name }) => name)).toEqual(["Results", "Results 2", "Results 3", "Summary", "Request"]);
    expect(sheets.slice(0, 3).map(({ tables }) => tables[0]?.ref)).toEqual(["A1:C4", "A1:C4", "A1:C2"]);
    expect(sheets.slice(0, 3).map(({ tables }) => tables[0]?.name)).toEqual(["Results", "Results_2", "Results_3"]);
    expect(sheets.slice(0, 3).flatMap(({ rows }) => rows.slice(1).map((row) => row[2]))).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((value) => number(value, "#,##0")),
    );
  });

  it("is a workbook without rows where nothing qualified", async () => {
    const run = await resultTable(market, [{ name: "n", type: "number" }], []);
    const path = await write(run, "nothing.xlsx");
    await checkParts(path);
    const [sheet] = await openpyxl(path);
    expect(sheet?.rows).toEqual([["Symbol", "Date", "n"].map(text)]);
    expect(sheet?.tables[0]?.ref).toBe("A1:C2");
  });

  it("says the same in a large sheet, whose cells do not say where they are", async () => {
    const small = await openpyxl(written("small.xlsx"));
    const path = written("large.xlsx");
    await checkParts(path);
    const zip = await readZip(bytesSource(new Uint8Array(await readFile(path))));
    const sheet = (await zip.text("xl/worksheets/sheet1.xml", 1 << 20)) ?? "";
    expect(sheet.match(/<row r="3">.*?<\/row>/)?.[0]).not.toMatch(/<c r="[A-F]/);
    expect(await openpyxl(path)).toEqual(small);
    const book = await readXlsx(await readFile(path));
    expect(book.sheets[0]?.rows[2]?.slice(0, 5)).toEqual(["B", expect.anything(), null, null, true]);
  });

  // It continues on a further sheet after `LIMITS.sheetRows`, as above after three.
  it.runIf(IN_SOAK)("holds 1,048,576 rows on two sheets", async () => {
    const run = await resultTable(
      market,
      [{ name: "n", type: "number" }],
      "SELECT number + 1, concat('S', toString(number % 5000)), toDate32('2020-01-01') + intDiv(number, 5000), number / 8 FROM numbers(1048576)",
    );
    const path = await write(run, "million.xlsx");
    expect((await stat(path)).size).toBeLessThan(30_000_000);
    const zip = await readZip(bytesSource(new Uint8Array(await readFile(path))));
    const sheets: string[] = [];
    for (const entry of zip.entries)
      if (/worksheets\/sheet\d+\.xml$/.test(entry.name))
        sheets.push(Buffer.from(await entry.bytes(2 ** 29)).toString("latin1"));
    const rowsOf = (sheet: string): number => sheet.match(/<row /g)?.length ?? 0;
    const full = sheets.findIndex((sheet) => rowsOf(sheet) === 1_048_576);
    const [one = "", other = ""] = [sheets[full], sheets[full + 1]];
    expect([one.slice(one.lastIndexOf("<row ")), rowsOf(other), other]).toEqual([
      expect.stringContaining("<v>131071.75</v>"),
      2,
      expect.stringContaining("<v>131071.875</v>"),
    ]);
    const target = await mkdtemp(join(folder, "office-"));
    await libreOffice(path, "csv", target);
    const lines = (await readFile(join(target, "million-Results.csv"), "utf8")).trimEnd().split("\n");
    expect(lines.length).toBe(1_048_576);
    expect(lines.slice(0, 2)).toEqual(["Symbol,Date,n", "S0,2020-01-01,0"]);
    expect(lines.at(-1)).toBe("S3574,2020-07-28,131071.75");
    expect(await readFile(join(target, "million-Results 2.csv"), "utf8")).toBe(
      "Symbol,Date,n\nS3575,2020-07-28,131071.875\n",
    );
  });
});

// openpyxl and hucre read the same above; in `npm test` LibreOffice recalculates, in `tests/export/live-formulas.test.ts`.
describe.runIf(IN_SOAK)("after LibreOffice opened and saved it", () => {
  const saved = (name: string): string => join(folder, "office", name);
  beforeAll(async () => {
    const path = written("request.xlsx");
    const meta = { ...META, request: REQUEST };
    await writeRun(market, await resultTable(market, [], []), { format: "xlsx", meta, path });
    const names = ["text.xlsx", "numbers.xlsx", "days.xlsx", "large.xlsx", "request.xlsx"];
    await libreOfficeOfAll(names.map(written), "xlsx", join(folder, "office"));
  });

  it("texts are the same", async () => {
    const [sheet] = await openpyxl(saved("text.xlsx"), "cached", "plain");
    const cells = sheet?.rows.slice(1).map((row) => row[2]);
    // openpyxl drops `x005F_` from the shared texts that LibreOffice writes.
    expect(cells?.slice(0, TEXTS.length)).toEqual(TEXTS.map(([, held]) => text(held.replaceAll("x005F_", ""))));
  });

  it("numbers have the 15 digits that it saves", async () => {
    const [office] = await openpyxl(saved("numbers.xlsx"), "cached", "plain");
    for (const [index, value] of NUMBERS.entries()) {
      const cell = office?.rows[index + 1]?.[3];
      expect(cell?.type === "number" ? cell.value / (value || 1) : null).toBeCloseTo(value === 0 ? 0 : 1, 13);
    }
  });

  it("dates, times and booleans are the same", async () => {
    const [office] = await openpyxl(saved("days.xlsx"), "cached", "plain");
    expect(office?.rows.slice(4).map((row) => row.slice(2, 5))).toMatchObject(
      DAY_CELLS.slice(3).map((row) =>
        row.map((cell) => ("value" in cell ? { type: cell.type, value: cell.value } : { type: cell.type })),
      ),
    );
  });

  it("a large sheet is read as a small one", async () => {
    const [office] = await openpyxl(saved("large.xlsx"), "cached", "plain");
    expect(
      office?.rows.slice(1).map((row) => row.slice(2).map((cell) => ("value" in cell ? cell.value : null))),
    ).toEqual([
      ["=a<b", 1.5, null, "2024-01-03", -1.5],
      [null, null, true, null, null],
      [" c ", 0, false, "2024-01-05", 0],
    ]);
  });

  it("it gives its request back", async () => {
    expect(await requestOf(saved("request.xlsx"))).toEqual(JSON.parse(JSON.stringify(REQUEST)));
  });
});
