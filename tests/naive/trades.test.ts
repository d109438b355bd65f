import { afterAll, beforeAll, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { RULINGS } from "../../src/reference/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { rounds, timeLimit } from "../cases.ts";
import { agree } from "./agreement.ts";
import { explain } from "../../src/scan/index.ts";
import { importMarket, scanEngine, scanRequest } from "./engine.ts";
import { DATES, MARKET } from "./fixture.ts";
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

test("the engine gives the results of the trades in the reference, half days among them", async () => {
  // `tests/docs/reference.test.ts` has all of them by the definitions.
  const examples = RULINGS.flatMap(({ rulings }) => rulings.flatMap((ruling) => ruling.examples))
    .filter(({ code }) => code.startsWith("[trade"))
    .filter((_one, place) => place % rounds(2, 1) === 0);
  const columns = [...new Set(examples.map(({ code }) => code))].map((code) => {
    const { tree, type } = diagnose(code, { columns: new Map(), use: "column" });
    if (!tree || !type) throw new Error(code);
    return { name: code, code, tree, type };
  });
  const small = await openMarket({ folder: market.folder ?? "", database: "rulings" });
  try {
    await importMarket(small, MARKET);
    const { rows } = await scanEngine(small, { start: DATES[0] ?? "", end: DATES[5] ?? "", filters: [], columns });
    const wrong = examples.flatMap(({ code, symbol, date, result }) => {
      const row = rows.find(
        // A was called OLD before 2024-07-03; a day without a bar has no row, and its trade nothing to say.
        (one) => (one.symbol === symbol || (symbol === "A" && one.symbol === "OLD")) && one.date === date,
      );
      const value = row?.values[columns.findIndex((column) => column.code === code)] ?? null;
      const plain = typeof value === "object" && value !== null ? Object.values(value)[0] : value;
      const rounded = typeof plain === "number" ? Math.round(plain * 1e6) / 1e6 : plain;
      return rounded === result ? [] : [{ code, symbol, date, result, rounded }];
    });
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(rounds(20, 40));
  } finally {
    await small.close();
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
