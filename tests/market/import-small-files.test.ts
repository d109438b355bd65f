import { rm } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importCsv, type CsvOptions, type ImportProgress, type ImportReport } from "../../src/market/index.ts";
import { IN_SOAK, cases, timeLimit } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";
import { imported, type Files } from "./imported.ts";
import { DAYS, lineOf, oddRow } from "./odd-rows.ts";
import { openTestMarket } from "./open-market.ts";

/* Small files are read together (`small-files.ts`). The market and the report are those of reading each by itself. */

async function expectSame(files: Files, options: CsvOptions = {}): Promise<ImportReport | string> {
  const alone = await imported(files, { kind: "daily", ...options, batchesUpTo: -1 });
  const together = await imported(files, { kind: "daily", ...options });
  expect(together).toEqual(alone);
  return together.report;
}

const HEAD = ["date", "open", "high", "low", "close", "volume"];
const row = (day: string, price: number, ...more: readonly string[]): string =>
  [day, price, price + 1, price - 1, price, 1000, ...more].join(",");
const fileOf = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;

describe("many small files", () => {
  // The law below compares files that are read together with each by itself; only the soak has all forms of them.
  test.runIf(IN_SOAK)(
    "are read with as many statements as they have forms, each named with its own lines",
    async () => {
      const report = await expectSame(
        {
          "AAA.csv": fileOf(HEAD.join(","), row("2024-01-02", 10), row("2024-01-03", 11), "2024-01-04,x,2,1,1,1"),
          "BBB.csv": fileOf(
            "",
            "date,close,open,low,high,volume,Note",
            "2024-01-02,10,10,9,11,5,n",
            "2024-01-06,1,1,1,1,1",
          ),
          "CCC.csv": fileOf(
            HEAD.join(","),
            "1/2/2024,10,11,9,10,5",
            "",
            "13/1/2024,10,11,9,10,5",
            row("2024-01-03", 9),
          ),
          "DDD.csv": fileOf("date,open,high,low,close", "2024-01-02,10,11,9,10"),
          "EEE.csv": `\uFEFF${HEAD.join(",")}\r\n${row("2024-01-02", 30, "", "more")}\r\n,,,,,\r\n"2024-01-03","10","11","9","10","5"`,
          "FFF.csv": fileOf(
            `${HEAD.join(",")},name`,
            `${row("2024-01-02", 5)},"of, two`,
            `lines"`,
            row("2024-01-03", 6),
          ),
          "GGG.csv": fileOf(HEAD.join(";"), "2024-01-02;1,5;2,5;1,5;2,5;100", "2024-01-03;1.5;2;1;2;1"),
          "HHH.csv.gz": fileOf(HEAD.join(","), row("2024-01-02", 3), row("2024-01-02", 4)),
          // A blank before the closing quote, above an empty field at the end of a row.
          "III.csv": fileOf(`${HEAD.join(",")},name`, `${row("2024-01-02", 5)},"Apple "`, `${row("2024-01-03", 6)},`),
          "JJJ.csv": "",
          "KKK.csv": Buffer.from(fileOf(`${HEAD.join(",")},name`, `${row("2024-01-02", 5)},B\u00FCcher`), "latin1"),
        },
        { symbol: "*" },
      );
      expect(report).toMatchObject({
        refused: {
          rows: expect.arrayContaining([
            expect.objectContaining({ file: "AAA.csv", line: 4, field: "open", text: "2024-01-04,x,2,1,1,1" }),
            expect.objectContaining({ file: "BBB.csv", line: 4, reason: "no session on that day" }),
            expect.objectContaining({ file: "DDD.csv", line: 1, field: "volume", reason: "missing column" }),
          ]),
        },
      });
    },
  );

  // What ends an import is in `import-files`; the test below compares what they give.
  test.runIf(IN_SOAK)("end the import as each would by itself", async () => {
    const good = fileOf(HEAD.join(","), row("2024-01-02", 10));
    expect(await expectSame({ "A.csv": good, "B.csv": `${good}"2024-01-03,1,1,1,1,1\n` }, { symbol: "*" })).toContain(
      'B.csv:3: The quote (")',
    );
    expect(await expectSame({ "A.csv": good, "B.csv": `${good}${"x".repeat(70_000)}\n` })).toContain(
      "B.csv:3: the line is longer than 64 kB",
    );
    expect(
      await expectSame({ "A.csv": good, "B.csv": fileOf(HEAD.join(","), row("13/1/2024", 10), row("1/13/2024", 10)) }),
    ).toContain("days first and months first in one file");
  });

  const HEADERS = [
    "symbol,date,open,high,low,close,volume",
    "symbol,date,open,high,low,close",
    "Ticker,Date,o,h,l,c,v,x",
  ];
  const order = (line: string, places: readonly number[]): string => {
    const fields = line.split(",");
    return [...places.map((place) => fields[place] ?? ""), ...fields.slice(places.length)].join(",");
  };
  const file = fc.record({
    header: fc.constantFrom(...HEADERS),
    rows: fc.array(fc.tuple(oddRow, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 8 }),
    places: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
    end: fc.constantFrom("\n", "\r\n"),
    blank: fc.constantFrom("", "  ", ",,,", "x"),
    gzip: fc.boolean(),
  });

  test(
    "give the same market and report as each by itself, whatever they hold",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 12 }), async (files) => {
          const made = files.map(({ header, rows, places, end, blank, gzip }, index): [string, string] => {
            const lines = rows.map(([odd, plain], at) => {
              const line = lineOf(plain > 0 ? { ...odd, at: 8, fields: odd.fields } : odd, `S${index}`, DAYS[at] ?? "");
              return plain > 0 ? [`S${index}`, DAYS[at] ?? "", ...odd.fields].join(",") : line;
            });
            const all = [header, ...lines].map((line) => (line.includes('"') ? line : order(line, places)));
            if (blank !== "x") all.splice(1 + (index % all.length), 0, blank);
            return [`f${index}.csv${gzip ? ".gz" : ""}`, all.join(end)];
          });
          await expectSame(Object.fromEntries(made));
        }),
        { numRuns: cases(1) },
      );
    },
    timeLimit(120_000),
  );

  // Only the soak counts the statements of many files.
  test.runIf(IN_SOAK)("take little more time for being many, and the import says how far it is", async () => {
    const folder = folderOf(
      Object.fromEntries(
        Array.from({ length: 600 }, (_, n) => [`S${n}.csv`, fileOf(HEAD.join(","), row("2024-01-02", 10 + (n % 90)))]),
      ),
    );
    const market = await openTestMarket();
    const seen: ImportProgress[] = [];
    let statements = 0;
    const counting = {
      ...market,
      command: async (statement: Parameters<typeof market.command>[0]) => {
        statements += 1;
        return market.command(statement);
      },
    };
    try {
      const { taken, guessedSymbols } = await importCsv(counting, folder, {
        kind: "daily",
        onProgress: (progress) => void seen.push(progress),
      });
      expect([taken.daily, guessedSymbols.length]).toEqual([600, 600]);
      expect(statements).toBeLessThan(200);
      expect(seen.at(-1)).toEqual({ step: "read", done: 600, files: 600 });
      expect(seen.filter(({ step }) => step === "look").at(-1)?.done).toBe(600);
    } finally {
      await market.close();
      await rm(folder, { recursive: true });
    }
  });
});
