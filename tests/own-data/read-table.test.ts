import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { listOf, listRows, numbersOf, OwnFileError, readTable } from "../../src/own-data/index.ts";
import { zipOf } from "../zip/zip-of.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const listIn = async (bytes: Uint8Array<ArrayBuffer>) => listRows(listOf(await readTable(bytes)));

/** What a file is refused with: row, field and message. */
async function refused(
  bytes: Uint8Array<ArrayBuffer>,
  read: (table: Awaited<ReturnType<typeof readTable>>) => unknown = listOf,
) {
  try {
    read(await readTable(bytes));
  } catch (error) {
    if (!(error instanceof OwnFileError)) throw error;
    return error.mistakes.map(({ row, field, message }) => [row, field, message] as const);
  }
  return [];
}

describe("CSV files", () => {
  test("commas, semicolons and tabs, quotes, marks of UTF-8 and UTF-16, line ends of all kinds", async () => {
    const expected = [
      ["A", "2024-01-02", "2024-01-03"],
      ["BRK.B", "", ""],
    ];
    const text = 'Symbol,day,until,note\n"a",20240102,2024-01-03,"x, ""y""\nz"\n\nbrk.b,,,\n';
    expect(await listIn(bytesOf(text))).toEqual(expected);
    expect(await listIn(bytesOf(`\uFEFF${text.replaceAll("\n", "\r\n")}`))).toEqual(expected);
    expect(await listIn(bytesOf("ticker;date;to\na;2024-01-02;2024-01-03\nbrk.b;;"))).toEqual(expected);
    expect(await listIn(bytesOf("ticker\tdate\tend\ra\t2024-01-02\t2024-01-03\rBRK.B\t\t\r"))).toEqual(expected);
    const wide = new Uint8Array(Buffer.from(`\uFEFFsymbol\nA\n`, "utf16le"));
    expect(await listIn(wide)).toEqual([["A", "", ""]]);
  });

  test("a day alone is that day; days that meet are one stretch", async () => {
    const text = "symbol,day\nA,2024-01-04\nA,2024-01-02\nA,2024-01-03\nA,2024-01-08\nA,2024-01-08\n";
    expect(await listIn(bytesOf(text))).toEqual([
      ["A", "2024-01-02", "2024-01-04"],
      ["A", "2024-01-08", "2024-01-08"],
    ]);
  });

  test.each<readonly [string, Uint8Array<ArrayBuffer>, number | null, RegExp]>([
    ["nothing", bytesOf(""), null, /empty/],
    ["a header alone", bytesOf("symbol\n"), null, /no rows/],
    ["no symbols", bytesOf("name,day\nA,2024-01-02\n"), null, /No column is called symbol.*name, day/],
    ["two headers", bytesOf("symbol,day\nA,2024-01-02\nSymbol,Day\nB,2024-01-02\n"), 3, /second time/],
    ["two columns of one name", bytesOf("symbol,x,X\nA,1,2\n"), 1, /Two columns are called X/],
    ["two columns of symbols", bytesOf("symbol,ticker\nA,B\n"), null, /both say the symbol/],
    [
      "Latin-1",
      new Uint8Array(Buffer.from("symbol\nA\nM\u00fcller\n", "latin1")),
      3,
      /not in UTF-8\. In a spreadsheet, save it as “CSV UTF-8”\./,
    ],
    ["bytes", new Uint8Array([115, 0, 1, 2, 3]), null, /neither/],
    ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), null, /\.xls/],
    ["an open quote", bytesOf('symbol\n"A\nB\n'), 2, /never closed/],
    ["a long cell", bytesOf(`symbol\n${"A".repeat(201)}\n`), 2, /200 characters/],
    ["many columns", bytesOf(`symbol${",x".repeat(300)}\n`), 1, /60 columns/],
    ["a formula", bytesOf("symbol\n=cmd|' /C calc'!A0\n"), 2, /formula/],
    ["no symbol", bytesOf("symbol\n<script>\n"), 2, /no symbol/],
    ["an end before its beginning", bytesOf("symbol,day,until\nA,2024-01-03,2024-01-02\n"), 2, /before/],
    ["a day that is none", bytesOf("symbol,day\nA,01/02/2024\n"), 2, /Write days as/],
  ])("%s", async (_, bytes, row, message) => {
    const [first] = await refused(bytes);
    expect(first?.[0]).toBe(row);
    expect(first?.[2]).toMatch(message);
  });

  test("a million rows and a large file are refused early, and mistakes are told up to twenty", async () => {
    expect((await refused(bytesOf(`symbol\n${"A\n".repeat(1_000_000)}`)))[0]?.[2]).toMatch(/200,000 rows/);
    expect((await refused(new Uint8Array(9 << 20)))[0]?.[2]).toMatch(/larger than 8 MB/);
    expect(await refused(bytesOf(`symbol\n${"?\n".repeat(500)}`))).toHaveLength(20);
  });
});

describe("numbers", () => {
  test("units stand behind the name, empty cells are no values, known_at is the latest", async () => {
    const text =
      "symbol,day,Target Price (price),n,known_at\nA,2024-01-05,10.5,,2024-01-05 16:30\nA,2024-01-04,,-1e3,2024-01-06 09:00\n";
    const numbers = numbersOf(await readTable(bytesOf(text)));
    // Known on a Saturday is known before Monday, the second session behind Thursday.
    const known = { day: 2, minute: 0 };
    expect(numbers).toMatchObject({
      fields: [
        { name: "target_price", unit: "price", known },
        { name: "n", unit: "plain", known },
      ],
      symbols: ["A", "A"],
      values: [
        [null, -1000],
        [10.5, null],
      ],
    });
    const plain = numbersOf(await readTable(bytesOf("symbol,day,x\nA,2024-01-05,1\n")));
    expect(plain.fields[0]?.known).toEqual({ day: 1, minute: 570 });
    const within = numbersOf(await readTable(bytesOf("symbol,day,x,known_at\nA,2024-01-04,1,2024-01-05 10:45\n")));
    expect(within.fields[0]?.known).toEqual({ day: 1, minute: 645 });
  });

  test.each<readonly [string, string, number | null, RegExp]>([
    ["no day", "symbol,x\nA,1\n", null, /No column is called day/],
    ["nothing beside", "symbol,day\nA,2024-01-02\n", null, /No column of numbers/],
    ["the same twice", "symbol,day,x\nA,2024-01-02,1\nA,2024-01-02,1\n", 3, /row 2 already/],
    ["a comma", "symbol;day;x\nA;2024-01-02;1,5\n", 2, /no number/],
    ["infinity", "symbol,day,x\nA,2024-01-02,1e999\n", 2, /no number/],
    ["a name of ours", "symbol,day,label\nA,2024-01-02,1\n", null, /No number may be called label/],
    ["no name", "symbol,day,2x\nA,2024-01-02,1\n", null, /letter first/],
    ["a unit that is none", "symbol,day,x (euros)\nA,2024-01-02,1\n", null, /euros is no unit/],
    ["a moment that is none", "symbol,day,x,known_at\nA,2024-01-02,1,soon\n", 2, /no moment/],
  ])("%s", async (_, text, row, message) => {
    const [first] = await refused(bytesOf(text), numbersOf);
    expect(first?.[0]).toBe(row);
    expect(first?.[2]).toMatch(message);
  });
});

const WORKBOOK = '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>';
const RELS = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="dd\\-mmm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>';

const workbook = (rows: string, more: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> =>
  zipOf({
    "xl/workbook.xml": WORKBOOK,
    "xl/_rels/workbook.xml.rels": RELS,
    "xl/styles.xml": STYLES,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });

const HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>symbol</t></is></c><c r="C1" t="str"><v>day</v></c></row>';

describe("workbooks", () => {
  test("inline and shared texts, rich ones too, days by their format, saved values of formulas", async () => {
    const rows = `${HEAD}<row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>45294</v></c></row><row r="4"><c r="A4" t="str"><f>B1</f><v>b &amp; c</v></c><c r="C4" s="2"><f>A1</f><v>45295</v></c></row><row r="5"><c t="s"><v>0</v></c></row>`;
    const shared = "<sst><si><t>zz</t></si><si><r><t>A</t></r><r><t>A</t></r><rPh><t>no</t></rPh></si></sst>";
    const text = rows.replace("b &amp; c", "B.C");
    expect(await listIn(workbook(text, { "xl/sharedStrings.xml": shared }))).toEqual([
      ["AA", "2024-01-03", "2024-01-03"],
      ["B.C", "2024-01-04", "2024-01-04"],
      ["ZZ", "", ""],
    ]);
  });

  test.each<readonly [string, Uint8Array<ArrayBuffer>, number | null, RegExp]>([
    ["a zip archive", zipOf({ "a.txt": "x" }), null, /no workbook/],
    ["damaged bytes", new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]), null, /damaged/],
    [
      "a document type",
      workbook(HEAD, { "xl/sharedStrings.xml": '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }),
      null,
      /document type/,
    ],
    ["an error", workbook(`${HEAD}<row r="2"><c r="A2" t="e"><v>#REF!</v></c></row>`), 2, /error #REF!/],
    ["a formula without a value", workbook(`${HEAD}<row r="2"><c r="A2"><f>A1</f></c></row>`), 2, /Paste its value/],
    [
      "a huge sheet",
      workbook(`${HEAD}${'<row><c t="str"><v>A</v></c></row>'.repeat(200_002)}`),
      200_002,
      /200,000 rows/,
    ],
  ])("%s", async (_, bytes, row, message) => {
    const [first] = await refused(bytes);
    expect(first?.[2]).toMatch(message);
    expect(first?.[0]).toBe(row);
  });

  test("a bomb is refused before it takes the memory", async () => {
    const bomb = deflateRawSync(Buffer.alloc(128 << 20, " "));
    const bytes = zipOf(
      { "xl/workbook.xml": WORKBOOK, "xl/_rels/workbook.xml.rels": RELS },
      { "xl/worksheets/sheet1.xml": bomb },
    );
    expect((await refused(bytes))[0]?.[2]).toMatch(/unpacks to more/);
  });
});
