import { describe, expect, test } from "vitest";
import { drawingAt } from "../../src/charting/canvas/drawings.ts";
import type { PlacedDrawing } from "../../src/charting/canvas/drawings.ts";
import { COLOURS } from "../../src/charting/canvas/colours.ts";
import { lastPrice, standsOnPrice } from "../../src/charting/canvas/series.ts";
import { shadesOf } from "../../src/charting/canvas/shading.ts";
import { fromChartTime, placeOf, placeOfDay, toChartTime } from "../../src/charting/canvas/times.ts";
import { interaction } from "../../src/charting/state/chart.ts";
import { takeTool } from "../../src/charting/state/drawing.ts";
import { hitValue } from "../../src/charting/state/hit-value.ts";
import type { ChartBar } from "../../src/charting/state/chart.ts";
import { chartPath, readChartAddress } from "../../src/contract/index.ts";
import { chartSession, daysBack } from "../../src/vocabulary/index.ts";

describe("what a plan and a range show", () => {
  test("1D, 5D and 10D reach back 1, 2 and 3 days, anything else one", () => {
    expect(["1D", "5D", "10D", "1M", ""].map(daysBack)).toEqual([1, 2, 3, 1, 1]);
  });

  test("two timeframes or more are a session of 24x7, else 0430-1200", () => {
    expect([[], ["1D"], ["5m", "1D"]].map(chartSession)).toEqual(["0430-1200", "0430-1200", "24x7"]);
  });
});

describe("the address of a chart", () => {
  test.each([
    ["/charting/new", "", { id: null, symbol: null, date: null, request: null }],
    [
      "/charting/01hzy0000000000000000000ab",
      "?symbol=BRK.B&date=2025-12-30&request=01hzy0000000000000000000cd",
      { id: "01hzy0000000000000000000ab", symbol: "BRK.B", date: "2025-12-30", request: "01hzy0000000000000000000cd" },
    ],
    ["/charting/BRK.B", "", { id: null, symbol: "BRK.B", date: null, request: null }],
    ["/charting/%E0%A4%A", "", { id: null, symbol: null, date: null, request: null }],
    ["/charting/../etc", "?date=tomorrow&request=<b>&symbol=", { id: null, symbol: null, date: null, request: null }],
  ])("%s%s", (path, search, read) => {
    expect(readChartAddress(path, search)).toEqual(read);
    const written = chartPath(read);
    const [way = "", query = ""] = written.split("?");
    expect(readChartAddress(way, query)).toEqual(read);
  });

  test("of a symbol, and of a row of a request, which is no saved chart", () => {
    expect(chartPath({ symbol: "BRK/B" })).toBe("/charting/new?symbol=BRK%2FB");
    const row = { symbol: "SPY", date: "2025-12-30", request: "01hzy0000000000000000000cd" };
    expect(chartPath(row)).toBe("/charting/new?symbol=SPY&date=2025-12-30&request=01hzy0000000000000000000cd");
  });
});

describe("times", () => {
  test("go to the axis and back as New York's clock showed them", () => {
    for (const time of ["2025-07-15T09:30", "2025-12-15T19:59"])
      expect(fromChartTime(toChartTime(time), true)).toBe(time);
    expect(fromChartTime(toChartTime("2025-03-09"), false)).toBe("2025-03-09");
  });

  test("are found among bars: the bar itself, else the last before", () => {
    const days = ["2025-12-01", "2025-12-02", "2025-12-05"];
    expect(["2025-11-30", "2025-12-02", "2025-12-04", "2026-01-01"].map((time) => placeOf(days, time))).toEqual([
      -1, 1, 1, 2,
    ]);
    const minutes = ["2025-12-01T15:55", "2025-12-02T09:30", "2025-12-02T09:35"];
    expect(["2025-11-30", "2025-12-01", "2025-12-02", "2025-12-03"].map((day) => placeOfDay(minutes, day))).toEqual([
      -1, 0, 1, 2,
    ]);
    expect(placeOfDay(days, "2025-12-02")).toBe(1);
  });
});

test("premarket and after hours are shaded, a half day's from its close on", () => {
  const none = { open: 1, high: 1, low: 1, close: 1, volume: 1, num_trades: null, vwap: null };
  const bars = ["08:00", "09:25", "09:30", "12:55", "13:00", "16:00"].map((at) => ({
    time: `2025-12-24T${at}`,
    ...none,
  }));
  expect(shadesOf({ bars, unusual: new Map() })).toEqual([
    { from: 0, to: 1, kind: "premarket" },
    { from: 5, to: 5, kind: "afterHours" },
  ]);
  expect(shadesOf({ bars, unusual: new Map([["2025-12-24", { open: 570, close: 780 }]]) }).at(-1)).toEqual({
    from: 4,
    to: 5,
    kind: "afterHours",
  });
});

test("indicators in prices stand on the price, others in a pane of their own", () => {
  const on = (name: string, source: string | null = "close"): boolean => standsOnPrice({ name, source });
  expect(["ema", "bbands", "psar", "ichimoku"].map((name) => on(name))).toEqual([true, true, true, true]);
  expect(["rsi", "macd", "atr", "obv", "dpo"].map((name) => on(name))).toEqual([false, false, false, false, false]);
  expect(on("ema", "volume")).toBe(false);
});

test("a drawing is found where it is drawn, the topmost first", () => {
  const drawing = (
    id: string,
    tool: "trend_line" | "rectangle" | "horizontal_line",
    points: PlacedDrawing["points"],
  ): PlacedDrawing => ({
    drawing: { id, tool, symbol: "A", points: points.map(() => ({ time: "2025-12-01", price: 1 })), text: "" },
    points,
  });
  const placed = [
    drawing("box", "rectangle", [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
    ]),
    drawing("line", "trend_line", [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
    ]),
    drawing("level", "horizontal_line", [{ x: 50, y: 200 }]),
  ];
  expect(
    [
      [50, 51],
      [80, 20],
      [900, 203],
      [300, 300],
    ].map(([x = 0, y = 0]) => drawingAt(placed, null, x, y)),
  ).toEqual(["line", "box", "level", null]);
  // What is selected is moved and edited, though something else lies over it.
  expect([drawingAt(placed, "box", 50, 51), drawingAt(placed, "box", 900, 203)]).toEqual(["box", "level"]);
});

test.each([
  [17.5292, "number", "percent", "17.53%"],
  [7.5, "number", "price", "7.50"],
  [2_720_854_076.5, "number", "currency", "$2.72B"],
  [570, "time", null, "09:30"],
  [true, "boolean", null, "true"],
  [null, "number", "price", "–"],
])("a hit's %j of type %s in %s reads as in the grid: %s", (value, type, unit, text) => {
  expect(hitValue(value, { type, unit })).toBe(text);
});

describe("the tag of the last price", () => {
  const bar = (time: string, open: number | null, close: number | null): ChartBar => ({
    time,
    open,
    high: null,
    low: null,
    close,
    volume: null,
    num_trades: null,
    vwap: null,
  });

  test("is of the newest bar that has a close, whatever part of the chart is in sight, in the bar's colour", () => {
    const bars = [bar("2025-12-29", 7, 7.18), bar("2025-12-30", 7.6, 7.51), bar("2025-12-31", null, null)];
    expect(lastPrice(bars, COLOURS.light)).toMatchObject({
      price: 7.51,
      color: COLOURS.light.down,
      axisLabelVisible: true,
    });
    expect(lastPrice(bars.slice(0, 1), COLOURS.light)).toMatchObject({ price: 7.18, color: COLOURS.light.up });
  });

  test("is none without a close", () => {
    expect(lastPrice([], COLOURS.dark)).toBeNull();
    expect(lastPrice([bar("2025-12-31", null, null)], COLOURS.dark)).toBeNull();
  });
});

test("a tool is taken in hand, and put away by taking it again", () => {
  takeTool("trend_line");
  expect(interaction).toMatchObject({ tool: "trend_line", message: "Click the chart to place it; Escape cancels." });
  takeTool("text");
  expect(interaction.tool).toBe("text");
  takeTool("text");
  expect(interaction).toMatchObject({ tool: null, message: null });
});
