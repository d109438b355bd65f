import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { importCsv } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/* Files that are translated before they are read, and dates that do not say which number is the day. */

interface Taken {
  /** Month and day, open, close, volume. */
  readonly bars: readonly string[];
  /** Line, field and reason of what was refused, but for rows that came twice: they only make a file long. */
  readonly refused: readonly string[];
}

async function taken(text: string | Uint8Array): Promise<Taken> {
  const { A } = await takenOf({ A: text });
  return A ?? expect.unreachable();
}

/** What is taken of several files, each of the symbol that names it. */
async function takenOf(texts: Readonly<Record<string, string | Uint8Array>>): Promise<Readonly<Record<string, Taken>>> {
  const symbols = Object.keys(texts);
  const folder = folderOf(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}.csv`, text])));
  const market = await openTestMarket();
  try {
    const { refused } = await importCsv(market, folder, { kind: "daily", symbol: "*" });
    const bars = await market.query<{ symbol: string; bar: string }>(
      `SELECT symbol, concat(substring(toString(date), 6), ' ', toString(open), ' ', toString(close), ' ', toString(volume)) AS bar FROM ${market.database}.daily AS b INNER JOIN ${market.database}.session AS s ON s.session = b.session WHERE source = 0 ORDER BY bar`,
    );
    return Object.fromEntries(
      symbols.map((name) => [
        name,
        {
          bars: bars.filter(({ symbol }) => symbol === name).map(({ bar }) => bar),
          refused: refused.rows
            .filter(({ file, reason }) => file === `${name}.csv` && reason !== "duplicate key")
            .map(({ line, field, reason }) => `${line} ${field} ${reason}`),
        },
      ]),
    );
  } finally {
    await market.close();
    await rm(folder, { recursive: true });
  }
}

const fileOf = (...rows: readonly string[]): string => `${rows.join("\n")}\n`;
const HEAD = "date;open;high;low;close;volume";
const NAMED = "date;name;open;high;low;close;volume";
/** More days than are looked at to see how a file is written. */
const LATER = Array.from({ length: 20 }, (_, day) => day + 1).flatMap((day) =>
  ["01", "02", "03"].map((month) => `${month}/${String(day).padStart(2, "0")}/2024`),
);

// `tests/market/import-vendors.test.ts` has semicolons with names in quotes; only the soak compares the separators.
test.runIf(IN_SOAK)("takes the same rows whatever stands between the fields", async () => {
  const rows = [
    NAMED,
    '2024-01-02;12" tube;1;1;1;1;1',
    '2024-01-03; "said ""two"""  ;2;2;2;2;2',
    '2024-01-04;5" by 6";3;3;3;3;3',
    '2024-01-05;"over\r\ntwo ""lines""\n";4;4;4;4;4',
    '2024-01-08;"";5;5;5;5;5',
    '2024-01-09;"of, two; kinds";6;6;6;6;6',
  ];
  const [semicolons, tabs, commas] = [";", "\t", ","].map((separator) =>
    rows.map((row) => row.replaceAll(/;(?! kinds)/g, separator)).join("\r\n"),
  );
  const { COMMAS, ...others } = await takenOf({
    COMMAS: commas ?? "",
    SEMICOLONS: semicolons ?? "",
    TABS: tabs ?? "",
    WIDE: Buffer.from(`\uFEFF${commas}`, "utf16le"),
  });
  expect(COMMAS?.bars).toHaveLength(6);
  expect(COMMAS?.refused).toEqual([]);
  expect(others).toEqual({ SEMICOLONS: COMMAS, TABS: COMMAS, WIDE: COMMAS });
});

const LONG = Array.from({ length: 2_000 }, () => "2024-01-05;x;1;1;1;1;1 and so on, and so on").join("\n");

test.each<readonly [string, string | Uint8Array, string]>([
  [
    "a quote that is closed in the midst of a text",
    fileOf(NAMED, '2024-01-02;"a\nb";1;1;1;1;1', '2024-01-03;"x" y;1;1;1;1;1', "2024-01-04;x;1;1;1;1;1"),
    'A.csv:4: The quote (") that opens a field here is never closed, or is closed in the midst of a text. Close it, or double it where it belongs to the text. Nothing was imported.',
  ],
  [
    "a quote that is open at the end of the file",
    fileOf(NAMED, "2024-01-02;x;1;1;1;1;1", '2024-01-03;"x;1;1;1;1;1', "2024-01-04;x;1;1;1;1;1"),
    'A.csv:3: The quote (")',
  ],
  [
    "a quote that is open for too long",
    fileOf(NAMED, "2024-01-02;x;1;1;1;1;1", '2024-01-03;"x;1;1;1;1;1', LONG, '2024-01-04;";1;1;1;1;1'),
    'A.csv:3: The quote (")',
  ],
  [
    "bytes that are no UTF-8",
    Buffer.from(fileOf(NAMED, "2024-01-02;Bücher;1;1;1;1;1"), "latin1"),
    "A.csv is neither UTF-8 nor UTF-16: save it as UTF-8. Nothing was imported.",
  ],
  [
    "a UTF-16 file that is cut off",
    Buffer.from(`\uFEFF${fileOf(HEAD, "2024-01-02;1;1;1;1;1")}`, "utf16le").subarray(0, -1),
    "A.csv is neither UTF-8 nor UTF-16",
  ],
  [
    "days first and months first in one file",
    fileOf("date,open,high,low,close,volume", ...[...LATER, "16/01/2024"].map((date) => `${date},1,1,1,1,1`)),
    "A.csv has dates as 16/01/2024 and as 01/13/2024: days first and months first in one file. Write them as 2024-01-31. Nothing was imported.",
  ],
])("refuses %s", async (_, text, message) => {
  await expect(taken(text)).rejects.toThrow(message);
});

const FORMS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    "decimal commas, and no point that may be one",
    fileOf(
      HEAD,
      "2024-01-02;187,15;188;187;187,5;1.234",
      "2024-01-03;1.187,15;1188;1187;1.187,5;1.234.567",
      "2024-01-04;169.535;170;169;169,5;1000",
      "2024-01-05;169;170;169;169,535;0",
      ...Array.from({ length: 50 }, () => "2024-01-08;1,5;2;1;1,5;1"),
      "2024-01-09;169;170;169;169,5;169.54",
      "2024-01-10;169;170;169;169,5;0.125",
      "2024-01-11;0,125;170;0;169,5;1",
    ),
    ["01-02 187.15 187.5 1234", "01-03 1187.15 1187.5 1234567", "01-05 169 169.535 0", "01-08 1.5 1.5 1"],
    ["4 open not a number", "56 volume not a number", "57 volume not a number", "58 low price is not positive"],
  ],
  [
    "nothing that may be thousands or decimals",
    fileOf(
      HEAD,
      "2024-01-02;187;188;187;187;1.250",
      "2024-01-03;187.150;188;187;187;1250",
      "2024-01-04;187;188;187;187;1.250.000",
      "2024-01-05;187;188;187;187;1250",
      "2024-01-08;187;188;187;187;1,250",
    ),
    ["01-04 187 187 1250000", "01-05 187 187 1250"],
    ["2 volume not a number", "3 open not a number", "6 volume not a number"],
  ],
  [
    "decimal commas beside names that look like numbers",
    fileOf(
      NAMED,
      "2024-01-02;3.14;1,5;2;1;1,5;1",
      "2024-01-03;$1.250;1,5;2;1;1,5;1.250",
      "2024-01-04;1,5;1,5;2;1;1,5;1",
      "2024-01-05;05.01.2024;1,5;2;1;1,5;1",
    ),
    ["01-02 1.5 1.5 1", "01-03 1.5 1.5 1250", "01-04 1.5 1.5 1", "01-05 1.5 1.5 1"],
    [],
  ],
  [
    "decimal points, and three of them",
    fileOf(
      HEAD,
      "2024-01-02;0.125;0.2;0.1;0.15;5",
      "2024-01-03;187.150;188;187;187.500;1.250",
      "2024-01-04;1;2;1;1,5;1",
    ),
    ["01-02 0.125 0.15 5", "01-03 187.15 187.5 1"],
    ["4 close not a number"],
  ],
  [
    "dollars with thousands",
    fileOf(
      "date,open,high,low,close,volume",
      '2024-01-02,"$1,234.50","$ 1,240","$1,230.00",$1235,"1000"',
      '2024-01-03,"$1,23",2,1,1,1',
    ),
    ["01-02 1234.5 1235 1000"],
    ["3 open not a number"],
  ],
  [
    "days first where one far down can only be a day",
    fileOf(
      "date,open,high,low,close,volume",
      "03/01/2024,1,1,1,1,1",
      ...Array.from({ length: 60 }, () => "04/01/2024,2,2,2,2,2"),
      // Neither is a day.
      "13/45/2024,3,3,3,3,3",
      "99/01/2024,3,3,3,3,3",
      "16/01/2024,3,3,3,3,3",
      "05/02/2024,4,4,4,4,4",
    ),
    ["01-03 1 1 1", "01-04 2 2 2", "01-16 3 3 3", "02-05 4 4 4"],
    ["63 date unknown date", "64 date unknown date"],
  ],
];
// `tests/market/import-vendors.test.ts` has decimal commas and points, dollars and days first; only the soak has their odd forms.
test.runIf(IN_SOAK).each(FORMS)("takes %s", async (_, text, bars, refused) => {
  expect(await taken(text)).toEqual({ bars, refused });
});

// `tests/market/import-vendors.test.ts` has a name with the separator in it; only the soak has names that look like numbers.
test.runIf(IN_SOAK)("a name in a table that is translated stays as it is, whatever it looks like", async () => {
  const names = ["3.14", "1.250", "$5 Below", "01.02.2024", "1,5"];
  const folder = folderOf({
    "daily.csv": fileOf(
      "symbol;date;open;high;low;close;volume",
      ...names.map((_, n) => `S${n};2024-01-02;1,5;2;1;1,5;1`),
    ),
    "securities.csv": fileOf("symbol;name;ipo_date", ...names.map((name, n) => `S${n};${name};31.01.2020`)),
  });
  const market = await openTestMarket();
  try {
    expect((await importCsv(market, folder)).refused.rows).toEqual([]);
    const listed = await market.query<{ name: string; ipo: string }>(
      `SELECT name, toString(ipo_date) AS ipo FROM ${market.database}.security ORDER BY symbol`,
    );
    expect(listed).toEqual(names.map((name) => ({ name, ipo: "2020-01-31" })));
  } finally {
    await market.close();
    await rm(folder, { recursive: true });
  }
});
