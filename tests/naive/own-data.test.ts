import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { openCluster } from "../scan/clusters.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { agree } from "./agreement.ts";
import { importMarket, scanEngine } from "./engine.ts";
import { randomColumns, randomFilters, type NamedFormula } from "./formulas.ts";
import { calendar, sessionNumber, viewOf, type ReferenceMarket, type Security } from "./market.ts";
import { ownDataOf } from "./own-data.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { withOwnData } from "./random-own.ts";

const FIRST = sessionNumber("2024-07-01");
const dateOf = (day: number): string => calendar(FIRST + day).date;

const security = (symbol: string, days: readonly number[], changes: Security["changes"] = []): Security => ({
  symbol,
  changes,
  listing: null,
  daily: new Map(
    days.map((day) => [FIRST + day, { open: 1, high: 1, low: 1, close: 1, volume: 100, num_trades: null, vwap: null }]),
  ),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
});

/** OLD becomes NEW on day 2; its symbol goes on with another security from day 3. H is halted on day 2, GONE ends on day 1. */
const MARKET: ReferenceMarket = {
  securities: [
    security("A", [0, 1, 2, 3, 4]),
    security("NEW", [0, 1, 2, 3, 4], [{ date: dateOf(2), symbol: "NEW", old: "OLD" }]),
    security("OLD", [3, 4]),
    security("H", [0, 1, 3, 4]),
    security("GONE", [0, 1]),
  ],
  lists: {
    watch: [
      { symbol: "A", day: null, until: null },
      { symbol: "OLD", day: null, until: null },
    ],
    signals: [
      { symbol: "A", day: dateOf(1), until: dateOf(1) },
      { symbol: "A", day: dateOf(3), until: dateOf(3) },
      { symbol: "H", day: dateOf(2), until: dateOf(2) },
      { symbol: "NEW", day: dateOf(1), until: dateOf(1) },
      { symbol: "NEW", day: dateOf(2), until: dateOf(2) },
    ],
    members: [
      { symbol: "NEW", day: dateOf(0), until: dateOf(3) },
      { symbol: "A", day: null, until: dateOf(1) },
      { symbol: "A", day: dateOf(2), until: dateOf(2) },
      { symbol: "H", day: dateOf(3), until: null },
      { symbol: "NOBODY", day: null, until: null },
    ],
  },
  numbers: [
    { symbol: "A", day: dateOf(0), values: { mood: 1.5, target: null } },
    { symbol: "A", day: dateOf(2), values: { mood: -2, target: 7 } },
    { symbol: "OLD", day: dateOf(1), values: { mood: 3, target: 8 } },
    { symbol: "OLD", day: dateOf(3), values: { mood: 4, target: 9 } },
    { symbol: "NEW", day: dateOf(1), values: { mood: 5, target: 10 } },
    { symbol: "H", day: dateOf(2), values: { mood: 6, target: 11 } },
  ],
};

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, MARKET);
});
afterAll(() => market.close());

function formula(code: string, index: number, type: NamedFormula["type"] = "boolean"): NamedFormula {
  const { tree, diagnostics } = parseCode(code);
  if (!tree) throw new Error(`${code}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  return { name: `f${index}`, tree, code, type };
}

const rowsOf = async (code: string): Promise<readonly string[]> => {
  const { rows } = await scanEngine(market, {
    start: dateOf(0),
    end: dateOf(4),
    filters: [formula(code, 0)],
    columns: [],
    own: await ownDataOf(MARKET),
  });
  return rows.map(({ symbol, date }) => `${symbol} ${[0, 1, 2, 3, 4].findIndex((day) => dateOf(day) === date)}`);
};

test("a symbol is on a list as of the row's day, whoever has it then", async () => {
  expect(await rowsOf('in_list("watch")')).toEqual([
    "A 0",
    "OLD 0",
    "A 1",
    "OLD 1",
    "A 2",
    "A 3",
    "OLD 3",
    "A 4",
    "OLD 4",
  ]);
  expect(await rowsOf('in_list("watch")')).toEqual(await rowsOf('in([identity symbol], "A", "OLD")'));
  expect(await rowsOf('in_list("Signals")')).toEqual(["A 1", "NEW 2", "A 3"]);
  expect(await rowsOf('in_list(" members ")')).toEqual(["A 0", "A 1", "A 2", "NEW 2", "H 3", "NEW 3", "H 4"]);
});

const CODES = [
  'in_list("watch")',
  '!in_list("signals")',
  'in_list("members") & in_list("watch")',
  'at(in_list("signals"), -1)',
  'at(in_list("members"), 1)',
  'count(in_list("members"), -2 .. 0)',
  'bars_since(in_list("signals"), 3)',
  'rank(if(in_list("members"), [daily volume]))',
  'is_null(at(in_list("watch"), -1))',
];
const NUMBERS = [
  "[mine mood]",
  "[mine Target -1]",
  "[mine mood 2]",
  "at([mine mood -1], 1)",
  "last([mine mood], -3 .. 0)",
  "rank([mine target])",
  "[mine mood] * [daily volume] - [mine target -1]",
];

test("a number is of exactly its day, and of whoever has the symbol then", async () => {
  const { rows } = await scanEngine(market, {
    start: dateOf(0),
    end: dateOf(4),
    filters: [formula("!is_null([mine mood])", 0)],
    columns: [formula("[mine mood]", 0, "number"), formula("[mine target]", 1, "number")],
    own: await ownDataOf(MARKET),
  });
  expect(rows.map(({ symbol, values }) => [symbol, ...values])).toEqual([
    ["A", 1.5, null],
    ["OLD", 3, 8],
    ["A", -2, 7],
    ["OLD", 4, 9],
  ]);
});

// Their values are those written by hand above; only the soak divides them between two shards.
test.runIf(IN_SOAK)("both computations agree, on two shards as well", async () => {
  const request = {
    start: dateOf(0),
    end: dateOf(4),
    filters: [],
    columns: [...CODES, ...NUMBERS].map((code, index) =>
      formula(code, index, CODES.includes(code) ? "boolean" : "number"),
    ),
    own: await ownDataOf(MARKET),
  };
  expect((await agree(market, MARKET, request)).disagreements).toEqual([]);
  if (!IN_SOAK) return;
  const shards = await openCluster(market, "two", 1);
  try {
    const filtered = { ...request, filters: [formula('in_list("members")', 0)] };
    expect((await scanEngine(shards.market, filtered)).rows).toEqual((await scanEngine(market, filtered)).rows);
  } finally {
    await shards.end();
  }
});

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 51_730_224 : Math.floor(Math.random() * 1e9)));

// Their values are those written by hand above; only the soak makes formulas up over them.
test.runIf(IN_SOAK)("generated formulas over lists and numbers agree", { timeout: timeLimit(120_000) }, async () => {
  for (let seed = SEED; seed < SEED + rounds(1, 10); seed++) {
    const random = new Random(seed);
    const reference = withOwnData(random, randomMarket(seed));
    const own = await ownDataOf(reference);
    const other = await openMarket({ folder: market.folder ?? "", database: `own_data_${seed}` });
    try {
      await importMarket(other, reference);
      const { first, last } = viewOf(reference);
      const range = { start: calendar(first).date, end: calendar(last).date };
      const naming = ({ code }: NamedFormula): boolean => /in_list|\bmine\b/.test(code);
      const columns = randomColumns(random, reference, 30).filter(naming).slice(0, rounds(6, 12));
      const [filter] = randomFilters(random, reference, 20).filter(naming);
      for (const filters of [[], filter ? [filter] : []]) {
        const { cells, disagreements } = await agree(other, reference, { ...range, filters, columns, own });
        expect(disagreements, `SEED=${seed} ${filters.map(({ code }) => code).join()}`).toEqual([]);
        if (filters.length === 0) expect(cells).toBeGreaterThan(0);
      }
    } finally {
      await other.close();
    }
  }
});
