import { expect, test } from "vitest";
import { candlesOf, tradeMarksOf } from "../../src/client/results/panels/candles.ts";

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

test("a trade is marked below a bar where it buys and above one where it sells; what is not among the bars is not", () => {
  const bars = ["2025-12-30", "2025-12-31"].map((time) => ({ ...bar(10, 20, 10, 15), time }));
  const trade = {
    columns: ["Return"],
    side: "short",
    entry: { date: "2025-12-30", time: 570, price: 10 },
    exit: { date: "2025-12-31", time: 600, price: 11 },
    reason: "stop",
  } as const;
  expect(tradeMarksOf(bars, [trade])).toEqual([
    { index: 0, below: false, kind: "entry" },
    { index: 1, below: true, kind: "loss" },
  ]);
  expect(tradeMarksOf(bars.slice(1), [{ ...trade, side: "long", exit: null, reason: "open" }])).toEqual([]);
});
