import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterOf } from "../../src/market/engine-profile.ts";
import {
  currentSnapshot,
  importCsv,
  makeDemo,
  marketProfile,
  marketStatus,
  rollBack,
  sessionOf,
  type Market,
} from "../../src/market/index.ts";
import {
  builtInPresets,
  builtInTemplates,
  readRequest,
  requestOfFormulas,
  type ScanRequest,
} from "../../src/request/index.ts";
import {
  chartBars,
  chartIndicators,
  distribution,
  dropRun,
  explain,
  fieldValues,
  findChartSecurity,
  funnel,
  readRows,
  runScan,
  searchSymbols,
  values,
  type ScanOptions,
} from "../../src/scan/index.ts";
import { marketShapes, restoreResult, resultShapes, saveResult } from "../../src/server/backup/engine-tables.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { DAILY, folderOf, MINUTE } from "../market/csv-folder.ts";
import { openTestMarket } from "../market/open-market.ts";
import { openCluster, openEmptyCluster, type TestCluster } from "./clusters.ts";
import { comparing, expectSame } from "./stage-tables.ts";

const NO_CONNECTION = /All connection tries failed|Could not find enough connections/;

const DEMO = { symbols: 12, years: 1.1, minuteDays: 4 };
const DAYS = ["2025-12-15", "2025-12-31"] as const;

function read(source: object): ScanRequest {
  const { request, diagnostics } = readRequest(source);
  if (!request) throw new Error(JSON.stringify(diagnostics.filter(({ severity }) => severity === "error")));
  return request;
}

const request = (
  filters: readonly string[],
  columns: Readonly<Record<string, string>>,
  [start, end]: readonly [string, string] = DAYS,
): ScanRequest =>
  read(
    requestOfFormulas({
      name: "cluster",
      start,
      end,
      filters: filters.map((formula) => ({ formula })),
      columns: Object.entries(columns).map(([name, formula]) => ({ name, formula })),
    }),
  );

const FILTERS = [
  "[intraday sum volume '09:30' .. '09:59'] > 100",
  "[daily close] > 5",
  "pct_rank([daily volume]) > 20",
];
const COLUMNS = {
  High20: "[daily max high -20 .. -1 adj]",
  Average: "[daily close] / [daily avg close -200 .. 0]",
  Premarket: "[intraday max high '04:00' .. '09:29']",
  Rsi: "[indicator rsi(14) close adj]",
  Ema5: "[indicator ema(20) close 5min at '10:00']",
  Cap: "[fundamental market_cap]",
  Sector: "[fundamental sector]",
  News: "[fundamental news]",
  Revenue: "[earnings total-revenue-2q]",
  Former: "[identity old_symbol]",
  Rank: "rank([daily volume])",
  Ranks: "at(pct_rank(rank([daily close])), -1)",
  SectorAverage: "at(avg([daily close] / [daily open], by sector), -1)",
  SectorRank: "rank([daily volume], by sector)",
  Breadth: "market(percent, [daily close] > [daily open]) * at(market(avg, [daily close]), -1)",
  Distance: "z_score([daily close], by exchange)",
  Best: "mfe(5)",
  When: "[intraday time at max high '09:30' .. '15:59']",
  Week: "[weekly close -1 adj]",
  Trade: "[trade return long at '09:30' stop 5 target 20 until close 2]",
};

// A rank and an average of a group each cost statements of their own, which both shards analyse: two of them are of both kinds.
const { Rsi, Rank, Ranks, SectorAverage, Breadth, Former, When } = COLUMNS;
const FEW_COLUMNS = rounds<Readonly<Record<string, string>>>(
  { Rsi, Ranks, SectorAverage },
  { Rsi, Rank, Ranks, SectorAverage, Breadth },
);
/** One of each way in which the columns above are computed; the soak has all of them. */
const { High20, Premarket, Ema5, Cap, Revenue, Trade } = COLUMNS;
const KINDS = rounds<Readonly<Record<string, string>>>(
  { High20, Premarket, Ema5, Cap, Revenue, SectorAverage, Breadth, Trade },
  COLUMNS,
);
const USUAL = request(FILTERS, COLUMNS);
const FEW = request(FILTERS, FEW_COLUMNS);
/** What is ranked, found, and smoothed: the tables that a scan makes on its way. */
const REPLICATED = rounds(request(FILTERS.slice(1, 2), { Rsi, Rank }), USUAL);
const EVERY_ROW = request([], rounds(FEW_COLUMNS, COLUMNS));

let whole: Market;
beforeAll(async () => {
  whole = await openTestMarket();
  await makeDemo(whole, DEMO);
  const { rows } = await scan(whole, USUAL);
  const [symbol, date] = rows[Math.floor(rows.length / 2)] ?? [];
  row = { symbol: String(symbol), date: String(date) };
});
afterAll(() => whole.close());

async function scan(market: Market, wanted: ScanRequest, options: Partial<ScanOptions> = {}) {
  const finished = await runScan(market, wanted, { run: "test", ...options });
  const rows = await readRows(market, finished, { offset: 0, limit: finished.rows });
  await dropRun(market, "test");
  const { funnel: steps, hits, notes, columns, snapshot } = finished;
  return { rows, steps, hits, notes, columns, snapshot };
}

/** What one engine gives for a request. */
const expectedRows = new WeakMap<ScanRequest, ReturnType<typeof scan>>();

/** Runs a request in one engine and on a cluster; everything that is said of the result is the same. */
async function sameRows(cluster: Market, wanted: ScanRequest, options: Partial<ScanOptions> = {}) {
  const expected = await (expectedRows.get(wanted) ?? scan(whole, wanted));
  expectedRows.set(wanted, Promise.resolve(expected));
  expect(await scan(cluster, wanted, options)).toEqual(expected);
  return expected;
}

/** A row of that request. */
let row: { readonly symbol: string; readonly date: string };

const RSI = { name: "rsi", line: "value", parameters: [14], source: "close" } as const;
const LAST = sessionOf("2025-12-31")?.session ?? 0;

type Answer = readonly [title: string, ask: (market: Market) => Promise<unknown>];

/** An answer without the times of import, which two markets do not share. */
const unstamped = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (/^(last_)?imported$/.test(key) ? "" : value));

/** Everything else that reads the market. */
const ANSWERS: readonly Answer[] = [
  ["what is explained", (market) => explain(market, rounds(FEW, USUAL), row)],
  ["values of formulas", (market) => values(market, { ...row, formulas: [...FILTERS, "rank([daily close])"] })],
  ["symbols that are looked for", (market) => searchSymbols(market, "a", 20)],
  ["the security of a chart", (market) => findChartSecurity(market, row)],
  ["what planning needs to know", marketProfile],
  // They are sums over both shards, as the funnel of a run is.
  ...rounds<readonly Answer[]>(
    [],
    [
      ["a symbol without a row", (market) => explain(market, FEW, { symbol: "AAAA", date: "2025-12-30" })],
      ["the funnel in another order", (market) => funnel(market, FEW, [3, 1, 2])],
      ["how values are spread", (market) => distribution(market, request(FILTERS.slice(1), FEW_COLUMNS))],
      ["what a backup holds", async (market) => marketShapes(await currentSnapshot(market))],
      [
        "how much there is",
        async (market) => (await marketStatus(market)).tables.map(({ table, rows }) => [table, rows]),
      ],
      ["values of every field", (market) => fieldValues(market, row)],
    ],
  ),
  ...rounds(["1W"] as const, ["1D", "1W", "1M", "5m"] as const).flatMap((timeframe) =>
    rounds([true], [true, false]).map((adjusted): Answer => {
      const series = { security: 7, timeframe, hours: "extended", session: "24x7", adjusted } as const;
      return [
        `a chart of ${timeframe}${adjusted ? ", adjusted" : ""}`,
        async (market: Market) => [
          await chartBars(market, series, { limit: 50, earliest: 0 }),
          await chartIndicators(market, series, [RSI], {
            first: LAST - 60,
            last: LAST,
          }),
        ],
      ] as const;
    }),
  ),
];

// What is sent to all servers is looked at below; that a replica has all of it is left to the soak.
test.runIf(IN_SOAK)(
  "two replicas behind one address, each statement at the other one: nothing is left on one of them only",
  async () => {
    const isRead = (table: string): boolean => !/^(?:given|origin|minute|bucket|fact|statement|event)/.test(table);
    const cluster = await openCluster(
      whole,
      "one",
      2,
      rounds(isRead, () => true),
    );
    try {
      await sameRows(cluster.market, REPLICATED, { passRows: rounds(2_000, 200) });
      if (IN_SOAK) await sameRows(cluster.market, USUAL);
      for (const [, ask] of rounds([], ANSWERS))
        expect(unstamped(await ask(cluster.market))).toEqual(unstamped(await ask(whole)));
      expect(await cluster.market.query("SELECT name FROM system.databases WHERE name LIKE 'run_%'")).toEqual([]);
    } finally {
      await cluster.end();
    }
  },
);

/** A security that splits and one that changes its symbol, days and minutes, a row given twice. */
const FIRST_FILES = {
  "daily.csv": `${DAILY}\nA,2024-01-02,1,2,1,2,5\nA,2024-01-03,1,2,1,2,5\nB,2024-01-02,3,4,3,4,7\nC,2024-01-03,3,4,3,4,7\nC,2024-01-03,3,4,3,4,8\n`,
  "minute.csv": `${MINUTE}\nA,2024-01-03,09:30,1,2,1,2,5\nD,2024-01-03,09:31,1,2,1,2,5\n`,
  "facts.csv": "symbol,field,known_at,value\nA,float,2024-01-02,5\nB,sector,2024-01-02,Energy\n",
};
const LATER_FILES = {
  "daily.csv": `${DAILY}\nA,2024-01-03,1,3,1,2,6\nA,2024-01-04,1,2,1,2,5\nE,2024-01-04,3,4,3,4,7\n`,
  "splits.csv": "symbol,date,ratio\nA,2024-01-04,2\n",
  "symbols.csv": "symbol,old_symbol,date\nE,B,2024-01-04\n",
  "events.csv": "symbol,kind,at\nA,news,2024-01-03 10:00\n",
};

const rowsOf = async (market: Market, name: string): Promise<readonly object[]> => {
  const { table } = await currentSnapshot(market);
  return market.query<object>(`SELECT '${name}' AS of, * FROM ${table(name)} ORDER BY ALL`);
};

describe("two shards", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await openEmptyCluster("two", 1);
    await makeDemo(cluster.market, DEMO);
  });
  afterAll(() => cluster.end());

  test("the same was made there: one content has one name, however it is stored", async () => {
    expect((await currentSnapshot(cluster.market)).label?.id).toBe((await currentSnapshot(whole)).label?.id);
  });

  test("each has its own securities, and no statement outside of a shard has any", async () => {
    const snapshot = await currentSnapshot(cluster.market);
    const { table, localTable } = snapshot;
    const [one] = await (
      await currentSnapshot(whole)
    ).query<{ n: number }>("SELECT toUInt32(count()) AS n FROM market.daily");
    const shards = await snapshot.query<{ shard: number; n: number; rest: number[] }>(
      `SELECT * FROM cluster('two', view(SELECT shardNum() AS shard, toUInt32(count()) AS n, groupUniqArray(security_id % 2) AS rest FROM ${localTable("daily")})) ORDER BY shard`,
    );
    expect(shards.map(({ shard, rest }) => [shard, rest])).toEqual([
      [1, [0]],
      [2, [1]],
    ]);
    expect(shards.reduce((sum, { n }) => sum + n, 0)).toBe(one?.n);
    expect(await snapshot.query(`SELECT toUInt32(count()) AS n FROM ${table("daily")}`)).toEqual([one]);
    expect(await snapshot.query(`SELECT toUInt32(count()) AS n FROM ${localTable("daily")}`)).toEqual([{ n: 0 }]);
  });

  test("rows, funnel, counts and notes are those of one engine, in one pass and in many", async () => {
    const others = `[daily close adj] / [daily close -1 adj of "${row.symbol}"]`;
    const { rows, steps } = await sameRows(cluster.market, request(FILTERS, { ...KINDS, Others: others }));
    expect(rows.length).toBeGreaterThan(20);
    expect(steps.at(-1)?.rows).toBe(rows.length);
    if (IN_SOAK) await sameRows(cluster.market, EVERY_ROW, { passRows: 3_000 });
    else {
      // The tables on its way have the columns that are declared.
      const { market, stages } = comparing(cluster.market);
      await sameRows(market, request(FILTERS, { Rsi, Ranks, Former, When }), { passRows: 2_000 });
      expect(stages.length).toBeGreaterThan(5);
      expectSame(stages);
    }
    if (IN_SOAK) await sameRows(cluster.market, request(["[daily close] < 0", ...FILTERS], FEW_COLUMNS));
    await sameRows(cluster.market, request(FILTERS, { Rank }, ["2025-12-06", "2025-12-07"]));
  });

  test.each(ANSWERS)("%s", async (_title, ask) => {
    expect(unstamped(await ask(cluster.market))).toEqual(unstamped(await ask(whole)));
  });

  // They are made of what the columns above have. In the soak `naive/agreement` divides made-up formulas between two shards, too.
  test.runIf(IN_SOAK)("every preset", async () => {
    const columns = Object.fromEntries(builtInPresets().map(({ tag, formula }) => [tag, formula]));
    for (const days of [
      ["2025-12-23", "2025-12-23"],
      ["2025-11-24", "2025-11-25"],
    ] as const)
      await sameRows(cluster.market, request([], columns, days));
  });

  // So are these. One of a list of one's own needs the account's rows.
  const templates = builtInTemplates().filter(({ own }) => own.length === 0);
  test.runIf(IN_SOAK).each(templates)("template $name", async ({ source }) => {
    await sameRows(cluster.market, read(source));
  });

  test("a shard that does not answer is an error, never fewer rows", async () => {
    const snapshot = await currentSnapshot(cluster.market);
    const profile = clusterOf("dead");
    const market = { ...snapshot, profile, market: { ...cluster.market, profile } };
    for (const filters of [[], FILTERS.slice(1, 2)])
      await expect(runScan(market, request(filters, FEW_COLUMNS), { run: "dead" })).rejects.toThrow(NO_CONNECTION);
    await expect(explain(market, request([], FEW_COLUMNS), row)).rejects.toThrow(NO_CONNECTION);
    expect(
      await cluster.market.query(
        "SELECT name FROM system.tables WHERE name LIKE '%dead%' UNION ALL SELECT name FROM system.databases WHERE name LIKE 'run_%'",
      ),
    ).toEqual([]);
  });

  test("a cancelled scan leaves nothing", async () => {
    const abort = new AbortController();
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done >= 1) abort.abort();
    };
    const running = runScan(cluster.market, request(FILTERS, COLUMNS), {
      run: "cancelled",
      signal: abort.signal,
      onProgress,
    });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    expect(
      await cluster.market.query(
        "SELECT name FROM system.tables WHERE name LIKE '%cancelled%' UNION ALL SELECT name FROM system.databases WHERE name LIKE 'run_%'",
      ),
    ).toEqual([]);
  });

  test("what is sent to all servers is what their parser knows: none of it can run here", async () => {
    const sent = [...cluster.forAll];
    const kinds = new Set(sent.map((sql) => sql.split(" ", 2).join(" ")));
    for (const kind of [
      "CREATE DATABASE",
      "CREATE TABLE",
      "DROP TABLE",
      "DROP DATABASE",
      "ALTER DATABASE",
      "SYSTEM SYNC",
      "KILL QUERY",
    ])
      expect([...kinds]).toContain(kind);
    const parsed = "SELECT toUInt32(count(formatQuery(sql))) AS n FROM (SELECT arrayJoin({sent:Array(String)}) AS sql)";
    expect(await cluster.market.query({ sql: parsed, params: { sent } })).toEqual([{ n: sent.length }]);
  });

  // `tests/server/backup.test.ts` restores results in one engine.
  test.runIf(IN_SOAK)("the result of a run on one server is restored, and read there", async () => {
    const run = "0".repeat(26);
    const folder = await mkdtemp(join(tmpdir(), "scanbook-result-"));
    const finished = await runScan(whole, FEW, { run });
    const shape = (await resultShapes(whole)).find(({ name }) => name === finished.table);
    if (shape === undefined) throw new Error("the run has a result");
    const path = join(folder, "rows.gz");
    await saveResult(whole, finished.table, path);
    await restoreResult(cluster.market, run, shape, path);
    const page = { offset: 0, limit: finished.rows };
    const there = { ...finished, database: cluster.market.database };
    expect(await readRows(cluster.market, there, page)).toEqual(await readRows(whole, finished, page));
    for (const market of [whole, cluster.market]) await dropRun(market, run);
    await rm(folder, { recursive: true });
  });

  const expectSameTables = async (names: readonly string[]): Promise<void> => {
    for (const name of names)
      if (name !== "part_digest" && name !== "origin_import")
        expect(await rowsOf(cluster.market, name)).toEqual(await rowsOf(whole, name));
  };

  // The last one: it replaces what the others read.
  // `import-at-address` imports at an address, and the demo above is made in both shards by the same statements.
  test.runIf(IN_SOAK)(
    "what is imported is the same, first in place of the invented market, then beside what is there",
    async () => {
      const ids: string[] = [];
      for (const files of [FIRST_FILES, LATER_FILES]) {
        const folder = folderOf(files);
        const [here, there] = [await importCsv(whole, folder), await importCsv(cluster.market, folder)];
        expect({ ...there, seconds: 0 }).toEqual({ ...here, seconds: 0 });
        ids.push(there.snapshot);
        // The id of the snapshot, which the reports have, is made of the tables that formulas read.
        if (IN_SOAK) await expectSameTables(Object.keys((await currentSnapshot(whole)).versions));
      }
      await expectSameTables(["bucket", "minute_day", "era", "origin_bars", "origin_file", "origin_rows"]);
      await rollBack(cluster.market, null);
      expect((await currentSnapshot(cluster.market)).label?.id).toBe(ids[0]);
    },
  );
});
