import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importCsv, onSnapshot, sessionOf, type CsvOptions, type ImportReport } from "../../src/market/index.ts";
import { cases, IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { DAYS, lineOf, oddRow } from "./odd-rows.ts";
import { contentsOf, imported, type Files } from "./imported.ts";
import { openTestMarket } from "./open-market.ts";

/*
 * Plain bars of a market's first files are written once, where they stand (`place-bars.ts`). Whatever the files hold, the market,
 * its snapshot and the report are those of the reader that reads every field as a text.
 */

async function expectSame(files: Files, options: CsvOptions = {}): Promise<ImportReport | string> {
  const careful = await imported(files, { ...options, placesFrom: Infinity });
  const placed = await imported(files, { ...options, placesFrom: 0 });
  expect(placed).toEqual(careful);
  return placed.report;
}

const SYMBOLS = ["AAA", "BBB", "CCC", "DDD"];
const rowsOf = (symbols: readonly string[], days: readonly string[]): string[] =>
  symbols.flatMap((symbol, place) =>
    days.map(
      (day, at) =>
        `${symbol},${day},${10 + place / 4},${12.5 + at / 100},${9 - place / 8},${11 + at / 100},${1000 + at}`,
    ),
  );

describe("a first import", () => {
  test("places plain bars and takes the others as ever, with file and line", async () => {
    const rows = rowsOf(SYMBOLS, DAYS);
    rows[3] = "AAA,2099-01-05,1,2,1,2,5";
    rows[70] = "BBB,2024-01-05,1,2,x,2,5";
    rows[71] = "EEE,2024-01-05,1,2,1,2,5.4";
    const report = await expectSame({ "daily.csv": `\n  \r\n${[DAILY, ...rows, ""].join("\n")}` });
    expect(report).toMatchObject({
      taken: { daily: rows.length - 2 },
      rounded: 1,
      refused: {
        rows: [
          { file: "daily.csv", line: 7, field: "date" },
          { line: 74, field: "low", reason: "not a number", text: rows[70] },
        ],
      },
    });
  });

  // `import-rows` has what is refused, `plain-bars` that a field of digits alone is read like any other.
  test.runIf(IN_SOAK)(
    "of a file whose fields are all numbers says the same lines of what is refused or rounded, with a header or without",
    async () => {
      const rows = rowsOf(SYMBOLS, DAYS);
      rows[3] = "AAA,2099-01-05,1,2,1,2,5";
      rows[70] = "BBB,2024-01-05,1,2,3,2,5";
      rows[71] = "EEE,2024-01-05,1,2,1,2,5.4";
      const text = [...rows, ""].join("\n");
      const columns = Object.fromEntries(DAILY.split(",").map((name, index) => [name, String(index + 1)]));
      // With a header, behind blank lines or at once, it is the file of the test before but for its fields.
      for (const [file, first, options] of [
        ...rounds<readonly (readonly [string, number, CsvOptions])[]>([], [[`${DAILY}\n${text}`, 2, {}]]),
        [text, 1, { kind: "daily", columns }],
      ] as const)
        expect(await expectSame({ "daily.csv": file }, options)).toMatchObject({
          taken: { daily: rows.length - 2 },
          rounded: 1,
          refused: {
            rows: [
              { line: first + 3, field: "date" },
              { line: first + 70, text: rows[70] },
            ],
          },
        });
      if (!IN_SOAK) return;
      expect(await expectSame({ "daily.csv": `\n  \r\n${DAILY}\n${text}` })).toMatchObject({
        taken: { daily: rows.length - 2 },
        refused: { rows: [{ line: 7, field: "date" }, { line: 74 }] },
      });
    },
  );

  const symbolsOf = (...names: readonly string[]): readonly string[] => rowsOf(names, DAYS);
  const TEXTS = {
    "twice the same day": [DAILY, ...symbolsOf("AAA", "BBB"), ...rowsOf(["BBB"], DAYS.slice(5, 7)), ""].join("\n"),
    "CRLF, a byte order mark and no last line break": `\uFEFF${[DAILY, ...symbolsOf("CCC", "DDD")].join("\r\n")}`,
    "quoted fields, backwards": [
      DAILY,
      ...symbolsOf("EEE", "FFF")
        .map((row) =>
          row
            .split(",")
            .map((field) => `"${field}"`)
            .join(","),
        )
        .toReversed(),
      "",
    ].join("\n"),
    "blank lines and lines that are cut": [
      DAILY,
      ...symbolsOf("GGG", "HHH").flatMap((row, at) => (at % 90 === 5 ? ["", "GGG,2024-01"] : [row])),
      "",
    ].join("\n"),
    "nothing but its header": `${DAILY}\n`,
  };
  // The first test has plain bars among others; only the soak has files of every form, here and in the next two tests.
  test.runIf(IN_SOAK).each(Object.entries(TEXTS))("is the same with %s", async (_, text) => {
    await expectSame({ "daily.csv": text });
  });

  const more = rowsOf(["SEE", "SFF", "SGG"], DAYS).map(
    (row, at) => `${row},${at % 5 === 0 ? "" : at},${at % 7 === 0 ? "" : "10.25"}`,
  );
  const SEVERAL = {
    "daily-several-1.csv": [DAILY, ...rowsOf(["SAA", "SBB", "SCC", "SDD"], DAYS), ""].join("\n"),
    "daily-several-2.csv": [`${DAILY},num_trades,vwap`, ...more, ""].join("\n"),
    "minute.csv":
      "symbol,date,time,open,high,low,close,volume\nSAA,2024-01-05,09:30,1,2,1,2,5\nZZZ,2024-01-05,09:30,1,2,1,2,5\n",
    "splits.csv": "symbol,date,ratio\nSBB,2024-03-04,2\nZZZ,2024-03-04,3\n",
    "dividends.csv": "symbol,date,amount\nSCC,2024-03-04,0.25\n",
    "symbols.csv": "symbol,old_symbol,date\nSFF,SEE,2024-02-05\n",
    "securities.csv":
      "symbol,name,ipo_date,delisted_date\nSGG,First,2010-01-04,2024-02-01\nSGG,Second,2024-03-01,\nSAA,A,,\n",
  };
  const FORMS = Object.fromEntries(Object.values(TEXTS).map((text, at) => [`daily-${at}.csv`, text]));
  test.runIf(IN_SOAK).each([
    ["files of every form", FORMS],
    ["several files, splits, dividends, renamings, listings, minutes and trades", SEVERAL],
  ])("is the same with %s", async (_, files) => {
    await expectSame(files);
  });

  test.runIf(IN_SOAK)(
    "of files of every form, splits, dividends, renamings, listings, minutes and trades, and the next one are the same",
    async () => {
      const again = {
        "daily.csv": [DAILY, ...rowsOf(["BBB", "NEW"], DAYS.slice(3, 9)), ""].join("\n"),
        "splits.csv": "symbol,date,ratio\nAAA,2024-03-04,2\n",
      };
      const both = async (placesFrom: number): Promise<unknown> => {
        const market = await openTestMarket();
        const folders = [folderOf({ ...FORMS, ...SEVERAL }), folderOf(again)];
        const seen: unknown[] = [];
        try {
          for (const folder of folders) {
            const report = await importCsv(market, folder, { placesFrom });
            seen.push({ ...report, seconds: 0 }, await contentsOf(market));
          }
          return seen;
        } finally {
          await market.close();
          for (const folder of folders) await rm(folder, { recursive: true });
        }
      };
      expect(await both(0)).toEqual(await both(Infinity));
    },
  );

  // `tests/market/import-files.test.ts` refuses such a file; only the soak of a first import.
  test.runIf(IN_SOAK)("is the same with a quote that is left open", async () => {
    await expectSame({ "daily.csv": [DAILY, ...symbolsOf("AAA"), '"AAA,2024-01-02,1,2,1,2,5', ""].join("\n") });
  });

  test("into tables that an earlier version made leaves nothing out, nor does the engine when it merges them", async () => {
    const folder = folderOf({ "daily.csv": [DAILY, ...rowsOf(SYMBOLS, DAYS), ""].join("\n") });
    const market = await openTestMarket();
    try {
      const stored = await onSnapshot(market, async (snapshot) => Promise.resolve(snapshot.table("daily")));
      await market.command(`ALTER TABLE ${stored} MODIFY COLUMN split_factor REMOVE DEFAULT`);
      await importCsv(market, folder, { placesFrom: 0 });
      const defaults = `SELECT DISTINCT num_trades, vwap, split_factor, source FROM ${market.database}.daily`;
      const expected = [{ num_trades: null, vwap: null, split_factor: 1, source: 0 }];
      expect(await market.query(defaults)).toEqual(expected);
      const made = await onSnapshot(market, async (snapshot) => Promise.resolve(snapshot.table("daily")));
      await market.command(`OPTIMIZE TABLE ${made} FINAL`);
      expect(await market.query(defaults)).toEqual(expected);
    } finally {
      await market.close();
      await rm(folder, { recursive: true });
    }
  });

  // `tests/market/check/settle.test.ts` excludes a bar that comes again; only the soak in a first import.
  test.runIf(IN_SOAK)("leaves out a bar that an administrator excluded before, and goes on", async () => {
    const folder = folderOf({ "daily.csv": [DAILY, ...rowsOf(SYMBOLS, DAYS), ""].join("\n") });
    const { session } = sessionOf(DAYS[5] ?? "") ?? { session: 0 };
    const verdict = {
      session,
      bar: "10.25 12.55 8.875 11.05 1005",
      symbol: "BBB",
      kind: "low-print",
      verdict: "exclude",
    };
    const given = async (placesFrom: number) => {
      const market = await openTestMarket();
      try {
        const stored = await onSnapshot(market, async (snapshot) => Promise.resolve(snapshot.table("given_verdict")));
        await market.insert(stored, [verdict]);
        const report = { ...(await importCsv(market, folder, { placesFrom })), seconds: 0 };
        const found = await market.query<object>(
          `SELECT session FROM ${market.database}.daily WHERE symbol = 'BBB' ORDER BY session LIMIT 2 OFFSET 4`,
        );
        return { report, found, contents: await contentsOf(market) };
      } finally {
        await market.close();
      }
    };
    const careful = await given(Infinity);
    expect(careful).toMatchObject({
      report: { excluded: 1, taken: { daily: SYMBOLS.length * DAYS.length } },
      found: [{ session: session - 1 }, { session: session + 1 }],
    });
    expect(await given(0)).toEqual(careful);
    await rm(folder, { recursive: true });
  });

  // `tests/market/plain-bars.test.ts` reads odd rows both ways.
  test.runIf(IN_SOAK)("is the same with random faults", { timeout: timeLimit(120_000) }, async () => {
    const faults = fc.array(fc.tuple(oddRow, fc.nat(600), fc.boolean()), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(faults, fc.boolean(), async (found, isMixed) => {
        const rows = rowsOf(SYMBOLS, DAYS.slice(0, 150));
        if (isMixed) rows.reverse();
        for (const [row, at, isExtra] of found) {
          const [own = "", date = ""] = (rows[at] ?? "AAA,2024-01-02").split(",");
          rows.splice(at, isExtra ? 0 : 1, lineOf(row, isExtra ? "NEW" : own, date));
        }
        await expectSame({ [join("daily.csv")]: [DAILY, ...rows, ""].join("\n") });
      }),
      { numRuns: cases(1), endOnFailure: true },
    );
  });
});
