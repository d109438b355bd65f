import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { openCluster } from "../scan/clusters.ts";
import { agree } from "./agreement.ts";
import { importMarket, scanEngine } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import { calendar, sessionNumber, symbolOn, viewOf, type ReferenceMarket, type Security } from "./market.ts";
import { randomMarket } from "./random-market.ts";

const FIRST = sessionNumber("2024-07-01");
const dateOf = (day: number): string => calendar(FIRST + day).date;

const security = (
  symbol: string,
  closes: Readonly<Record<number, number>>,
  more: Partial<Security> = {},
): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily: new Map(
    Object.entries(closes).map(([day, close]) => [
      FIRST + Number(day),
      { open: close, high: close, low: close, close, volume: 100, num_trades: null, vwap: null },
    ]),
  ),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
  ...more,
});

/** GONE ends on day 1; NEW takes its symbol from day 3 on, which it got by a renaming. SPY is halted on day 2 and splits on day 4. */
const MARKET: ReferenceMarket = {
  securities: [
    security("A", { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6 }),
    security("SPY", { 0: 100, 1: 110, 3: 130, 4: 70, 5: 75 }, { splits: [{ date: dateOf(4), ratio: 2 }] }),
    security("XYZ", { 0: 10, 1: 11 }, { changes: [{ date: dateOf(1), symbol: "GONE", old: "XYZ" }], symbol: "GONE" }),
    security(
      "XYZ",
      { 1: 20, 2: 21, 3: 22, 4: 23, 5: 24 },
      { changes: [{ date: dateOf(3), symbol: "XYZ", old: "NEW" }] },
    ),
  ],
};

let home: Market;
beforeAll(async () => {
  home = await openTestMarket();
  await importMarket(home, MARKET);
});
afterAll(() => home.close());

function formula(code: string, index: number): NamedFormula {
  const { tree, diagnostics } = parseCode(code);
  if (!tree) throw new Error(`${code}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  return { name: `f${index}`, tree, code, type: "number" };
}
const formulas = (codes: readonly string[]): readonly NamedFormula[] => codes.map(formula);

/** By day, from 0 to 5. */
const VALUES: Readonly<Record<string, readonly (number | null)[]>> = {
  // The market has no bar of SPY on day 2; no value stands in for it.
  '[daily close of "SPY"]': [100, 110, null, 130, 70, 75],
  '[daily close adj of "spy"]': [50, 55, null, 65, 70, 75],
  '[daily volume adj of "SPY"]': [200, 200, null, 200, 100, 100],
  '[daily close -1 of "SPY"]': [null, 100, 110, null, 130, 70],
  '[daily close 1 of "SPY"]': [110, null, 130, 70, 75, null],
  'avg([daily close of "SPY"], -2 .. 0)': [null, null, 105, 120, 100, 275 / 3],
  // Of whoever has the symbol on the row's day, on all days that are read from it.
  '[daily close of "XYZ"]': [10, null, null, 22, 23, 24],
  '[daily close -1 of "XYZ"]': [null, null, null, 21, 22, 23],
  '[daily close of "GONE"]': [null, 11, null, null, null, null],
  '[daily max high -1 .. 0 of "SPY"]': [null, 110, 110, 130, 130, 75],
  '[daily max high -1 .. 0 adj of "SPY"]': [null, 55, 55, 65, 70, 75],
  '[daily close at min low -2 .. 0 of "SPY"]': [null, null, 100, 110, 70, 70],
  '[indicator sma(2) close of "SPY"]': [null, 105, null, 120, 100, 72.5],
  '[indicator sma(2) close -1 adj of "SPY"]': [null, null, 52.5, null, 60, 67.5],
  // The range is of one security: of whoever has the symbol on the row's day.
  '[daily max close -2 .. 0 of "XYZ"]': [null, null, null, 22, 23, 24],
  '[daily close of "NEW"]': [null, 20, 21, null, null, null],
  '[daily close of "NOBODY"]': [null, null, null, null, null, null],
};

// `tests/naive/agreement.test.ts` has values of another security among its formulas.
test.runIf(IN_SOAK)("the value is of the security that has the symbol on the row's day", async () => {
  const columns = formulas(Object.keys(VALUES));
  const request = { start: dateOf(0), end: dateOf(5), filters: formulas(['[identity symbol] = "A"']), columns };
  const { rows } = await scanEngine(home, request);
  const byFormula = Object.keys(VALUES).map((code, index) => [code, rows.map(({ values }) => values[index])]);
  expect(Object.fromEntries(byFormula)).toEqual(VALUES);
  const { disagreements } = await agree(home, MARKET, { ...request, filters: [] });
  expect(disagreements).toEqual([]);
});

// As above.
test.runIf(IN_SOAK)("it picks rows as a filter does", async () => {
  const filters = formulas(['[daily close] * 20 > [daily close of "SPY"]']);
  const { rows } = await scanEngine(home, { start: dateOf(0), end: dateOf(5), filters, columns: [] });
  expect(rows.map(({ symbol, date }) => `${symbol} ${date}`)).toEqual(
    [["GONE 1", "NEW 1", "SPY 0", "SPY 1", "SPY 3", "SPY 4", "SPY 5", "XYZ 0", "XYZ 3", "XYZ 4", "XYZ 5", "A 4", "A 5"]]
      .flat()
      .map((row) => row.split(" "))
      .map(([symbol = "", day = ""]) => ({ symbol, date: dateOf(Number(day)) }))
      .toSorted((a, b) => (a.date + a.symbol < b.date + b.symbol ? -1 : 1))
      .map(({ symbol, date }) => `${symbol} ${date}`),
  );
});

test.runIf(IN_SOAK)("two shards give the same", async () => {
  const shards = await openCluster(home, "two", 1);
  try {
    const request = { start: dateOf(0), end: dateOf(5), filters: [], columns: formulas(Object.keys(VALUES)) };
    expect((await scanEngine(shards.market, request)).rows).toEqual((await scanEngine(home, request)).rows);
  } finally {
    await shards.end();
  }
});

const OWN = [
  "[daily close SELF]",
  "[daily close -3 adj SELF]",
  "[daily volume 2 adj SELF]",
  "[daily vwap SELF]",
  "[daily date -1 SELF]",
  "at([daily high adj SELF], -2)",
  "pct_change([daily close adj SELF], 2)",
  "[daily low -1 adj SELF] > [daily low adj SELF]",
  "[daily max high -3 .. -1 adj SELF]",
  "[daily date at max volume -3 .. 0 SELF]",
  "[indicator rsi(2) close adj SELF]",
  "[indicator ema(3) close 5min at '12:00' adj SELF]",
  "[intraday max high '09:30' .. '10:29' adj SELF]",
  "[intraday time at max high '09:30' .. '15:59' -1 SELF]",
  "[intraday close at '09:30' SELF]",
  "[identity symbol SELF]",
  "[fundamental market_cap -1 SELF]",
  "[fundamental news SELF]",
  "[ownership float SELF]",
];

// The rulings of `agreement.test.ts` have the same fields of SA, SB and others, on their own rows too, and `evaluate` says them.
test.runIf(IN_SOAK).each([1, 2, 3])("of its own symbol it is what it is without: market %i", async (seed) => {
  const reference = randomMarket(seed);
  const market = await openMarket({ folder: home.folder ?? "", database: `own_${seed}` });
  try {
    await importMarket(market, reference);
    const { first, last } = viewOf(reference);
    const symbols = new Set(
      reference.securities.flatMap((each) => [
        symbolOn(each, calendar(first).date),
        symbolOn(each, calendar(last).date),
      ]),
    );
    let rowsSeen = 0;
    for (const symbol of symbols) {
      const columns = formulas(
        OWN.flatMap((code) => [code.replaceAll(" SELF", ""), code.replaceAll("SELF", `of "${symbol}"`)]),
      );
      const filters = formulas([`[identity symbol] = "${symbol}"`]);
      const { rows } = await scanEngine(market, {
        start: calendar(first).date,
        end: calendar(last).date,
        filters,
        columns,
      });
      for (const { values } of rows)
        for (const [index] of OWN.entries()) expect(values[2 * index + 1], OWN[index]).toEqual(values[2 * index]);
      rowsSeen += rows.length;
    }
    expect(rowsSeen).toBeGreaterThan(20);
  } finally {
    await market.close();
  }
});
