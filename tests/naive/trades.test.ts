import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { rounds, timeLimit } from "../cases.ts";
import { agree } from "./agreement.ts";
import { explain } from "../../src/scan/index.ts";
import { importMarket, scanEngine, scanRequest } from "./engine.ts";
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
  for (let scan = 0; scan < rounds(1, 6); scan++) {
    const columns = randomTrades(random, rounds(5, 10));
    const { disagreements, cells } = await agree(market, reference, { ...range, filters: [], columns });
    expect(disagreements, `SEED=${SEED}`).toEqual([]);
    expect(cells).toBeGreaterThan(0);
  }
});

test("an explanation of a trade has the values of the row", { timeout: timeLimit(120_000) }, async () => {
  const random = new Random(SEED + 1);
  const columns = randomTrades(random, rounds(2, 6));
  const request = { ...range, filters: [], columns };
  const { rows } = await scanEngine(market, request);
  for (let at = 0; at < rounds(1, 6); at++) {
    const { symbol, date, values } = random.of(rows);
    const answer = await explain(market, scanRequest(request), { symbol, date });
    if (!answer.ok) throw new Error(answer.mistakes[0]?.message);
    const plain = values.map((value) =>
      typeof value === "object" && value !== null ? Object.values(value)[0] : value,
    );
    expect(
      answer.value.columns.map(({ root }) => root.value),
      `SEED=${SEED} ${symbol} ${date}`,
    ).toEqual(plain);
  }
});
