import { TickMarkType } from "lightweight-charts";
import { afterEach, expect, test, vi } from "vitest";
import { pointedTime, tickText } from "../../src/charting/canvas/axis.ts";
import { COLOURS } from "../../src/charting/canvas/colours.ts";
import { markersOf, openedPlace } from "../../src/charting/canvas/marks.ts";
import { decimalsOfLine, guidesOf, lastValue, withGuides } from "../../src/charting/canvas/series.ts";
import { openedShade } from "../../src/charting/canvas/shading.ts";
import { toChartTime } from "../../src/charting/canvas/times.ts";
import { barWidth, keepBarWidth } from "../../src/charting/state/bar-width.ts";
import { content } from "../../src/charting/state/chart.ts";
import { keepContent, lastContent } from "../../src/charting/state/last-content.ts";
import { matches } from "../../src/charting/state/studies.ts";
import { isRun } from "../../src/contract/index.ts";
import type { RowTrade } from "../../src/contract/index.ts";
import { INDICATOR_GUIDES, INDICATORS, showTime } from "../../src/vocabulary/index.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser's storage. */
function storage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

test("days and minutes are written the same on axis, crosshair and legend", () => {
  const at = toChartTime("2025-07-15T09:35");
  expect(pointedTime(at, true)).toBe("07/15/2025 09:35");
  expect(showTime("2025-07-15T09:35")).toBe("07/15/2025 09:35");
  expect(pointedTime(toChartTime("2025-07-15"), false)).toBe("07/15/2025");
  const { Year, Month, DayOfMonth, Time } = TickMarkType;
  expect([Year, Month, DayOfMonth, Time].map((type) => tickText(at, type))).toEqual([
    "2025",
    "07/2025",
    "07/15",
    "09:35",
  ]);
});

test("the opened hit stands out among the hits; a day that is none is marked nowhere", () => {
  const times = ["2025-12-01T09:30", "2025-12-01T09:35", "2025-12-02T09:30", "2025-12-02T09:35"];
  const marks = { days: ["2025-12-02", "2025-12-01"], opened: "2025-12-02", trades: [] };
  const [first, second] = markersOf(times, marks, COLOURS.light);
  expect(first).toMatchObject({ color: COLOURS.light.mark });
  expect(first?.text).toBeUndefined();
  expect(second).toMatchObject({ color: COLOURS.light.opened, size: 2, text: "This hit" });
  expect(openedShade(times, openedPlace(times, marks))).toEqual([{ from: 2, to: 3, kind: "openedBand" }]);
  expect(openedPlace(times, { days: ["2025-12-01"], opened: "2025-12-02", trades: [] })).toBeNull();
  expect(openedShade(times, null)).toEqual([]);
});

test("a trade begins and ends at its minutes, above the bar where it sells, and on days where no minute is known", () => {
  const days = ["2025-12-01", "2025-12-02", "2025-12-03"];
  const minutes = ["2025-12-02T09:30", "2025-12-02T09:35", "2025-12-02T09:40", "2025-12-03T09:30", "2025-12-03T15:55"];
  const trade: RowTrade = {
    columns: ["Return"],
    side: "short",
    entry: { date: "2025-12-02", time: 577, price: 12.5 },
    exit: { date: "2025-12-03", time: null, price: 11 },
    reason: "time",
  };
  const marked = (times: readonly string[], one: RowTrade) =>
    markersOf(times, { days: [], opened: null, trades: [one] }, COLOURS.light).map(({ time, position, text }) => [
      times.find((each) => toChartTime(each) === time),
      position,
      text,
    ]);
  expect(marked(minutes, trade)).toEqual([
    ["2025-12-02T09:35", "aboveBar", "short 12.50"],
    ["2025-12-03T15:55", "belowBar", "time 11.00"],
  ]);
  expect(marked(days, { ...trade, side: "long", exit: null, reason: "open" })).toEqual([
    ["2025-12-02", "belowBar", "long 12.50"],
  ]);
  expect(marked(["2025-12-05T09:30"], trade)).toEqual([]);
  const [entry, exit] = markersOf(days, { days: [], opened: null, trades: [trade] }, COLOURS.light);
  // A short that ends lower has gained.
  expect([entry?.color, exit?.color]).toEqual([COLOURS.light.accent, COLOURS.light.up]);
});

test("every indicator whose values have bounds has its levels, inside of them", () => {
  const bounded = INDICATORS.filter(({ lines }) => lines.some(({ title }) => /, [−\d]+ to \d+$/.test(title)));
  expect(bounded.map(({ name }) => name).filter((name) => !(name in INDICATOR_GUIDES))).toEqual([]);
  expect(Object.keys(INDICATOR_GUIDES).filter((name) => !INDICATORS.some((each) => each.name === name))).toEqual([]);
  for (const { name, lines } of bounded) {
    const { range = [] } = INDICATOR_GUIDES[name] ?? {};
    const [, from = "", to = ""] = /, ([−\d]+) to (\d+)$/.exec(lines[0]?.title ?? "") ?? [];
    expect([name, ...range]).toEqual([name, Number(from.replace("−", "-")), Number(to)]);
  }
  for (const [name, { range, levels }] of Object.entries(INDICATOR_GUIDES)) {
    const outside = levels.filter((level) => level < range[0] || level > range[1]);
    expect([name, ...outside]).toEqual([name]);
  }
});

test("RSI has lines at 30 and 70 that its pane always shows", () => {
  expect(guidesOf("rsi", COLOURS.light).map(({ price }) => price)).toEqual([30, 70]);
  expect(guidesOf("ema", COLOURS.light)).toEqual([]);
  const seen = { priceRange: { minValue: 45, maxValue: 55 } };
  expect(withGuides("rsi", seen)).toEqual({ priceRange: { minValue: 30, maxValue: 70 } });
  expect(withGuides("macd", seen)).toBe(seen);
  expect(withGuides("rsi", null)).toBeNull();
});

test("the tag of a line is of its last value, as in the legend", () => {
  expect(lastValue([1, 2, null], "#000")).toMatchObject({ price: 2, axisLabelVisible: true, lineVisible: false });
  expect(lastValue([null], "#000")).toBeNull();
  expect([[52.9174, null], [0.4512], [null]].map(decimalsOfLine)).toEqual([2, 4, 4]);
});

test("what is typed finds the indicator of that name first, so that Enter adds it", () => {
  expect(["rsi", "maenv", "sma", "adx", "bbands"].map((query) => matches(query)[0]?.name)).toEqual([
    "rsi",
    "maenv",
    "sma",
    "adx",
    "bbands",
  ]);
  expect(matches("")).toHaveLength(INDICATORS.length);
});

test("a reader's width of bars is kept for days and for minutes; nonsense in storage is none", () => {
  const kept = storage();
  expect(barWidth("1D")).toBeNull();
  keepBarWidth(12, "1W");
  keepBarWidth(3, "5m");
  expect([barWidth("1D"), barWidth("1M"), barWidth("1h")]).toEqual([12, 12, 3]);
  for (const text of ["{", "null", "7", '{"days":"wide","minutes":-1}']) {
    kept.set("scanbook.chart.width", text);
    expect([barWidth("1D"), barWidth("1m")]).toEqual([null, null]);
  }
});

test("the last chart opens with the saved chart it belongs to; one that a version before stored opens as well", async () => {
  const kept = storage();
  const key = btoa("k".repeat(32));
  const shown = { ...content, symbol: "SPY" };
  await keepContent(key, { content: shown, layout: { id: "one", saved: "2026-01-01" } });
  expect(await lastContent(key)).toMatchObject({
    content: { symbol: "SPY" },
    layout: { id: "one", saved: "2026-01-01" },
  });
  expect(await lastContent(btoa("x".repeat(32)))).toBeNull();
  expect(kept.size).toBe(0);
  // As it was stored before: the content alone.
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode("k".repeat(32));
  const secret = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt"]);
  const text = new TextEncoder().encode(JSON.stringify(shown));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, secret, text));
  kept.set("scanbook.chart.last", btoa(String.fromCodePoint(...iv, ...sealed)));
  expect(await lastContent(key)).toMatchObject({ content: { symbol: "SPY" }, layout: null });
});

test("a run has a page to go back to, a preview has none", () => {
  expect(isRun("01hzy0000000000000000000cd")).toBe(true);
  expect(isRun("p01hzy0000000000000000000cd")).toBe(false);
});
