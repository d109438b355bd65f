import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  currentSnapshot,
  keptSnapshots,
  makeDemo,
  onSnapshot,
  replaceTables,
  type Market,
  type Statement,
} from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { chartBars, dropRun, explain, funnel, readRows, runScan } from "../../src/scan/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";

const END = "2025-12-31";
const { request } = readRequest(
  requestOfFormulas({
    name: "span",
    start: "2025-12-01",
    end: END,
    filters: [{ formula: "[daily close] > 0" }, { formula: "[daily volume] > 0" }],
    columns: [
      { name: "Close", formula: "[daily close]" },
      { name: "Average", formula: "avg([daily volume], -3 .. 0)" },
      { name: "Place", formula: "rank([daily volume])" },
    ],
  }),
);
if (request === null) throw new Error("the request is valid");
const scanned = request;

let market: Market;
let imports = 0;
beforeAll(async () => {
  market = await openTestMarket();
  await makeDemo(market, { symbols: 8, years: 64 / 252, minuteDays: 1 });
});
afterAll(() => market.close());

/** Lands an import that changes every daily bar, and what the snapshot is called. */
async function anotherMarket(): Promise<void> {
  const { table } = await currentSnapshot(market);
  // There and back, so that prices stay in their range however many imports there are.
  const change = imports % 2 === 0 ? "* 2" : "/ 2";
  await replaceTables(market, ["daily", "snapshot"], async (importing, name, into) =>
    importing.command(
      name === "daily"
        ? `INSERT INTO ${into} SELECT * REPLACE (close ${change} AS close, high ${change} AS high, volume + security_id AS volume) FROM ${table("daily")}`
        : `INSERT INTO ${into} SELECT 'import ${++imports}', '${END}', now(), 'test'`,
    ),
  );
}

const textOf = (given: Statement | string): string => (typeof given === "string" ? given : given.sql);

/** The same market, in which an import lands before the statement of that number, counted from 0. */
function importingBefore(at: number): { readonly market: Market; count(): number } {
  let count = 0;
  const before = async (): Promise<void> => {
    if (count++ === at) await anotherMarket();
  };
  return {
    count: () => count,
    market: {
      ...market,
      query: async <Row>(given: Statement | string) => {
        await before();
        return market.query<Row>(given);
      },
      command: async (given) => {
        await before();
        return market.command(given);
      },
    },
  };
}

/**
 * Runs `work` with an import before one statement of it after another; a few of them, in the soak each. What it finds is
 * what it finds of the snapshot that was the current one at its first statement: the one before the import, which is kept.
 */
async function beforeEach<T>(
  work: (market: Market) => Promise<T>,
  judge: (found: T, alone: T, id: string) => void | Promise<void> = (found, alone) => expect(found).toEqual(alone),
): Promise<void> {
  const counting = importingBefore(-1);
  await work(counting.market);
  const statements = counting.count();
  expect(statements).toBeGreaterThan(1);
  const step = Math.max(1, Math.floor(statements / rounds(2, statements)));
  for (let at = 1; at < statements; at += step) {
    const importing = importingBefore(at);
    const { number } = await currentSnapshot(market);
    const found = await work(importing.market);
    expect(importing.count()).toBeGreaterThan(at);
    const then = (await keptSnapshots(market)).find((snapshot) => snapshot.number === number);
    if (then === undefined) throw new Error("the snapshot before is kept");
    expect((await currentSnapshot(market)).number).toBeGreaterThan(number);
    await judge(found, await work(then), then.label?.id ?? "");
  }
}

describe("with an import in their midst", () => {
  test.each(rounds([{ passRows: 200 }], [{ passRows: 1_000_000 }, { passRows: 200 }]))(
    "a scan in passes of $passRows bars is of one snapshot, and says which",
    async ({ passRows }) => {
      let runs = 0;
      await beforeEach(
        async (changing) => {
          const run = await runScan(changing, scanned, { run: `span${++runs}`, passRows });
          return { run, rows: await readRows(market, run, { offset: 0, limit: 1_000_000 }) };
        },
        async ({ run, rows }, alone, id) => {
          expect(run.snapshot.id).toBe(id);
          expect(rows).toEqual(alone.rows);
          expect([run.funnel, run.hits, run.notes]).toEqual([alone.run.funnel, alone.run.hits, alone.run.notes]);
          expect(await market.query("SELECT name FROM system.databases WHERE name LIKE 'run%'")).toEqual([]);
        },
      );
    },
  );

  // All reads hold their snapshot as a scan and an explanation do.
  test.runIf(IN_SOAK)("the funnel in another order", () => beforeEach((changing) => funnel(changing, scanned, [2, 1])));

  // It reads through the same snapshot as the scan above.
  test.runIf(IN_SOAK)("an explanation of one row", async () => {
    const [row] = await market.query<{ symbol: string }>(
      "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily WHERE session = (SELECT max(session) FROM market.daily)) LIMIT 1",
    );
    const day = { symbol: row?.symbol ?? "", date: END };
    await beforeEach((changing) => explain(changing, scanned, day));
  });

  test.runIf(IN_SOAK)("a page of a chart", async () => {
    const series = { security: 1, timeframe: "1D", hours: "regular", session: "24x7", adjusted: true } as const;
    await beforeEach((changing) => chartBars(changing, series, { limit: 20, earliest: 0 }));
  });
});

const SCANS = rounds(0, 20);
const IMPORTS = rounds(0, 12);

test.skipIf(SCANS === 0)(
  `${SCANS} scans at once, again and again while ${IMPORTS} imports land: no row is of another snapshot than the scan says (in the soak)`,
  async () => {
    /** All rows of the scan, by the name of the snapshot. */
    const expected = new Map<string, readonly unknown[]>();
    const compute = async (): Promise<void> => {
      const snapshot = await currentSnapshot(market);
      const run = await runScan(snapshot, scanned, { run: `alone_${snapshot.number}` });
      expected.set(run.snapshot.id, await readRows(market, run, { offset: 0, limit: 1_000_000 }));
      await dropRun(market, `alone_${snapshot.number}`);
    };
    await compute();
    const over = new AbortController();
    const found: { readonly id: string; readonly rows: readonly unknown[] }[] = [];
    const scanning = async (who: number): Promise<void> => {
      for (let time = 0; !over.signal.aborted; time += 1) {
        const name = `many_${who}_${time}`;
        const run = await runScan(market, scanned, { run: name, passRows: 200 });
        found.push({ id: run.snapshot.id, rows: await readRows(market, run, { offset: 0, limit: 1_000_000 }) });
        await dropRun(market, name);
      }
    };
    const scans = Array.from({ length: SCANS }, (_, who) => scanning(who));
    for (let landed = 0; landed < IMPORTS; landed += 1) {
      await anotherMarket();
      await compute();
    }
    over.abort();
    await Promise.all(scans);
    const rows = found.reduce((sum, each) => sum + each.rows.length, 0);
    const mixed = found.flatMap(({ id, rows: those }) => {
      const alone = new Set(expected.get(id)?.map((row) => JSON.stringify(row)));
      return those.filter((row) => !alone.has(JSON.stringify(row)));
    });
    console.log(
      `${found.length} scans of ${new Set(found.map(({ id }) => id)).size} snapshots, ${rows} rows, ${mixed.length} mixed`,
    );
    expect(mixed).toEqual([]);
    for (const { id, rows: those } of found) expect(those.length).toBe(expected.get(id)?.length);
    expect(new Set(found.map(({ id }) => id)).size).toBeGreaterThan(2);
  },
  900_000,
);

test("a scan keeps its snapshot however many imports land meanwhile, and lets it go at its end", async () => {
  const { number, table } = await currentSnapshot(market);
  const versions = async (): Promise<number> =>
    (await market.query(`SELECT 1 FROM system.tables WHERE concat(database, '.', name) = '${table("daily")}'`)).length;
  let landed = 0;
  const changing: Market = {
    ...market,
    command: async (given) => {
      await market.command(given);
      if (landed < 3 && textOf(given).startsWith("CREATE DATABASE")) {
        for (; landed < 3; landed++) await anotherMarket();
        expect((await keptSnapshots(market)).map((kept) => kept.number)).toContain(number);
      }
    },
  };
  const run = await runScan(changing, scanned, { run: "kept" });
  expect([run.rows > 0, landed, (await currentSnapshot(market)).number]).toEqual([true, 3, number + 3]);
  expect(await versions()).toBe(1);
  await anotherMarket();
  expect((await keptSnapshots(market)).map((kept) => kept.number)).toEqual([number + 4, number + 3]);
});

// Only the soak takes a snapshot away in the midst of work.
test.runIf(IN_SOAK)(
  "work whose snapshot goes is done again on the newest; imports that do not end are a plain failure",
  async () => {
    const looked: number[] = [];
    const look = (tries: number) =>
      onSnapshot(market, async (snapshot) => {
        looked.push(snapshot.number);
        if (looked.length <= tries) for (let n = 0; n < 2; n++) await anotherMarket();
        return snapshot.query(`SELECT count() FROM ${snapshot.table("daily")}`);
      });
    await look(1);
    expect(looked).toHaveLength(2);
    expect(looked[1]).toBe((await currentSnapshot(market)).number);
    looked.length = 0;
    await expect(look(Infinity)).rejects.toMatchObject({
      code: "changed",
      message: "Imports changed the market each time meanwhile. Try again when they have ended.",
    });
  },
);
