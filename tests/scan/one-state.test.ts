import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDemo, type Market, type Statement } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { chartBars, explain, funnel, readRows, runScan } from "../../src/scan/index.ts";
import { rounds } from "../cases.ts";
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
let days = 64;
beforeAll(async () => {
  market = await openTestMarket();
  await anotherMarket();
});
afterAll(() => market.close());

/** Lands an import that changes every bar: prices start one session earlier. */
async function anotherMarket(): Promise<void> {
  await makeDemo(market, { symbols: 8, years: days++ / 252, minuteDays: 1 });
}

const textOf = (given: Statement | string): string => (typeof given === "string" ? given : given.sql);

/** The same market, in which an import lands before the statement of that number, counted from 0. */
function importingBefore(at: number): { readonly market: Market; count(): number } {
  let count = 0;
  const before = async (given: Statement | string): Promise<void> => {
    if (!textOf(given).includes("system.") && count++ === at) await anotherMarket();
  };
  return {
    count: () => count,
    market: {
      ...market,
      query: async <Row>(given: Statement | string) => {
        await before(given);
        return market.query<Row>(given);
      },
      command: async (given) => {
        await before(given);
        return market.command(given);
      },
    },
  };
}

/** Runs `work` with an import before one statement of it after another; a few of them, in the soak each. */
async function beforeEach<T>(work: (market: Market) => Promise<T>, judge: (found: T) => Promise<void>): Promise<void> {
  const counting = importingBefore(-1);
  await work(counting.market);
  const statements = counting.count();
  expect(statements).toBeGreaterThan(1);
  const step = Math.max(1, Math.floor(statements / rounds(2, statements)));
  for (let at = 1; at < statements; at += step) {
    const importing = importingBefore(at);
    await judge(await work(importing.market));
    expect(importing.count()).toBeGreaterThan(at);
  }
}

const snapshotNow = async (): Promise<unknown> =>
  (await market.query<{ id: string }>("SELECT id FROM market.snapshot"))[0]?.id;

describe("with an import in their midst", () => {
  test.each([{ passRows: 1_000_000 }, { passRows: 200 }])(
    "a scan in passes of $passRows bars is of one snapshot, and says which",
    async ({ passRows }) => {
      await beforeEach(
        (changing) => runScan(changing, scanned, { run: "span", passRows }),
        async (run) => {
          expect(run.snapshot.id).toBe(await snapshotNow());
          const right = await runScan(market, scanned, { run: "right" });
          const all = { offset: 0, limit: 1_000_000 };
          expect(await readRows(market, run, all)).toEqual(await readRows(market, right, all));
          expect([run.funnel, run.hits, run.notes]).toEqual([right.funnel, right.hits, right.notes]);
          expect(await market.query("SELECT name FROM system.databases WHERE name LIKE 'run%'")).toEqual([]);
        },
      );
    },
  );

  test("the funnel in another order", async () => {
    await beforeEach(
      async (changing) => [await funnel(market, scanned, [2, 1]), await funnel(changing, scanned, [2, 1])] as const,
      // An import after its scan finds it counting the rows of the state before.
      async ([before, found]) => expect([before, await funnel(market, scanned, [2, 1])]).toContainEqual(found),
    );
  });

  test("an explanation of one row", async () => {
    const [row] = await market.query<{ symbol: string }>(
      "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily WHERE session = (SELECT max(session) FROM market.daily)) LIMIT 1",
    );
    const day = { symbol: row?.symbol ?? "", date: END };
    await beforeEach(
      (changing) => explain(changing, scanned, day),
      async (found) => expect(found).toEqual(await explain(market, scanned, day)),
    );
  });

  test("a page of a chart", async () => {
    const series = { security: 1, timeframe: "1D", hours: "regular", session: "24x7", adjusted: true } as const;
    await beforeEach(
      (changing) => chartBars(changing, series, { limit: 20, earliest: 0 }),
      async (found) => expect(found).toEqual(await chartBars(market, series, { limit: 20, earliest: 0 })),
    );
  });
});

test("imports that do not end: a plain failure, and nothing is left", async () => {
  const never: Market = {
    ...market,
    command: async (given) => {
      await market.command(given);
      if (textOf(given).startsWith("CREATE DATABASE")) await anotherMarket();
    },
  };
  await expect(runScan(never, scanned, { run: "never" })).rejects.toMatchObject({
    code: "changed",
    message: "Imports changed the market each time meanwhile. Try again when they have ended.",
  });
  expect(
    await market.query("SELECT name FROM system.tables WHERE name = 'result_never' OR database LIKE 'run_%'"),
  ).toEqual([]);
});
