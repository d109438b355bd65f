import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { readNumbers } from "../../src/scan/read-numbers.ts";
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
