import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { rounds, timeLimit } from "../cases.ts";
import { agree } from "./agreement.ts";
import { importMarket } from "./engine.ts";
import { calendar, viewOf } from "./market.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { randomTrades } from "./random-trades.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 71_402_113 : Math.floor(Math.random() * 1e9)));
const reference = randomMarket(SEED);
const { first, last } = viewOf(reference);
const range = { start: calendar(first).date, end: calendar(last).date };

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, reference);
});
afterAll(() => market.close());

test("trades come to what somebody reads from the bars", { timeout: timeLimit(120_000) }, async () => {
  const random = new Random(SEED);
  for (let scan = 0; scan < rounds(1, 100); scan++) {
    const columns = randomTrades(random, rounds(5, 10));
    const { disagreements, cells } = await agree(market, reference, { ...range, filters: [], columns });
    expect(disagreements, `SEED=${SEED}`).toEqual([]);
    expect(cells).toBeGreaterThan(0);
  }
});
