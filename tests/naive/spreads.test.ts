import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import type { Market } from "../../src/market/index.ts";
import { distribution, funnel, funnelOf, QUANTILES } from "../../src/scan/index.ts";
import { rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { quantile } from "../percentile.ts";
import { closeness } from "./disagreement.ts";
import { importMarket, scanRequest } from "./engine.ts";
import { evaluate } from "./evaluate.ts";
import { randomColumns } from "./formulas.ts";
import { calendar, viewOf } from "./market.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { columnsOf, scanNaive } from "./scan.ts";
import { steadyFilters } from "./steady.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));
const reference = randomMarket(SEED);
const { first, last } = viewOf(reference);
const whole = { start: calendar(first).date, end: calendar(last).date };
const random = new Random(SEED + 5);

let market: Market;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  market = await openTestMarket();
  await importMarket(market, reference);
});
afterAll(() => market.close());

/** Every order of so many things, from 0. */
function orders(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const all = Array.from({ length: count }, (_, index) => index);
  return orders(count - 1).flatMap((order) =>
    all.map((place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
  );
}

describe("the funnel", () => {
  const filters = steadyFilters(random, reference, 3);
  const trees = filters.map(({ tree }) => tree);
  const naive = (places: readonly number[]): readonly number[] =>
    scanNaive({ ...whole, filters: places.flatMap((place) => trees[place] ?? []), columns: [] }, reference).funnel;

  test("in every order, alone and without each, is what counting one by one gives", async () => {
    const request = scanRequest({ ...whole, filters, columns: [] });
    const context = `SEED=${SEED}\n${filters.map(({ code }) => code).join("\n")}`;
    const given = await funnel(market, request, [3, 1, 2]);
    if (!given.ok) throw new Error(given.mistakes[0]?.message);
    const { rows, steps, alone, without, patterns } = given.value;
    expect([rows, ...steps.map((step) => step.rows)], context).toEqual(naive([2, 0, 1]));
    expect(steps.map(({ code }) => code)).toEqual([2, 0, 1].map((place) => filters[place]?.code));
    for (const order of orders(3)) expect(funnelOf(patterns ?? [], order), context).toEqual(naive(order));
    expect(
      alone.map((step) => step.rows),
      context,
    ).toEqual([0, 1, 2].map((place) => naive([place])[1]));
    expect(
      without.map((step) => step.rows),
      context,
    ).toEqual(
      [
        [1, 2],
        [0, 2],
        [0, 1],
      ].map((others) => naive(others)[2]),
    );
  });

  test("of no filters has no steps", async () => {
    const request = scanRequest({ ...whole, filters: [], columns: [] });
    expect(await funnel(market, request, null)).toMatchObject({
      ok: true,
      value: { rows: naive([])[0], steps: [], alone: [], without: [] },
    });
  });

  test.each([[[1, 2]], [[1, 2, 2]], [[0, 1, 2]], [[1, 2, 4]], [[1.5, 2, 3]]])(
    "%j is no order of three",
    async (order) => {
      expect(await funnel(market, scanRequest({ ...whole, filters, columns: [] }), order)).toMatchObject({
        ok: false,
        mistakes: [{ path: "order" }],
      });
    },
  );
});

describe("a distribution", () => {
  const columns = randomColumns(random, reference, rounds(4, 14));
  const cases = [
    ...columns.map(({ code }) => code),
    "[daily close]",
    "[daily volume]",
    "[identity exchange]",
    "[daily date]",
  ];
  const [filter] = steadyFilters(random, reference, 1);

  test.each([...new Set(cases)].filter((code) => !code.includes("{")))(
    "of %s is what plain loops give",
    async (code) => {
      const [column] = [...columns, ...plainFormula(code)].filter((each) => each.code === code);
      if (!column || !filter) throw new Error(`no formula ${code}`);
      const found = await distribution(market, scanRequest({ ...whole, filters: [filter], columns: [column] }));
      const { rows } = scanNaive({ ...whole, filters: [filter.tree], columns: [column] }, reference);
      const values = rows.map((row) => row.values[0] ?? null);
      const known = values.filter((value) => value !== null);
      const told = `SEED=${SEED} ${filter.code}`;
      const steady = rows.every(({ security, session }, index) => {
        const shaken = evaluate(column.tree, reference, security, session, columnsOf([]), (x) => x * (1 + 1e-13));
        return (shaken === null) === (values[index] === null);
      });
      if (!steady) return;
      expect(found, told).toMatchObject({
        type: column.type,
        rows: rows.length,
        nulls: rows.length - known.length,
        share: rows.length === 0 ? null : (rows.length - known.length) / rows.length,
      });
      const numbers = known.filter((value) => typeof value === "number").toSorted((a, b) => a - b);
      if (numbers.length > 0) {
        const relative = closeness(column.tree, columnsOf([]));
        const scale = Math.max(...numbers.map(Math.abs), 1e-300);
        const near = (got: unknown, expected: number): void =>
          expect(Math.abs(Number(got) - expected), `${told}: ${String(got)} for ${expected}`).toBeLessThanOrEqual(
            scale * relative * 10,
          );
        near(found.min, numbers[0] ?? 0);
        near(found.max, numbers.at(-1) ?? 0);
        const mean = numbers.reduce((sum, value) => sum + value / numbers.length, 0);
        near(found.numbers?.mean, mean);
        near(
          found.numbers?.deviation,
          Math.sqrt(numbers.reduce((sum, value) => sum + ((value - mean) / scale) ** 2, 0) / numbers.length) * scale,
        );
        for (const [index, p] of QUANTILES.entries())
          near(found.numbers?.quantiles[index]?.value, quantile(numbers, p));
        const { below, above, bins } = found.numbers?.histogram ?? { below: 0, above: 0, bins: [] };
        expect(below + above + bins.reduce((sum, bin) => sum + bin.rows, 0), told).toBe(numbers.length);
        // Values on an edge between two bins may fall to either side by their last bits.
        for (const { from, to, rows: held } of bins) {
          const slack = scale * relative * 10;
          const sure = numbers.filter((value) => value > from + slack && value < to - slack).length;
          const perhaps = numbers.filter((value) => value >= from - slack && value <= to + slack).length;
          expect(held, told).toBeGreaterThanOrEqual(sure);
          expect(held, told).toBeLessThanOrEqual(perhaps);
        }
      }
      const truths = known.filter((value) => typeof value === "boolean");
      if (truths.length > 0) {
        const yes = truths.filter((value) => value).length;
        expect(found.truths, told).toEqual({ true: yes, false: truths.length - yes, share: yes / truths.length });
      }
      const plain = known.map((value) => (typeof value === "object" ? Object.values(value)[0] : value));
      if (found.top) {
        const counts = new Map<unknown, number>();
        for (const value of plain) counts.set(value, (counts.get(value) ?? 0) + 1);
        expect(found.top.distinct, told).toBe(counts.size);
        expect(found.top.values.map((each) => each.rows)).toEqual(
          [...counts.values()].toSorted((a, b) => b - a).slice(0, 20),
        );
        for (const { value, rows: held } of found.top.values) expect(held, told).toBe(counts.get(value));
      }
    },
  );
});

/** A plain formula as one of those that are made at random. */
function plainFormula(code: string): ReturnType<typeof randomColumns> {
  const { tree, type } = diagnose(code, { columns: new Map(), use: "column" });
  return tree && type ? [{ name: code, tree, code, type }] : [];
}
