import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { describeOnSharedData } from "../market/shared-data.ts";
import { readVectorFile } from "../scan/vectors/vector.ts";
import { agree } from "./agreement.ts";
import { importMarket, scanEngine } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import { calendar, sessionNumber, type Security } from "./market.ts";

const FIRST = sessionNumber("2017-01-03");
const dateOf = (day: number): string => calendar(FIRST + day).date;

const formulas = (codes: readonly string[]): readonly NamedFormula[] =>
  codes.map((code, index) => {
    const { tree, diagnostics } = parseCode(code);
    if (!tree) throw new Error(`${code}: ${diagnostics.map(({ message }) => message).join(" ")}`);
    return { name: `f${index}`, tree, code, type: "number" };
  });

/** Closes by session; null on a day without a bar. */
const security = (symbol: string, closes: readonly (number | null)[]): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily: new Map(
    closes.flatMap((close, day) =>
      close === null
        ? []
        : [[FIRST + day, { open: close, high: close, low: close, close, volume: 100, num_trades: null, vwap: null }]],
    ),
  ),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
});

async function columnsOf(market: Market, symbol: string, codes: readonly string[], days: number) {
  const { rows } = await scanEngine(market, {
    start: dateOf(0),
    end: dateOf(days - 1),
    filters: formulas([`[identity symbol] = "${symbol}"`]),
    columns: formulas(codes),
  });
  return codes.map((_, index) => rows.map(({ values }) => values[index]));
}

test("beta, correlation and relative strength by hand", async () => {
  const market = await openTestMarket();
  try {
    // B doubles the changes of SPY; HALT has too few days; FLAT never moves.
    const spy = [100, 110, 99, 99, 108.9, 98.01];
    const b = [100, 120, 96, 96, 115.2, 92.16];
    const securities = [
      security("SPY", spy),
      security("B", b),
      security("HALT", [10, null, null, null, 12, 12]),
      security("FLAT", [5, 5, 5, 5, 5, 5]),
    ];
    await importMarket(market, { securities });
    const codes = ['beta(3, "spy")', 'correl(3, "SPY")', 'relative_strength(1, "SPY")', 'beta(3, "FLAT")'];
    const [beta, correl, strength, flat] = await columnsOf(market, "B", codes, 6);
    const near = (values: readonly unknown[] | undefined) =>
      values?.map((value) => (typeof value === "number" ? Number(value.toFixed(9)) : value));
    // On the first days the three days leave the data; the day before the first is none as well.
    expect(near(beta)).toEqual([null, null, 2, 2, 2, 2]);
    expect(near(strength)).toEqual([null, 10, -10, 0, 10, -10]);
    expect(flat).toEqual([null, null, null, null, null, null]);
    expect(near(correl)?.[2]).toBeCloseTo(0.997_271_78, 8);
    const [own, ownCorrel, none] = await columnsOf(
      market,
      "SPY",
      ['beta(4, "SPY")', 'correl(4, "SPY")', 'relative_strength(2, "SPY")'],
      6,
    );
    expect(near(own)).toEqual([null, null, null, 1, 1, 1]);
    expect(near(ownCorrel)).toEqual([null, null, null, 1, 1, 1]);
    expect(near(none)).toEqual([null, null, 0, 0, 0, 0]);
    // Of five days HALT has three, of which two follow a day without a bar.
    expect(await columnsOf(market, "HALT", ['beta(5, "SPY")', 'correl(6, "SPY")'], 6)).toEqual([
      [null, null, null],
      [null, null, expect.any(Number)],
    ]);
    const all = { start: dateOf(0), end: dateOf(5), filters: [], columns: formulas(codes) };
    const { disagreements } = await agree(market, { securities }, all);
    expect(disagreements).toEqual([]);
  } finally {
    await market.close();
  }
});

describeOnSharedData("beta, correlation and relative strength against Skender's", () => {
  const rows = (name: string): readonly (readonly string[])[] =>
    readVectorFile(`skender/quotes/${name}.csv`)
      .split(/\r?\n/)
      .slice(1)
      .filter((line) => line !== "")
      .map((line) => line.split(","));
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
    const of = (symbol: string, name: string): Security => ({
      ...security(symbol, []),
      daily: new Map(
        rows(name).map(([date = "", , , , close]) => {
          const price = Number(close);
          const bar = { open: price, high: price, low: price, close: price, volume: 1, num_trades: null, vwap: null };
          return [sessionNumber(date), bar];
        }),
      ),
    });
    await importMarket(market, { securities: [of("SPY", "default"), of("EVAL", "compare")] });
  });
  afterAll(() => market.close());

  test.each([
    ["beta", "beta", 'beta(50, "SPY")', 1],
    ["corr", "correlation", 'correl(20, "SPY")', 1],
    ["prs", "prsPercent", 'relative_strength(20, "SPY")', 100],
  ] as const)("%s", async (file, field, code, factor) => {
    const found: unknown = JSON.parse(readVectorFile(`skender/results/${file}.standard.json.gz`));
    const expected = (Array.isArray(found) ? found : []).map((row: unknown) =>
      typeof row === "object" && row !== null ? Reflect.get(row, field) : undefined,
    );
    const [values = []] = await columnsOf(market, "EVAL", [code], expected.length);
    expect(values).toHaveLength(502);
    const apart = values.flatMap((value, day) => {
      const theirs: unknown = expected[day];
      if (typeof value !== "number" || typeof theirs !== "number") return [];
      return [Math.abs(value - theirs * factor)];
    });
    expect(apart.length).toBeGreaterThan(450);
    expect(Math.max(...apart)).toBeLessThan(1e-9);
  });
});
