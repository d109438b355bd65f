import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo, sessionOf, type Market } from "../../src/market/index.ts";
import { chartBars, rowCharts } from "../../src/scan/index.ts";
import type { RowBars } from "../../src/scan/index.ts";
import { rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await makeDemo(market, { symbols: 12, years: 1, minuteDays: 4 });
});
afterAll(() => market.close());

const ALL = { minutes: "24x7", earliest: 0 } as const;
const sessionOn = (date: string): number => sessionOf(date)?.session ?? -1;
const series = (security: number, timeframe: "5m" | "1D") =>
  ({ security, timeframe, hours: "extended", session: "24x7", adjusted: true }) as const;

/** The same bars by the statement of one chart. */
async function byChart(security: number, date: string, bars: RowBars["bars"]): Promise<Omit<RowBars, "bars">> {
  const session = sessionOn(date);
  const window = { limit: 5_000, earliest: 0, before: session + (bars === "minutes" ? 1 : 13) };
  const page = await chartBars(market, series(security, bars === "minutes" ? "5m" : "1D"), window);
  const minuteOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const own = page.bars.filter(({ time }) =>
    bars === "minutes" ? time.startsWith(date) : sessionOn(time) >= session - 40,
  );
  return {
    time: own.map(({ time }) => (bars === "minutes" ? minuteOf(time) : sessionOn(time) - session)),
    open: own.map(({ open }) => open),
    high: own.map(({ high }) => high),
    low: own.map(({ low }) => low),
    close: own.map(({ close }) => close),
  };
}

test("bars of many days in one answer are those of each day's own chart: minutes where there are any, else days", async () => {
  const days = Array.from({ length: rounds(5, 12) }, (_, index) => index).flatMap((security) =>
    ["2025-12-30", "2025-12-31", "2025-06-02", "2025-01-03", "2025-07-03"].map((date) => ({ security, date })),
  );
  const found = await rowCharts(
    market,
    days.map(({ security, date }) => ({ security, session: sessionOn(date) })),
    ALL,
  );
  expect(found).toHaveLength(days.length);
  const kinds = new Set<string>();
  for (const [index, { security, date }] of days.entries()) {
    const { bars, ...columns } = found[index] ?? { bars: "days" };
    if (bars === "minutes") kinds.add(date);
    expect([security, date, columns]).toEqual([security, date, await byChart(security, date, bars)]);
  }
  expect([...kinds].toSorted()).toEqual(["2025-12-30", "2025-12-31"]);
  expect(found.filter(({ bars, time }) => bars === "minutes" && time.some((minute) => minute < 570))).not.toEqual([]);
});

test("a plan without minutes shows days, and none before its first", async () => {
  const [security, session] = [3, sessionOn("2025-12-31")];
  const [shown] = await rowCharts(market, [{ security, session }], { minutes: null, earliest: session - 5 });
  expect(shown?.bars).toBe("days");
  expect(shown?.time.at(-1)).toBe(0);
  expect(shown?.time.every((distance) => distance >= -5)).toBe(true);
  const [nothing] = await rowCharts(market, [{ security: 4_000_000, session }], ALL);
  expect(nothing).toMatchObject({ bars: "days", time: [] });
  expect(await rowCharts(market, [], ALL)).toEqual([]);
});
