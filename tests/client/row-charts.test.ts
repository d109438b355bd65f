import { describe, expect, test } from "vitest";
import type { RowChart } from "../../src/contract/index.ts";
import { layChart } from "../../src/client/results/gallery/draw-chart.ts";
import { mostTiles, scrollToTile, tileAfter, tilesIn, tilesInSight } from "../../src/client/results/gallery/tiles.ts";

const chart = (changes: Partial<RowChart>): RowChart => ({
  security: 1,
  symbol: "SPY",
  date: "2025-12-31",
  label: null,
  bars: "minutes",
  session: [570, 960],
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  ...changes,
});

describe("a row's chart", () => {
  test("of minutes has its bars at their time of the day, premarket and after hours shaded", () => {
    const { shades, bars } = layChart(
      chart({
        time: [540, 570, 960],
        open: [1, 2, 3],
        high: [2, 4, 3],
        low: [1, 2, 2],
        close: [2, 3, null],
      }),
      425,
      106,
    );
    // 09:00 to 16:05 in 425 pixels: one a minute.
    expect(shades).toEqual([
      { kind: "premarket", rect: [0, 0, 30, 106] },
      { kind: "afterHours", rect: [420, 0, 5, 106] },
    ]);
    // Prices from 4 at the top to 1 at the bottom of 100 pixels; a bar without a close is none.
    expect(bars.map(({ up }) => up)).toEqual([true, true]);
    expect(bars[0]?.wick.map(Math.round)).toEqual([2, 70, 1, 33]);
    expect(bars[1]?.wick.map(Math.round)).toEqual([32, 3, 1, 67]);
    expect(bars[1]?.body.map(Math.round)).toEqual([31, 36, 4, 33]);
  });

  test("of a half day is shaded from its own close, and without premarket not at all before it", () => {
    const half = {
      session: [570, 780] as const,
      time: [570, 900],
      open: [1, 1],
      high: [1, 1],
      low: [1, 1],
      close: [1, 1],
    };
    expect(layChart(chart(half), 335, 50).shades).toEqual([{ kind: "afterHours", rect: [210, 0, 125, 50] }]);
  });

  test("of days has the row's own marked, also where days are missing", () => {
    const days = {
      bars: "days" as const,
      time: [-3, -1, 0, 1],
      open: [1, 2, 3, 4],
      high: [1, 2, 3, 4],
      low: [1, 2, 3, 4],
      close: [0.5, 2, 3, 4],
    };
    const { shades, bars } = layChart(chart(days), 50, 40);
    expect(shades).toEqual([{ kind: "day", rect: [30, 0, 10, 40] }]);
    expect(bars.map(({ up, wick: [x] }) => [up, x])).toEqual([
      [false, 4.5],
      [true, 24.5],
      [true, 34.5],
      [true, 44.5],
    ]);
    expect(layChart(chart({}), 50, 40)).toEqual({ shades: [], bars: [] });
  });
});

describe("the charts on screen", () => {
  const tiles = tilesIn(890, 620);

  test("are thirty where a page of 1440 by 900 leaves room for them, two across on a phone", () => {
    expect([tiles.across * tiles.down, tilesIn(390, 300).across, tilesIn(0, 0).across]).toEqual([30, 2, 2]);
  });

  test("stay small in a room that is as high as all of them, and fit an element that browsers do not cut", () => {
    expect(tilesIn(390, 1_000_000).height).toBe(230);
    expect(mostTiles(tilesIn(390, 600))).toBe(Math.floor(12_000_000 / 120) * 2);
    expect(mostTiles(tiles)).toBeGreaterThan(500_000);
  });

  test("are those in sight and a row beyond, never more than there are", () => {
    expect(tilesInSight(tiles, 0, 620, 1_000)).toEqual({ first: 0, last: 35 });
    expect(tilesInSight(tiles, 1_240, 620, 1_000)).toEqual({ first: 54, last: 95 });
    expect(tilesInSight(tiles, 0, 620, 7)).toEqual({ first: 0, last: 6 });
    expect(tilesInSight(tiles, 0, 620, 0)).toEqual({ first: 0, last: -1 });
  });

  test.each([
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 3, 9],
    ["ArrowDown", 97, 97],
    ["ArrowUp", 3, 3],
    ["ArrowUp", 9, 3],
    ["PageDown", 3, 33],
    ["PageDown", 90, 99],
    ["PageUp", 33, 3],
    ["Home", 50, 0],
    ["End", 50, 99],
    ["x", 50, null],
    ["constructor", 50, null],
  ])("%s leads from %i to %j", (key, at, next) => {
    expect(tileAfter(key, at, tiles, 100)).toBe(next);
  });

  test("are scrolled just so far that the chosen one is whole", () => {
    expect(scrollToTile(tiles, 3, 500, 620)).toBe(0);
    expect(scrollToTile(tiles, 30, 0, 620)).toBe(124);
    expect(scrollToTile(tiles, 12, 200, 620)).toBe(200);
  });
});
