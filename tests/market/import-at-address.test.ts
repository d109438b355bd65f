import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentSnapshot, importCsv, importEdgar, MarketError, rollBack, type Market } from "../../src/market/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import type { Break } from "../at-address.ts";
import { DAILY, folderOf, MINUTE } from "./csv-folder.ts";
import { atAddressOf, openMarketsAtAddress, openTestMarket } from "./open-market.ts";

// Every importer, into a market at an address: it takes and refuses what it does with the embedded engine.
const IMPORTERS = [
  "import-docs",
  "import-files",
  "import-massive",
  "import-edgar",
  "import-rows",
  "import-edgar-time",
  "import-order",
  "import-real",
];

// The tests below import at an address too, one file; only the soak every importer.
describe.runIf(IN_SOAK).each(rounds([], IMPORTERS))("%s", async (file) => {
  openMarketsAtAddress();
  // Evaluated anew, though this worker may have run the file itself.
  await import(`./${file}.test.ts?address`);
});

// `tests/market/import-rows.test.ts` has what is refused of one engine; only the soak at an address.
describe.runIf(IN_SOAK)("csv files", () => {
  const FILES = {
    "daily-1.csv.gz": `${DAILY}\n"A",2024-01-02,1,2,1,2,5\nA,2024-01-03,1,2,x,2,5\nA\u001b,2024-01-03,1,2,1,2,5\nB,2024-01-06,1,2,1,2,5\n`,
    "daily-2.csv": `\uFEFF${DAILY}\r\nB,2024-01-02,1,2,1,2,5\r\nB,2024-01-02,1,2,1,2,6`,
    "minute.csv": `${MINUTE}\nA,2024-01-03,9:30,1,2,1,2,5\nA,2024-01-03,20:00,1,2,1,2,5\n`,
    "splits.csv": "symbol,date,ratio\nA,2024-01-03,2\nB,2024-01-03,0\n",
    "securities.csv": 'symbol,name,note\nA,"Able, ""Inc""","two\nlines"\nB,Ä,\n',
    "facts.csv": "symbol,field,known_at,value\nA,sector,2024-01-02T09:00,Energy\nA,mood,2024-01-02,1\n",
    "statements.csv":
      "symbol,item,fiscal_end,known_at,value\nA,Total Revenue,2023-12-31,2024-01-30T16:05,5\nA,net-income,2023-12-31,,5\n",
    "events.csv": "symbol,kind,at\nA,news,2024-01-02T08:15\nA,rumour,2024-01-02T08:15\n",
    "symbols.csv": "symbol,old_symbol,date\nB,C,2024-01-02\nA,A,2024-01-02\n",
  };
  const OPEN = { "daily.csv.gz": `${DAILY}\nA,2024-01-02,1,2,1,2,5\n"B,2024-01-02,1,2,1,2,5\n` };
  openMarketsAtAddress();
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  test("are taken and refused as they are with the engine embedded", async () => {
    const { refused, taken } = await importCsv(market, folderOf(FILES));
    expect(refused.rows.map(({ file, line, field, reason }) => `${file}:${line} ${field} ${reason}`)).toEqual([
      "securities.csv:1 note unknown column",
      "daily-1.csv.gz:3 low not a number",
      "daily-1.csv.gz:4 symbol control character",
      "daily-1.csv.gz:5 date no session on that day",
      "daily-2.csv:3 date, symbol duplicate key",
      "events.csv:3 kind unknown kind",
      "facts.csv:3 field unknown field",
      "minute.csv:3 time outside 04:00 to 19:59",
      "splits.csv:3 ratio not a ratio",
      "statements.csv:3 known_at empty field",
      "symbols.csv:3 old_symbol both symbols are the same",
    ]);
    expect(taken).toMatchObject({ daily: 2, minute: 1, securities: 2, splits: 1, facts: 1, statements: 1, events: 1 });
    await expect(importCsv(market, folderOf(OPEN))).rejects.toThrow(/^daily\.csv\.gz:3: The quote/);
  });
});

describe("a connection that breaks while rows are sent", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  const rows = Array.from({ length: 3_000 }, (_, n) => `S${n},2024-01-02,1,2,1,2,${n}`).join("\n");
  const text = JSON.stringify({ cik: 7, facts: { dei: { Other: { units: { shares: [] } } } } });
  const folder = folderOf({ "daily.csv.gz": `${DAILY}\n${rows}\n` });
  const filings = folderOf({
    "CIK0000000007.json": text,
    "company_tickers.json": JSON.stringify({ 0: { cik_str: 7, ticker: "S7", title: "Seven" } }),
  });

  /** Breaks the first `times` connections that send rows. */
  const breaking = (where: "sending" | "answering", times: number): { breaks: Break; calls: () => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      breaks: ({ url }) => {
        if (!(url ?? "").includes("insert_deduplication_token")) return null;
        calls += 1;
        return calls <= times ? where : null;
      },
    };
  };

  // `import-death` ends an import at a statement; here a connection breaks while rows are sent.
  test.runIf(IN_SOAK)(
    "once at any other statement: it is sent again where that may be, else the import says that it changed nothing",
    async () => {
      const one = folderOf({ "daily.csv": `${DAILY}\nA,2024-01-02,1,2,1,2,5\nA,2024-01-03,1,2,1,2,5\n` });
      const two = folderOf({
        "daily.csv": `${DAILY}\nA,2024-01-03,1,2,1,2,6\nA,2024-01-04,1,2,1,2,5\nB,2024-01-04,1,2,1,2,5\nB,2024-01-04,1,2,1,2,5\n`,
        "minute.csv": `${MINUTE}\nA,2024-01-03,09:30,1,2,1,2,5\n`,
        "splits.csv": "symbol,date,ratio\nA,2024-01-03,2\n",
      });
      await importCsv(market, one);
      // Made of all rows that formulas read.
      const idNow = async (): Promise<string | undefined> => (await currentSnapshot(market)).label?.id;
      const before = await idNow();
      let at = 0;
      let calls = 0;
      let where: ReturnType<Break> = null;
      const away = await atAddressOf(market, () => (calls++ === at ? where : null));
      /** The statement whose connection broke. */
      let broken = "";
      const watch = async (sql: string, sent: Promise<void>): Promise<void> =>
        sent.catch((error: unknown) => {
          broken = sql;
          throw error;
        });
      const watched: Market = {
        ...away,
        command: async (given) => watch(typeof given === "string" ? given : given.sql, away.command(given)),
        insert: async (table, rows) => watch(`INSERT INTO ${table} rows`, away.insert(table, rows)),
      };
      const begin = async (times: typeof where, from: number): Promise<string | null> => {
        [calls, at, where] = [0, from, times];
        return importCsv(watched, two).then(
          () => null,
          (error: unknown) => (error instanceof MarketError ? error.message : String(error)),
        );
      };
      expect(await begin(null, 0)).toBeNull();
      const [after, count] = [await idNow(), calls];
      let [failed, stood] = [0, 0];
      const step = Math.ceil(count / rounds(1.9, 30));
      for (const breaks of rounds(["answering"] as const, ["sending", "answering"] as const))
        for (let from = breaks === "sending" ? 3 : rounds(step, 1); from < count; from += step) {
          await rollBack(market, null);
          expect(await idNow()).toBe(before);
          const problem = await begin(breaks, from);
          const now = await idNow();
          if (problem === null) {
            expect(now, `${from}`).toBe(after);
            stood += 1;
          } else {
            expect(problem).toMatch(
              /^The connection to the market broke, and it is not known what arrived\. The market is as it was/,
            );
            expect(broken).toMatch(/^\s*INSERT INTO \S+\s/);
            expect(now, `${from}`).toBe(before);
            failed += 1;
            // So that there is a snapshot to go back from.
            if (IN_SOAK) await importCsv(market, two);
          }
        }
      expect(stood + failed).toBeGreaterThan(0);
      expect(Math.min(stood, failed)).toBeGreaterThan(rounds(-1, 0));
      await away.close();
    },
  );

  // Where the answer is lost the rows are there, and must not be stored twice; only the soak loses them on their way.
  const BREAKS: readonly (readonly ["sending" | "answering", number, readonly string[]])[] = [
    ...rounds<["sending", number, string[]][]>([], [["sending", 2, ["csv", "edgar"]]]),
    ["answering", 1, rounds(["csv"], ["csv", "edgar"])],
  ];
  test.each(BREAKS)("(%s, %i times) is made again, and they are stored once", async (where, times, sources) => {
    for (const source of sources) {
      const what = source === "csv" ? folder : filings;
      const { breaks, calls } = breaking(where, times);
      const away = await atAddressOf(market, breaks);
      const report = await (source === "csv" ? importCsv(away, what) : importEdgar(away, what));
      await away.close();
      expect(calls()).toBe(times + 1);
      expect(report.refused.rows).toEqual([]);
      expect(report.taken.daily).toBe(source === "csv" ? 3_000 : 0);
    }
  });

  // `tests/market/import-death.test.ts` ends an import by killing its engine; only the soak by its connection.
  test.runIf(IN_SOAK)("every time is an import that changed nothing", async () => {
    const before = await market.query("SELECT id FROM market.snapshot");
    const { breaks } = breaking("answering", Infinity);
    const away = await atAddressOf(market, breaks);
    await expect(importCsv(away, folder)).rejects.toMatchObject({
      code: "engine-died",
      message: expect.stringMatching(/The market is as it was; begin again/),
    });
    await away.close();
    expect(await market.query("SELECT id FROM market.snapshot")).toEqual(before);
  });
});
