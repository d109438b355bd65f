import { buffer } from "node:stream/consumers";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { readNumbers } from "../../src/scan/read-numbers.ts";
import { atPlaces } from "../../src/scan/study/at-places.ts";
import { openTestMarket } from "../market/open-market.ts";

const ROWS = 70_000;
const TABLE = `(SELECT toUInt32(number + 1) AS row, toFloat64(number) / 7 AS x, if(number % 5 = 0, NULL, -x) AS y FROM numbers(${ROWS}))`;
const COLUMNS = ["x", "ifNull(y, nan)"];

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** The same market, whose answers arrive in pieces of that many bytes. */
const inPieces = (size: number): Market => ({
  ...market,
  async *chunks(statement, format) {
    const bytes = await buffer(await market.stream(statement, format));
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});

test("numbers of several blocks are read in the order of the rows, wherever the bytes are cut", async () => {
  for (const from of [market, inPieces(1013), inPieces(11)]) {
    const lists = COLUMNS.map(() => new Float64Array(ROWS));
    await readNumbers(from, { table: TABLE, columns: COLUMNS }, lists);
    expect(lists[0]?.findIndex((value, row) => value !== row / 7)).toBe(-1);
    expect(lists[1]?.findIndex((value, row) => !Object.is(value, row % 5 === 0 ? NaN : -row / 7))).toBe(-1);
  }
});

test("rows that are more or fewer than expected are an error, and so is an answer that ends in the middle", async () => {
  const read = (rows: number, from = market) =>
    readNumbers(
      from,
      { table: TABLE, columns: COLUMNS },
      COLUMNS.map(() => new Float64Array(rows)),
    );
  await expect(read(ROWS - 1)).rejects.toThrow("more rows");
  await expect(read(ROWS + 1)).rejects.toThrow("fewer rows");
  const cut: Market = {
    ...market,
    async *chunks(statement, format) {
      yield (await buffer(await market.stream(statement, format))).subarray(0, 1000);
    },
  };
  await expect(read(ROWS, cut)).rejects.toThrow("too early");
});

test("the numbers at places are those of the sorted list", () => {
  const lists = fc.oneof(
    fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 400 }),
    fc.array(
      fc.integer({ min: 0, max: 3 }).map((value) => value + 0.5),
      { minLength: 1, maxLength: 400 },
    ),
  );
  fc.assert(
    fc.property(lists, fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (list, shares) => {
      const places = shares.map((share) => Math.floor(share * list.length)).toSorted((a, b) => a - b);
      const sorted = Float64Array.from(list).sort();
      // The two zeros are equal, and may stand in any order.
      const plain = (values: readonly number[]): number[] => values.map((value) => value + 0);
      expect(plain(atPlaces(Float64Array.from(list), places))).toEqual(plain(places.map((at) => sorted[at] ?? NaN)));
    }),
  );
  // Long lists of few numbers, in order, and rising and falling, which divide badly.
  for (const of of [(at: number) => at % 3, (at: number) => at, (at: number) => Math.min(at, 50_000 - at)]) {
    const list = Float64Array.from({ length: 50_000 }, (_, at) => of(at));
    const sorted = list.toSorted();
    expect(atPlaces(list, [0, 4_999, 25_000, 49_999])).toEqual([0, 4_999, 25_000, 49_999].map((at) => sorted[at]));
  }
});
