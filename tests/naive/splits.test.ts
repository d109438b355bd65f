import { afterAll, beforeAll, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { agree } from "./agreement.ts";
import { importMarket, scanEngine, type EngineResult } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import { calendar, sessionNumber, type Bar, type ReferenceMarket, type Security } from "./market.ts";
import { Random } from "./random.ts";
import type { Value } from "./values.ts";
import { IN_SOAK } from "../cases.ts";

const FIRST = sessionNumber("2024-01-02");
const LENGTH = 50;
const LAST = FIRST + LENGTH - 1;
const SPLIT = FIRST + 20;

/** Days on a coarse grid, where prices and moves come back all the time, traded at `before` times the price until the split. */
function days(seed: number, before: number): ReadonlyMap<number, Bar> {
  const random = new Random(seed);
  let level = 104;
  return new Map(
    Array.from({ length: LENGTH }, (_value, i) => {
      level = Math.max(20, level + random.whole(-1, 1));
      const [open, close] = [level + random.whole(-1, 1), random.chance(0.3) ? level : level + random.whole(-1, 1)];
      const high = Math.max(open, close) + random.whole(0, 1);
      const low = Math.min(open, close) - random.whole(0, 1);
      const times = FIRST + i < SPLIT ? before : 1;
      const at = (ticks: number): number => Math.round(ticks * times * 1e3) / 1e4;
      const bar = { open: at(open), high: at(high), low: at(low), close: at(close) };
      return [FIRST + i, { ...bar, volume: (4_200 * random.whole(1, 9)) / times, num_trades: 1, vwap: null }];
    }),
  );
}

const security = (symbol: string, seed: number, before: number, splits: Security["splits"]): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily: days(seed, before),
  minutes: new Map(),
  splits,
  facts: [],
  statements: [],
  events: [],
});

const RATIOS = [1, 3, 7, 0.1, 1.5, 3] as const;
/** Ratios of the later split, by security. */
const LATER = [7, 7, 3, 3, 10, 0.1] as const;
const market = (later: boolean): ReferenceMarket => ({
  securities: RATIOS.map((ratio, i) =>
    security(`S${i}`, 10 + (i % 3), ratio, [
      ...(ratio === 1 ? [] : [{ date: calendar(SPLIT).date, ratio }]),
      ...(later ? [{ date: calendar(LAST).date, ratio: LATER[i] ?? 2 }] : []),
    ]),
  ),
});

/** Formulas on adjusted values, and the power of the split factor that a later split multiplies them with. */
const FORMULAS: readonly (readonly [code: string, power: -1 | 0 | 1])[] = [
  ["[daily close adj]", 1],
  ["[daily volume adj]", -1],
  ["[daily max high -9 .. 0 adj]", 1],
  ["[daily close adj] - [daily close -1 adj]", 1],
  ["[daily close adj] - [daily close -1 adj] > 0", 0],
  ["sign(change([daily close adj], 3))", 0],
  ["pct_change([daily close adj]) > 0", 0],
  ["rank(pct_change([daily close adj], 2))", 0],
  ["pct_rank([daily close adj] / [daily low -1 adj])", 0],
  ["[daily date at max high -24 .. 0 adj]", 0],
  ["[daily date at min low -9 .. 0 adj]", 0],
  ["[daily date at max volume -9 .. 0 adj]", 0],
  ["crosses_above([daily close adj], [daily open adj])", 0],
  ["crosses_below([daily close adj], at(lowest([daily low adj], -3 .. 0), -1))", 0],
  ["bars_since([daily high adj] > [daily high -1 adj], 10)", 0],
  ["count([daily close adj] = [daily close -1 adj], -9 .. 0)", 0],
  ["if([daily close adj] >= [daily high -1 adj], 1, 2)", 0],
  ["in([daily close adj], [daily open adj], [daily close -1 adj])", 0],
  ["[indicator adx(5) adj]", 0],
  ["[indicator dx(3) adj]", 0],
  ["[indicator minus_di(1) adj]", 0],
  ["[indicator mfi(3) adj]", 0],
  ["[indicator psl(1) close adj]", 0],
  ["[indicator er(2) close adj]", 0],
  ["[indicator cmo(2) close adj]", 0],
  ["[indicator stochf.k(2, 1) adj]", 0],
  ["[indicator aroon.up(9) adj]", 0],
  ["[indicator rsi(2) close adj]", 0],
  ["[indicator atr(5) adj]", 1],
  ["[indicator obv adj]", -1],
  ["[indicator adosc(3, 10) adj]", -1],
  ["[indicator macd.hist(3, 5, 2) close adj]", 1],
];

const named = (codes: readonly string[]): NamedFormula[] =>
  codes.map((code, index) => {
    const { tree, type, diagnostics } = diagnose(code, { columns: new Map(), use: "column" });
    if (!tree || !type) throw new Error(`${code}: ${diagnostics[0]?.message}`);
    return { name: `law ${index}`, tree, code, type };
  });

const ADJUSTED = named(FORMULAS.map(([code]) => code));
const TRADED = named(FORMULAS.map(([code]) => code.replaceAll(" adj]", "]")));
const request = (columns: readonly NamedFormula[]) => ({
  start: calendar(FIRST).date,
  end: calendar(LAST - 1).date,
  filters: [],
  columns,
});

let engine: Market;
const before = market(false);
const after = market(true);
let [adjustedBefore, tradedBefore, adjustedAfter, tradedAfter]: EngineResult[] = [];
beforeAll(async () => {
  engine = await openTestMarket();
  await importMarket(engine, before);
  [adjustedBefore, tradedBefore] = [
    await scanEngine(engine, request(ADJUSTED)),
    await scanEngine(engine, request(TRADED)),
  ];
  await importMarket(engine, after);
  [adjustedAfter, tradedAfter] = [
    await scanEngine(engine, request(ADJUSTED)),
    await scanEngine(engine, request(TRADED)),
  ];
}, 200_000);
afterAll(() => engine.close());

/** Numbers to nine digits and the rounding of what they are differences of, everything else as it is. */
function same(expected: Value, got: Value): boolean {
  if (typeof expected === "number" && typeof got === "number")
    return expected === 0 || got === 0
      ? Math.abs(expected - got) < 1e-13
      : Math.abs(expected - got) <= 1e-9 * Math.abs(expected) + 1e-12;
  return JSON.stringify(expected) === JSON.stringify(got);
}

/** Cells that are not what `expected` makes of their fellows, by symbol, date and formula. */
function apart(
  one: EngineResult | undefined,
  other: EngineResult | undefined,
  expected: (value: Value, column: number, symbol: string) => Value,
  rows: (symbol: string, date: string) => boolean = () => true,
): string[] {
  const others = new Map(other?.rows.map((row) => [`${row.symbol} ${row.date}`, row]));
  expect(one?.rows.length).toBe(RATIOS.length * (LENGTH - 1));
  return (one?.rows ?? [])
    .filter(({ symbol, date }) => rows(symbol, date))
    .flatMap(({ symbol, date, values }) =>
      values.flatMap((value, column) => {
        const [wanted, got] = [
          expected(value, column, symbol),
          others.get(`${symbol} ${date}`)?.values[column] ?? null,
        ];
        return same(wanted, got)
          ? []
          : [`${symbol} ${date} ${FORMULAS[column]?.[0]}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`];
      }),
    );
}

const laterOf = (symbol: string): number => LATER[Number(symbol.slice(1))] ?? 2;
const scaled = (value: Value, column: number, symbol: string): Value =>
  typeof value === "number" ? value * laterOf(symbol) ** -(FORMULAS[column]?.[1] ?? 0) : value;

// `tests/naive/agreement.test.ts` has adjusted values of securities that split, `tests/market/dividends.test.ts` the factors.
test.runIf(IN_SOAK)("a later split changes no value as traded", () => {
  expect(apart(tradedBefore, tradedAfter, (value) => value)).toEqual([]);
});

test.runIf(IN_SOAK)(
  "a later split multiplies adjusted prices, divides adjusted volumes, and changes nothing without a scale",
  () => {
    expect(apart(adjustedBefore, adjustedAfter, scaled)).toEqual([]);
  },
);

test.runIf(IN_SOAK)("before a split, adjusted and as traded are the same but for their scale", () => {
  // The first security has no earlier split; ranks are among all.
  const own = (value: Value, column: number, symbol: string): Value =>
    FORMULAS[column]?.[0].includes("rank(") ? null : scaled(value, column, symbol);
  const ranks = new Set(FORMULAS.flatMap(([code], column) => (code.includes("rank(") ? [column] : [])));
  const without = (result: EngineResult | undefined): EngineResult | undefined =>
    result && {
      ...result,
      rows: result.rows.map((row) => ({
        ...row,
        values: row.values.map((value, column) => (ranks.has(column) ? null : value)),
      })),
    };
  expect(apart(tradedAfter, without(adjustedAfter), own, (symbol) => symbol === "S0")).toEqual([]);
});

test.runIf(IN_SOAK)("securities that went the same way share every value without a scale, over whatever splits", () => {
  // S0 and S3, S1 and S4, S2 and S5 have the same adjusted prices, but for the last bits.
  const twin = new Map((adjustedBefore?.rows ?? []).map((row) => [`${row.symbol} ${row.date}`, row]));
  const found = (adjustedBefore?.rows ?? [])
    .filter(({ symbol }) => Number(symbol.slice(1)) < 3)
    .flatMap(({ symbol, date, values }) => {
      const other = twin.get(`S${Number(symbol.slice(1)) + 3} ${date}`)?.values ?? [];
      return values.flatMap((value, column) =>
        same(value, other[column] ?? null)
          ? []
          : [
              `${symbol} ${date} ${FORMULAS[column]?.[0]}: ${JSON.stringify(value)} and ${JSON.stringify(other[column])}`,
            ],
      );
    });
  expect(found).toEqual([]);
});

test.runIf(IN_SOAK)("each is what the definitions say", async () => {
  const { disagreements, rounding } = await agree(engine, after, request(ADJUSTED));
  expect(disagreements).toEqual([]);
  // No cell hangs on the last bits: that is what the rule of equality is for.
  expect(rounding).toBe(0);
});

/** From Friday to Monday. */
const WEEKEND = ["2024-01-19", "2024-01-20", "2024-01-21", "2024-01-22"] as const;

test.runIf(IN_SOAK)(
  "a split between two sessions belongs to whoever bore its symbol on that day, before a renaming and after",
  async () => {
    const renamed = WEEKEND.slice(1).flatMap((change) => WEEKEND.map((split) => ({ change, split })));
    const monday = sessionNumber("2024-01-22");
    const reference: ReferenceMarket = {
      securities: renamed.flatMap(({ change, split }, i) => {
        const [now, old] = [`N${i}`, `O${i}`];
        const one = security(now, i, 3, [{ date: split, ratio: 3 }]);
        // Its old symbol is another's from the next session on.
        const later = security(old, i + 20, 1, [{ date: "2024-01-27", ratio: 2 }]);
        return [
          { ...one, changes: [{ date: change, symbol: now, old }] },
          { ...later, daily: new Map([...later.daily].filter(([session]) => session >= monday)) },
        ];
      }),
    };
    const market = await openMarket({ folder: engine.folder ?? "", database: "weekend" });
    await importMarket(market, reference);
    const result = await agree(market, reference, request(named(["[daily close adj]", "[daily close]"])));
    await market.close();
    expect(result.disagreements).toEqual([]);
    expect(result.cells).toBeGreaterThan(renamed.length * LENGTH);
  },
);
