import { expect, test } from "vitest";
import { candlesOf } from "../../src/client/results/panels/candles.ts";

const bar = (open: number | null, high: number | null, low: number | null, close: number | null) => ({
  time: "2025-12-31",
  open,
  high,
  low,
  close,
  volume: null,
  num_trades: null,
  vwap: null,
});

test("bars stand between the least and the largest price; what is not known is not drawn", () => {
  const found = candlesOf([bar(10, 20, 10, 15), bar(15, 16, 12, 12), bar(null, 18, 11, 12)]);
  expect(found).toMatchObject({ least: 10, most: 20 });
  const [up, down, missing] = found?.candles ?? [];
  expect(up).toMatchObject({ high: 0, low: 1, top: 0.5, bottom: 1, up: true });
  expect(down).toMatchObject({ high: 0.4, top: 0.5, bottom: 0.8, up: false });
  expect(missing).toBeNull();
  expect(candlesOf([])).toBeNull();
  expect(candlesOf([bar(5, 5, 5, 5)])?.candles[0]).toMatchObject({ top: 0.5, bottom: 0.5 });
});
