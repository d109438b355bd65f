import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { content, data } from "../../src/charting/state/chart.ts";
import { loadStudies } from "../../src/charting/state/load.ts";

const bar = (time: string) => ({ time, open: 1, high: 2, low: 1, close: 2, volume: 3 });
const indicator = { id: "one", name: "sma", parameters: [20], source: "close" };
const before = { indicators: [...content.indicators], loaded: data.loaded, product: data.product };
const fetched = vi.fn();

/** A plan with or without indicators; the chart has bars of two days. */
function show(indicators: readonly object[], enabled: boolean, bars: readonly object[]): void {
  Object.assign(content, { indicators });
  Object.assign(data, {
    loaded: { bars, unusual: new Map(), earlier: false, later: false },
    product: { product: { chart_indicator_enabled: enabled } },
    studies: [{ id: "old", items: [], times: [] }],
    studyError: "old",
  });
}

beforeEach(() => {
  fetched.mockReset();
  fetched.mockResolvedValue(new Response("{}", { status: 500, headers: { "content-type": "application/json" } }));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(content, { indicators: before.indicators });
  Object.assign(data, { loaded: before.loaded, product: before.product, studies: [], studyError: null });
});

test.each([
  ["there are none", [], true, [bar("2025-01-02"), bar("2025-01-03")]],
  ["the plan has none", [indicator], false, [bar("2025-01-02"), bar("2025-01-03")]],
  ["there are no bars", [indicator], true, []],
] as const)("indicators are not asked for where %s, and what was drawn goes", async (_, indicators, enabled, bars) => {
  show(indicators, enabled, bars);
  await loadStudies();
  expect(fetched).not.toHaveBeenCalled();
  expect([data.studies, data.studyError]).toEqual([[], null]);
});

test("one indicator is asked for over the days that are there", async () => {
  show([indicator], true, [bar("2025-01-02"), bar("2025-01-03")]);
  await loadStudies();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(data.studies).toEqual([]);
  expect(data.studyError).not.toBeNull();
});
