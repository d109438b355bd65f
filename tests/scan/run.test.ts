import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDemo, SESSIONS, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas, type ScanRequest } from "../../src/request/index.ts";
import { dropRun, readRows, runScan, type ScanOptions } from "../../src/scan/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";

const START = "2025-11-03";
const END = "2025-12-31";

const FILTERS = [
  "[intraday sum volume '09:30' .. '09:59'] > 100",
  "[daily close] > 5",
  "[daily open] / [daily close -1] > 1.01",
  '[identity exchange] != "OTC"',
] as const;

const COLUMNS: Readonly<Record<string, string>> = {
  Close: "[daily close]",
  Gap2: "{gap} * 2",
  High20: "[daily max high -20 .. -1 adj]",
  High250: "[daily max high -250 .. -1 adj]",
  Premarket: "[intraday max high '04:00' .. '09:29']",
  Rsi: "[indicator rsi(14) close adj]",
  Ema5: "[indicator ema(20) close 5min at '10:00']",
  Cap: "[fundamental market_cap]",
  Sector: "[fundamental sector]",
  Float: "[ownership float]",
  News: "[fundamental news]",
  Revenue: "[earnings total-revenue-2q]",
  Rank: "rank([daily volume])",
  RankBefore: "at(pct_rank([daily volume]), -1)",
  Best: "mfe(5)",
  Touch: "first_touch(5, 3, 10)",
  Volumes: "avg([intraday sum volume '09:30' .. '15:59'], -3 .. -1)",
  Day: "[daily date -1]",
  When: "[intraday time at max high '09:30' .. '15:59']",
  Since: "bars_since([daily close] > [daily open], 20)",
};

function request(
  filters: readonly string[],
  columns: Readonly<Record<string, string>>,
  days: readonly [string, string] = [START, END],
): ScanRequest {
  const { request: read, diagnostics } = readRequest(
    requestOfFormulas({
      name: "run",
      start: days[0],
      end: days[1],
      filters: filters.map((formula) => ({ formula })),
      columns: Object.entries(columns).map(([name, formula]) => ({ name, formula })),
    }),
  );
  if (!read)
    throw new Error(
      diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .join(" "),
    );
  return read;
}

/** Numbers within 1e-6 of each other, as smoothing promises whatever its first bar; everything else the same. */
function agrees(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 1e-6 * Math.abs(b) : a === b;
}

describe("a run on a market of 50 securities", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
    await makeDemo(market, { symbols: 50, years: 2, minuteDays: 15 });
  });
  afterAll(() => market.close());

  async function scan(
    wanted: ScanRequest,
    options: Partial<ScanOptions> = {},
  ): Promise<{ finished: FinishedRun; rows: unknown[][] }> {
    const finished = await runScan(market, wanted, { run: "test", ...options });
    return { finished, rows: await readRows(market, finished, { offset: 0, limit: finished.rows }) };
  }

  /** What the usual request gives when nothing interferes. */
  let undisturbed: ReturnType<typeof scan> | null = null;
  const usual = (): ReturnType<typeof scan> => (undisturbed ??= scan(request(FILTERS, COLUMNS)));

  test("rows come by date, then symbol; funnel, hits and null counts speak of the same rows", async () => {
    const { finished, rows } = await usual();
    const keys = rows.map(([symbol, date]) => `${String(date)} ${String(symbol)}`);
    expect(rows.length).toBeGreaterThan(20);
    expect(keys).toEqual([...keys].sort());
    expect(finished.funnel.map(({ code }) => code)).toEqual(["", FILTERS[1], FILTERS[2], FILTERS[3], FILTERS[0]]);
    const left = finished.funnel.map((step) => step.rows);
    expect(left).toEqual([...left].sort((a, b) => b - a));
    expect(left.at(-1)).toBe(rows.length);
    expect(finished.hits.reduce((sum, day) => sum + day.rows, 0)).toBe(rows.length);
    expect(finished.hits).toHaveLength(41);
    for (const [index, column] of finished.columns.entries()) {
      expect([column.name, column.nulls]).toEqual([column.name, rows.filter((row) => row[index] === null).length]);
    }
  });

  test("one pass or many, buckets or minutes: the same rows and funnel", async () => {
    const wanted = request(FILTERS, COLUMNS);
    const base = await usual();
    // In `npm test` all rows, below, which `naive/agreement` has over minutes; in the soak each by itself as well.
    for (const options of rounds<readonly object[]>([], [{ passRows: 9_000 }, { buckets: false }])) {
      const other = await scan(wanted, options);
      expect(other.rows).toEqual(base.rows);
      expect(other.finished.funnel).toEqual(base.finished.funnel);
    }
    const everything = request([], COLUMNS, ["2025-12-10", END]);
    expect((await scan(everything, { passRows: 12_000 })).rows).toEqual((await scan(everything)).rows);
  });

  const { Close = "", Rank = "" } = COLUMNS;
  test.each([
    ...rounds([], [["all days", request([], { Close, Rank })] as const]),
    ["days that filters left", request(FILTERS, { Close, Rank })] as const,
  ])("the result of many passes over %s is merged after the last of them, not before", async (_, wanted) => {
    const settings: string[][] = [];
    const watched: Market = {
      ...market,
      async command(given) {
        await market.command(given);
        const { sql } = typeof given === "string" ? { sql: given } : given;
        if (!/^(CREATE|INSERT|ALTER)[^(]*result_watched/.test(sql)) return;
        const [table] = await market.query<{ merges: number }>(
          `SELECT toUInt32(NOT engine_full LIKE '%max_bytes_to_merge_at_max_space_in_pool = 1%') AS merges FROM system.tables WHERE database = '${market.database}' AND name = 'result_watched'`,
        );
        settings.push([sql.slice(0, 6), table?.merges === 1 ? "merged" : "not merged"]);
      },
    };
    await runScan(watched, wanted, { run: "watched", passRows: 1_000 });
    await dropRun(market, "watched");
    expect(settings.at(0)).toEqual(["CREATE", "not merged"]);
    expect(settings.filter(([what]) => what === "INSERT").map(([, how]) => how)).not.toContain("merged");
    expect(settings.filter(([what]) => what === "INSERT").length).toBeGreaterThan(0);
    expect(settings.at(-1)).toEqual(["ALTER ", "merged"]);
  });

  test("a rank beside a rank of it, in either order", async () => {
    const ranks = { Outer: "pct_rank(rank([daily close]))", Inner: "at(rank([daily close]), -3)" };
    const { Outer, Inner } = ranks;
    const days = ["2025-12-18", END] as const;
    const forth = await scan(request([], { Outer, Inner }, days));
    const back = await scan(request([], { Inner, Outer }, days));
    expect(forth.rows.map(([symbol, date, outer, inner]) => [symbol, date, inner, outer])).toEqual(back.rows);
  });

  test("the value on a date does not depend on the range of the scan", async () => {
    const { Touch: _touch, ...columns } = COLUMNS;
    const long = await scan(request([], columns, ["2025-06-02", END]));
    const short = await scan(request([], columns, ["2025-12-10", "2025-12-12"]));
    expect(short.rows.length).toBeGreaterThan(100);
    const same = long.rows.filter(([, date]) => String(date) >= "2025-12-10" && String(date) <= "2025-12-12");
    expect(same).toHaveLength(short.rows.length);
    const apart = short.rows.flatMap((row, at) => row.filter((value, column) => !agrees(value, same[at]?.[column])));
    expect(apart).toEqual([]);
  });

  test("dates without sessions, and filters that nothing passes, give an empty result with its funnel", async () => {
    const weekend = await scan(request(FILTERS, COLUMNS, ["2025-12-06", "2025-12-07"]));
    expect(weekend.rows).toEqual([]);
    expect(weekend.finished.funnel.map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0]);
    const none = await scan(request(["[daily close] < 0", FILTERS[0]], COLUMNS));
    expect(none.rows).toEqual([]);
    expect(none.finished.funnel.map(({ rows }) => rows).slice(1)).toEqual([0, 0]);
  });

  test("notes count the rows that a warning touches", async () => {
    const columns = {
      A: "[daily avg close -200 .. 0 adj]",
      B: "[daily close] / [daily close -250]",
      C: "[indicator rsi(14)]",
    };
    const { finished, rows } = await scan(request([], columns));
    // Counted here, from the bars and splits alone.
    const bars = await market.query<{ symbol: string; dates: string[] }>(
      "SELECT any(s.symbol) AS symbol, groupArray(toString(t.date)) AS dates FROM (SELECT * FROM market.daily ORDER BY security_id, session) AS d INNER JOIN market.session AS t ON d.session = t.session INNER JOIN market.security AS s ON d.security_id = s.security_id GROUP BY d.security_id",
    );
    const splits = await market.query<{ symbol: string; date: string }>(
      "SELECT s.symbol AS symbol, toString(p.date) AS date FROM market.split AS p INNER JOIN market.security AS s ON p.security_id = s.security_id",
    );
    const changed = await market.query<{ symbol: string; old_symbol: string }>(
      "SELECT s.symbol AS symbol, c.old_symbol AS old_symbol FROM market.symbol_change AS c INNER JOIN market.security AS s ON c.security_id = s.security_id",
    );
    const now = new Map(changed.map((each) => [each.old_symbol, each.symbol]));
    const datesOf = new Map(bars.map(({ symbol, dates }) => [symbol, dates.sort()]));
    const all = SESSIONS.map(({ date }) => date);
    const first = all.indexOf([...datesOf.values()].flat().sort()[0] ?? "");
    const counted = (of: readonly unknown[][]): unknown[][] => {
      let [short, young, split] = [0, 0, 0];
      for (const [name, day] of of) {
        const symbol = now.get(String(name)) ?? String(name);
        const at = all.indexOf(String(day));
        const dates = (datesOf.get(symbol) ?? []).filter((date) => date <= String(day));
        const from = all[at - 250] ?? "";
        if (at - 200 >= first && dates.filter((date) => date >= (all[at - 200] ?? "")).length < 201) short += 1;
        if (dates.length < 253) young += 1;
        if (splits.some((each) => each.symbol === symbol && each.date > from && each.date <= String(day))) split += 1;
      }
      return [
        ["short-range", "A", short],
        ["unstable", "C", young],
        ["crosses-split", "B", split],
      ];
    };
    const noted = (of: FinishedRun): unknown[][] => of.notes.map(({ code, column, rows: n }) => [code, column, n]);
    expect(counted(rows).filter(([, , n]) => n === 0)).toEqual([]);
    expect(noted(finished)).toEqual(counted(rows));
    // The same of rows that a filter left, which has computed the series already.
    const left = await scan(request(["[daily avg close -200 .. 0 adj] > 0", "[indicator rsi(14)] > 50"], columns));
    expect(left.rows.length).toBeLessThan(rows.length);
    expect(noted(left.finished)).toEqual(counted(left.rows));
    expect((await scan(request([], columns), { passRows: 12_000 })).finished.notes).toEqual(finished.notes);
  });

  test.each(rounds([9_000], [undefined, 9_000]))(
    "who passes is told before the columns are computed, with passes of %s rows",
    async (passRows) => {
      const told: { funnel: unknown; stage: string }[] = [];
      let stage = "";
      const { finished } = await scan(request(FILTERS, COLUMNS), {
        ...(passRows === undefined ? {} : { passRows }),
        onProgress: (progress) => {
          stage = progress.stage;
        },
        onSurvivors: (funnel) => told.push({ funnel, stage }),
      });
      expect(told).toEqual([{ funnel: finished.funnel, stage: "Filtering" }]);
      expect(stage).not.toBe("Filtering");
    },
  );

  test("a cancelled scan leaves nothing, and the next one runs", async () => {
    const abort = new AbortController();
    const running = runScan(market, request([], COLUMNS, ["2024-03-01", END]), {
      run: "cancelled",
      signal: abort.signal,
      onProgress: ({ done }) => {
        if (done >= 1) abort.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    const left = await market.query(
      "SELECT name FROM system.tables WHERE name LIKE '%cancelled%' UNION ALL SELECT name FROM system.databases WHERE name LIKE 'run_%'",
    );
    expect(left).toEqual([]);
    expect((await scan(request(FILTERS, COLUMNS))).rows).toEqual((await usual()).rows);
  });

  // Only the soak begins where a killed run of the same name left its tables.
  test.runIf(IN_SOAK)("what a killed run of the same name left is in nobody's way", async () => {
    await market.command("CREATE DATABASE run_test ENGINE = Atomic");
    await market.command("CREATE TABLE run_test.s1 (x UInt8) ENGINE = Memory");
    expect((await scan(request(FILTERS, COLUMNS))).rows).toEqual((await usual()).rows);
    // Its rows stand now, and the next run takes their place.
    const few = request([FILTERS[1]], { Close: "[daily close]" }, ["2025-12-18", END]);
    expect((await scan(few)).rows).toEqual((await scan(few, { run: "other" })).rows);
    expect(await market.query("SELECT name FROM system.databases WHERE name LIKE 'run_%'")).toEqual([]);
  });

  // The test below has one that dies between two statements; only the soak kills one within a statement of a scan.
  test.runIf(IN_SOAK)(
    "an engine killed during a scan: the scan is done again, by the engine started anew",
    async () => {
      const wanted = request(FILTERS, COLUMNS);
      const expected = await usual();
      let killed = false;
      const again = await scan(wanted, {
        onProgress: ({ done }) => {
          if (killed || done < 3) return;
          killed = true;
          const address: { pid: number } = JSON.parse(readFileSync(join(market.folder ?? "", "engine.json"), "utf8"));
          process.kill(address.pid, "SIGKILL");
        },
      });
      expect(killed).toBe(true);
      expect(again.rows).toEqual(expected.rows);
    },
  );

  test("nor does it matter that it dies between two statements, so that the next one finds nothing of the run", async () => {
    const wanted = request(FILTERS, COLUMNS);
    const expected = await usual();
    let commands = 0;
    const losing: typeof market = {
      ...market,
      async command(given) {
        commands += 1;
        if (commands === 4) await market.command({ sql: "DROP DATABASE run_lost SYNC", lane: "control" });
        await market.command(given);
      },
    };
    const run = await runScan(losing, wanted, { run: "lost" });
    const rows = await readRows(market, run, { offset: 0, limit: 100_000 });
    await dropRun(market, "lost");
    expect(commands).toBeGreaterThan(8);
    expect(rows).toEqual(expected.rows);
  });

  const nested = (depth: number, of: (inner: string) => string, innermost: string): string =>
    Array.from({ length: depth }).reduce<string>((inner) => of(inner), innermost);

  test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ["8,000 characters of constants", [], { A: `5${"+5".repeat(3_990)}` }],
    ["500 terms", [], { A: Array.from({ length: 450 }, (_, at) => `[daily close -${at % 9}]`).join("+") }],
    ["400 quotients", [], { A: Array.from({ length: 400 }, (_, at) => `[daily close -${at % 9}]`).join("/") }],
    [
      "a filter of 250 alternatives",
      [Array.from({ length: 250 }, (_, at) => `[daily close -${at % 50}] > ${at}`).join(" | ")],
      {},
    ],
    [
      "100 conditions inside each other",
      [],
      { A: nested(100, (inner) => `if([daily close]>${inner},1,2)`, "[daily open]") },
    ],
    ["30 ranges inside each other", [], { A: nested(30, (inner) => `avg(${inner}, -1 .. 0)`, "[daily open]") }],
    [
      "columns that double 40 times",
      [],
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`C${at}`, at === 0 ? "[daily close]" : `{C${at - 1}} + {C${at - 1}}`]),
      ),
    ],
    [
      "200 columns",
      ["[daily close] > 5"],
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`C${at}`, `[daily max high -${at + 1} .. 0]`])),
    ],
  ])("large but legal: %s", async (_title, filters, columns) => {
    const { finished } = await scan(request(filters, columns, ["2025-12-18", END]));
    expect(finished.rows).toBeGreaterThan(0);
  });
});
