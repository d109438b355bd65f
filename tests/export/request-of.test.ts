import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestOf, RequestOfError, writeRun } from "../../src/export/index.ts";
import { zipContainer } from "../../src/export/zip.ts";
import type { ZipEntry } from "../../src/export/zip.ts";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { gathered } from "./gathered.ts";
import { openpyxl } from "./readers.ts";
import { META, REQUEST, resultTable } from "./results.ts";

let market: Market;
let folder: string;
beforeAll(async () => {
  market = await openTestMarket();
  folder = await mkdtemp(join(tmpdir(), "scanbook-request-"));
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const SOURCES = [
  { source: "edgar", files: 2, first: "2024-03-28T21:05:59Z", last: "2024-03-28T21:05:59Z" },
  { source: "tiingo", files: 500, first: "2024-01-02T03:04:05Z", last: "2024-03-28T21:01:00Z" },
];

async function written(): Promise<string> {
  const run = await resultTable(market, [{ name: "Name", type: "text" }], [["A", "2024-01-02", "x & y"]]);
  const path = join(folder, "request.xlsx");
  await writeRun(market, run, { format: "xlsx", meta: { ...META, request: REQUEST, sources: SOURCES }, path });
  return path;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a workbook opened again", () => {
  it("gives its request back, from a path and from bytes", async () => {
    const path = await written();
    expect(await requestOf(path)).toEqual(json(REQUEST));
    expect(await requestOf(await readFile(path))).toEqual(json(REQUEST));
  });

  it("says what it was made from", async () => {
    const [, , sheet] = await openpyxl(await written());
    const lines = sheet?.rows.map((row) => row.flatMap((cell) => ("value" in cell ? [cell.value] : [])));
    for (const line of [
      ["Gap & go <1>"],
      ["First day", "2024-01-02"],
      ["Last day", "2024-03-28"],
      ["Rows", 1],
      ["Basis", META.basis],
      ["Snapshot date", "2024-03-28"],
      ["Snapshot", "snapshot-7"],
      ["Engine", "26.7"],
      ["gap", "open is above 5", "[daily open] > 5"],
      ["Name", "[daily 2]", "text", 0],
      ["Close", "Ranges reach before the listing.", "short-range", 3],
      ["gap", 12, "[daily open] > 5"],
      ["2024-01-03", 2],
      ["Seconds", 0.25],
      ["edgar", "2024-03-28 21:05 UTC", 2],
      ["tiingo", "2024-01-02 03:04 UTC to 2024-03-28 21:01 UTC", 500],
    ])
      expect(lines).toContainEqual(line);
    const title = lines?.findIndex(([first]) => first === "The request as text") ?? 0;
    expect(lines?.slice(title + 1, title + 7)).toEqual([
      [1, 'request "Gap & go <1>"'],
      [2],
      [3, "filter {gap}:"],
      [4, "  [daily open] > 5  /* é 😀 _x0041_ */"],
      [5, "=1"],
      ["Notes"],
    ]);
  });
});

async function container(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, text]): ZipEntry => ({ name, text }));
  return await gathered(zipContainer(entries));
}

const WORKBOOK = {
  "xl/workbook.xml": '<workbook><sheets><sheet name="Request" sheetId="1" r:id="rId7"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId7" Target="worksheets/s.xml"/></Relationships>',
};
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const row = (json: string): string =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>Request as JSON</t></is></c><c r="B1" t="inlineStr"><is><t>${json}</t></is></c></row>`;

const line = (row: number, number: string, text: string): string =>
  `<row r="${row}"><c r="A${row}"><v>${number}</v></c><c r="B${row}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const titleRow = '<row r="2"><c r="A2" t="inlineStr"><is><t>The request as text</t></is></c></row>';

describe("a file from anywhere", () => {
  it("gives the request's text where the JSON was removed", async () => {
    const blank = '<row r="4"><c r="A4"><v>2</v></c></row>';
    const rows = `${titleRow}${line(3, "1", "request A")}${blank}${line(5, "3", "  filter 5 &gt; 3")}${line(6, "9", "no")}`;
    const bytes = await container({ ...WORKBOOK, "xl/worksheets/s.xml": sheet(rows) });
    expect(await requestOf(bytes)).toEqual({ text: "request A\n\n  filter 5 > 3\n" });
  });

  it("is read by its sheet, not by the place of the part", async () => {
    const bytes = await container({
      ...WORKBOOK,
      "xl/worksheets/s.xml": sheet(row('{"a":"&lt;&#233;&#xe9;_x0041_"}')),
    });
    expect(await requestOf(bytes)).toEqual({ a: "<ééA" });
  });

  const refused: readonly (readonly [string, () => Promise<Buffer>, string])[] = [
    ["is no container", async () => Buffer.from("no"), "not a workbook"],
    ["is an empty container", () => container({}), "no sheet Request"],
    ["has no such sheet", () => container({ "xl/workbook.xml": "<workbook/>" }), "no sheet Request"],
    ["has no JSON", () => container({ ...WORKBOOK, "xl/worksheets/s.xml": sheet("") }), "holds no request"],
    ["has damaged JSON", () => container({ ...WORKBOOK, "xl/worksheets/s.xml": sheet(row("{")) }), "damaged"],
    [
      "declares entities",
      () => container({ ...WORKBOOK, "xl/worksheets/s.xml": `<!DOCTYPE a [<!ENTITY b "c">]>${sheet(row("&b;"))}` }),
      "document type",
    ],
    [
      "unpacks to far more than it is",
      () => container({ ...WORKBOOK, "xl/worksheets/s.xml": sheet(row("1".repeat(40 << 20))) }),
      "larger than",
    ],
    [
      "has unfinished tags",
      () => container({ ...WORKBOOK, "xl/worksheets/s.xml": "<c r='A1'".repeat(1 << 20) }),
      "holds",
    ],
    ["is cut short", async () => (await container(WORKBOOK)).subarray(20), "not a workbook"],
  ];
  it.each(refused)("is refused where it %s", async (_, file, message) => {
    const bytes = await file();
    await expect(requestOf(bytes)).rejects.toThrow(RequestOfError);
    await expect(requestOf(bytes)).rejects.toThrow(message);
  });

  it("is refused where it does not exist", async () => {
    await expect(requestOf(join(folder, "none.xlsx"))).rejects.toThrow(RequestOfError);
    await writeFile(join(folder, "empty.xlsx"), "");
    await expect(requestOf(join(folder, "empty.xlsx"))).rejects.toThrow("not a workbook");
  });
});
