import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { Binding } from "../../src/scan/sql/binding.ts";
import { differenceSql, equalSql, lessOrEqualSql, lessSql } from "../../src/scan/equality.ts";
import { openTestMarket } from "../market/open-market.ts";

let market: Market;
beforeAll(async () => (market = await openTestMarket()));
afterAll(() => market.close());

/** Pairs of numbers that are not negative: apart, equal, 0, and around the edge of what counts as equal, which is 1e-9. */
const PAIRS = `SELECT if(rand(1) % 20 = 0, 0., exp10(rand(2) % 40 / 2. - 8) * (1 + rand(3) % 1000 / 1000.)) AS a, multiIf(rand(4) % 20 = 0, 0., rand(4) % 20 = 1, a, rand(4) % 20 < 15, a * (1 + ((rand(5) % 2001) / 1000. - 1) * 1.0000001e-9), a * (rand(6) % 1000 / 500.)) AS b FROM numbers(200000)`;

test.each([
  ["less", lessSql],
  ["less or equal", lessOrEqualSql],
  ["equal", equalSql],
  ["difference", differenceSql],
] as const)("%s of numbers that are not negative is what it is of any", async (_name, sql) => {
  const known = sql("a", "b", [true, true]);
  const any = sql("a", "b");
  expect(known).not.toBe(any);
  const [found] = await market.query<{ apart: number; kinds: number }>(
    `SELECT toUInt32(countIf(toFloat64(${known}) != toFloat64(${any}))) AS apart, toUInt32(least(uniqExact(${any}), 2)) AS kinds FROM (${PAIRS})`,
  );
  expect(found).toEqual({ apart: 0, kinds: 2 });
});

test("a number in the text is the number, of the type it would be bound as", async () => {
  const numbers = [
    0,
    5,
    -5,
    0.1,
    1 / 3,
    5e-324,
    2.2250738585072014e-308,
    1e21,
    123_456_789_012_345_680_000,
    -1.7976931348623157e308,
  ];
  for (const [type, values] of [
    ["Float64", numbers],
    ["UInt16", [0, 255, 256, 65_535]],
    ["UInt8", [0, 1, 255]],
  ] as const) {
    const binding = new Binding();
    const columns = values.flatMap((value, index) => {
      const sql = binding.bind(value, type);
      return [`${sql} = {n${index}:${type}}`, `toTypeName(${sql}) = '${type}'`];
    });
    const params = Object.fromEntries(values.map((value, index) => [`n${index}`, value]));
    const [row] = await market.query<{ right: number[] }>({
      sql: `SELECT [${columns.join(", ")}] AS right`,
      params: { ...binding.params, ...params },
    });
    expect(row?.right, type).toEqual(columns.map(() => 1));
  }
});
