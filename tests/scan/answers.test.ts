import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentSnapshot, makeDemo, openMarket, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas, type ScanRequest } from "../../src/request/index.ts";
import { dropRun, makeRoomForAnswers, readRows, runScan, type ScanOptions } from "../../src/scan/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { cases, IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { IS_PRIVATE } from "../../src/scan/answers/clause-key.ts";
import { leastWorth } from "../../src/scan/answers/room.ts";
import { importAnother } from "../market/import-another.ts";
import { openTestMarket } from "../market/open-market.ts";
import { resultsApart, rowsApart } from "../naive/agreement.ts";
import { importMarket, scanEngine } from "../naive/engine.ts";
import { randomColumns } from "../naive/formulas.ts";
import { calendar, viewOf } from "../naive/market.ts";
import { randomMarket } from "../naive/random-market.ts";
import { scanNaive } from "../naive/scan.ts";
import { steadyFilters } from "../naive/steady.ts";
import { Random } from "../naive/random.ts";
import { edit, FILTERS, RANGES, requestOf, type Text } from "./random-edits.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));

const SEQUENCES = Number(process.env["SEQUENCES"] ?? cases(1));

describe("answers that are kept", () => {
  let market: Market;
  beforeAll(async () => {
    console.info(`SEED=${SEED}`);
    market = await openTestMarket();
    await makeDemo(market, { symbols: 30, years: 1, minuteDays: 15 });
  });
  afterAll(() => market.close());

  /** The tables of answers into which a scan with kept answers inserts, one for each statement. */
  async function inserts(request: ScanRequest): Promise<string[]> {
    const found: string[] = [];
    const watched: Market = {
      ...market,
      command: (statement) => {
        const [, table] =
          /^INSERT INTO \S*\.(answer_\w+)/.exec(typeof statement === "string" ? statement : statement.sql) ?? [];
        if (table !== undefined) found.push(table);
        return market.command(statement);
      },
    };
    await runScan(watched, request, { run: "watched", answers: true });
    await dropRun(market, "watched");
    return found;
  }

  const answerTables = async (): Promise<readonly string[]> =>
    (
      await market.query<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = '${market.database}' AND startsWith(name, 'answer_') ORDER BY name`,
      )
    ).map(({ name }) => name);

  async function scan(request: ScanRequest, options: Partial<ScanOptions>): Promise<unknown> {
    const run = options.run ?? "fresh";
    const finished: FinishedRun = await runScan(market, request, { run, ...options });
    const rows = await readRows(market, finished, { offset: 0, limit: finished.rows });
    await dropRun(market, run);
    const { columns, funnel, hits, notes, snapshot } = finished;
    return { rows, columns, funnel, hits, notes, snapshot };
  }

  /** What happens besides, now and then. */
  const HAPPENINGS: Readonly<Record<string, () => Promise<unknown>>> = {
    // All of them, or those that are worth least.
    "all answers are dropped": () => makeRoomForAnswers(market, 0),
    "some answers are dropped": () => makeRoomForAnswers(market, 30_000),
    "the tables of the answers are gone": async () => {
      for (const name of await answerTables()) await market.command(`DROP TABLE ${market.database}.${name} SYNC`);
    },
    "an import": () => importAnother(market),
  };

  // Before the market is another one.
  test("a formula that is a column is kept apart from the same as a filter", async () => {
    const text: Text = { days: ["2025-12-03", "2025-12-30"], filters: [], columns: ["News"] };
    const filters = [{ formula: "[fundamental news]", off: false }];
    for (const each of [text, { ...text, filters }, text]) {
      const request = requestOf(each);
      expect(await scan(request, { run: "kept", answers: true })).toEqual(await scan(request, {}));
    }
  });

  // That the rows stay the same is below; only the soak counts the statements.
  test.runIf(IN_SOAK)(
    "an order of filters that was looked at computes nothing again, and a new column itself alone",
    async () => {
      const text: Text = {
        // Days of which no answer is kept yet.
        days: ["2025-12-02", "2025-12-30"],
        filters: FILTERS.slice(0, 6).map((formula) => ({ formula, off: false })),
        columns: ["Close", "Rsi", "Cap"],
      };
      await scan(requestOf(text), { run: "kept", answers: true });
      const moved = requestOf({ ...text, filters: [...text.filters].reverse() });
      await inserts(moved);
      for (const request of [requestOf(text), moved]) expect(await inserts(request)).toEqual([]);
      const more = await inserts(requestOf({ ...text, columns: [...text.columns, "Sector"] }));
      expect(more.filter((table) => table.includes("value"))).toHaveLength(1);
    },
  );

  // Whatever is edited, the rows are those of a fresh scan, below; this counts the statements.
  test.runIf(IN_SOAK)(
    "a result that was filled before takes two statements, in any order of its filters; one whose answers were dropped is computed again",
    async () => {
      const text: Text = {
        days: ["2025-12-03", "2025-12-31"],
        filters: FILTERS.slice(0, 4).map((formula) => ({ formula, off: false })),
        columns: ["Close", "Rsi", "Cap"],
      };
      const moved = { ...text, filters: [...text.filters].reverse() };
      const read: string[] = [];
      const note = (statement: string | { readonly sql: string }): void => {
        const sql = typeof statement === "string" ? statement : statement.sql;
        if (sql.includes("answer_")) read.push(sql.slice(0, 12));
      };
      const watched: Market = {
        ...market,
        query: (statement) => (note(statement), market.query(statement)),
        command: (statement) => (note(statement), market.command(statement)),
      };
      const rows = async (of: Text): Promise<unknown> => {
        read.length = 0;
        const finished = await runScan(watched, requestOf(of), { run: "watched", answers: true });
        const found = await readRows(market, finished, { offset: 0, limit: finished.rows });
        await dropRun(market, "watched");
        return [found, finished.funnel];
      };
      const known = new Map<Text, unknown>();
      const fresh = async (of: Text): Promise<unknown> => {
        if (known.has(of)) return known.get(of);
        const finished = await runScan(market, requestOf(of), { run: "fresh" });
        const found = await readRows(market, finished, { offset: 0, limit: finished.rows });
        expect(finished.rows).toBeGreaterThan(0);
        await dropRun(market, "fresh");
        known.set(of, [found, finished.funnel]);
        return known.get(of);
      };
      for (const of of [text, moved]) await rows(of);
      for (const of of [text, moved, text]) {
        expect(await rows(of)).toEqual(await fresh(of));
        expect(read.toSorted()).toEqual(["CREATE OR RE", "SELECT CAST("]);
      }
      // A stricter filter leaves some of the days on which the values are known.
      const stricter = { ...text, filters: [...text.filters, { formula: FILTERS[5], off: false }] };
      expect(await rows(stricter)).toEqual(await fresh(stricter));
      expect(read.filter((start) => start === "SELECT toStr")).toEqual([]);
      await makeRoomForAnswers(market, 0);
      // Once it finds out; then all of it is known again.
      for (let times = 0; times < 3; times++) expect(await rows(moved)).toEqual(await fresh(moved));
      expect(read.toSorted()).toEqual(["CREATE OR RE", "SELECT CAST("]);
      await HAPPENINGS["the tables of the answers are gone"]?.();
      expect(await rows(moved)).toEqual(await fresh(moved));
    },
  );

  test("whatever is edited, the rows are those of a fresh scan", { timeout: timeLimit(120_000) }, async () => {
    const random = new Random(SEED);
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      let text: Text = {
        days: RANGES[0],
        filters: [FILTERS[0], FILTERS[6]].map((formula) => ({ formula, off: false })),
        columns: ["Close", "Rsi"],
      };
      const done: string[] = [];
      for (let step = 0; step < rounds(5, 30); step++) {
        const request = requestOf(text);
        if (random.chance(0.15)) {
          const what = random.of(Object.keys(HAPPENINGS));
          done.push(what);
          await HAPPENINGS[what]?.();
        }
        const fresh = await scan(request, {});
        const runs = random.chance(0.2) ? ["kept", "beside"] : ["kept"];
        const all = await Promise.all(runs.map((run) => scan(request, { run, answers: true })));
        for (const kept of all) expect(kept, `SEED=${SEED}: ${done.join("; ")}`).toEqual(fresh);
        const next = edit(random, text);
        done.push(next.what);
        text = next.text;
      }
    }
  });

  // They are those of a fresh scan above, and a fresh scan's are what the definitions say in `naive/agreement`.
  test.runIf(IN_SOAK)("kept answers are what the definitions say", { timeout: timeLimit(60_000) }, async () => {
    const random = new Random(SEED);
    const reference = randomMarket(SEED);
    const small = await openMarket({ folder: market.folder ?? "", database: "reference" });
    await importMarket(small, reference);
    const { first, last } = viewOf(reference);
    const [start, end] = [calendar(first).date, calendar(last).date];
    const filters = steadyFilters(random, reference, 5);
    const columns = randomColumns(random, reference, 8).filter(({ code }) => !code.includes("{"));
    for (let step = 0; step < cases(2); step++) {
      const request = { start, end, filters: random.some(filters, 0.5), columns: random.some(columns, 0.6) };
      const kept = await scanEngine(small, request, { answers: true });
      const naive = scanNaive({ ...request, filters: request.filters.map(({ tree }) => tree) }, reference);
      expect(rowsApart(naive, kept), `SEED=${SEED}`).toBeNull();
      const fresh = await scanEngine(small, request);
      expect(kept.funnel, `SEED=${SEED}`).toEqual(fresh.funnel);
      expect(resultsApart(fresh, kept, request.columns), `SEED=${SEED}`).toEqual([]);
    }
    await small.close();
  });

  test("no name of a user is in a key, and equal formulas have one", async () => {
    const named = (name: string): ScanRequest => {
      const { request } = readRequest(
        requestOfFormulas({
          name,
          start: RANGES[1][0],
          end: RANGES[1][1],
          filters: [{ formula: "[daily close] * 2 > 40" }],
          columns: [
            { name, formula: "[daily close] * 2" },
            { name: "Half", formula: `{${name}} / 4` },
          ],
        }),
      );
      if (request === null) throw new Error("the request is valid");
      return request;
    };
    await runScan(market, named("Mine"), { run: "watched", answers: true });
    expect(await inserts(named("Of another"))).toEqual([]);
  });

  test("of a request with a series of a user's own nothing is kept, nor is anything kept read", async () => {
    const text: Text = {
      days: ["2025-12-01", "2025-12-29"],
      filters: [{ formula: FILTERS[0], off: false }],
      columns: ["Close"],
    };
    const withFact = requestOf({ ...text, columns: ["Close", "Cap"] });
    // Known to all as long as facts are.
    expect(await inserts(withFact)).not.toEqual([]);
    Object.assign(IS_PRIVATE, { fact: true });
    try {
      const read: string[] = [];
      const watched: Market = {
        ...market,
        query: (statement) => {
          read.push(typeof statement === "string" ? statement : statement.sql);
          return market.query(statement);
        },
      };
      await runScan(watched, withFact, { run: "watched", answers: true });
      expect(read.filter((sql) => sql.includes("answer_"))).toEqual([]);
      expect(await inserts(requestOf({ ...text, columns: ["Close", "Sector"] }))).toEqual([]);
      expect(await scan(withFact, { run: "kept", answers: true })).toEqual(await scan(withFact, {}));
      // Of what is no user's own it still is.
      expect(await inserts(requestOf({ ...text, columns: ["Close", "High20"] }))).not.toEqual([]);
    } finally {
      Object.assign(IS_PRIVATE, { fact: false });
    }
  });

  // What goes first is below; only the soak drops answers for want of room.
  test.runIf(IN_SOAK)(
    "room is made: what stays fits into its bound, and what was dropped is computed again",
    async () => {
      // Those of the newest snapshot: others go with theirs.
      const { number } = await currentSnapshot(market);
      const total = async (of: "bytes" | "rows"): Promise<number> => {
        const [sum] = await market.query<{ n: number }>(
          `SELECT toFloat64(sum(total_${of})) AS n FROM system.tables WHERE database = '${market.database}' AND startsWith(name, 'answer_') AND endsWith(name, '_${number}')`,
        );
        return sum?.n ?? 0;
      };
      const request = requestOf({ days: RANGES[0], filters: [], columns: ["Close", "Gap", "High20"] });
      await scan(request, { run: "kept", answers: true });
      const before = await total("bytes");
      expect(await makeRoomForAnswers(market, before)).toBe(0);
      expect(await makeRoomForAnswers(market, before / 2)).toBeGreaterThan(0);
      expect(await total("bytes")).toBeLessThanOrEqual(before / 2);
      await makeRoomForAnswers(market, 0);
      expect(await total("rows")).toBe(0);
      expect(await scan(request, { run: "kept", answers: true })).toEqual(await scan(request, {}));
    },
  );

  test("what cost little for its room goes first, and of equals what was used longest ago", () => {
    const kept = [
      { clause: "1", seconds: 1, bytes: 100 },
      { clause: "2", seconds: 1, bytes: 1000 },
      { clause: "3", seconds: 1, bytes: 100 },
    ];
    const used = new Map([
      ["1", 0],
      ["2", 300_000],
      ["3", 300_000],
    ]);
    expect(leastWorth(kept, 1, used, 300_000)).toEqual(["2"]);
    expect(leastWorth(kept, 1001, used, 300_000)).toEqual(["2", "1"]);
  });

  // Only the soak looks whether the answers of a snapshot that went are gone: they cost disk and are never read.
  test.runIf(IN_SOAK)("the answers of a snapshot go with it", async () => {
    await scan(requestOf({ days: RANGES[1], filters: [], columns: ["Close"] }), { run: "kept", answers: true });
    const { number } = await currentSnapshot(market);
    expect(await answerTables()).toContain(`answer_set_${number}`);
    await importAnother(market);
    await importAnother(market);
    expect((await answerTables()).filter((name) => name.endsWith(`_${number}`))).toEqual([]);
  });
});
