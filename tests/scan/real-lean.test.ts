import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importLean, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { readRows, runScan } from "../../src/scan/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { describeOnSharedData, SHARED_DATA } from "../market/shared-data.ts";

describeOnSharedData("Lean's data folder, scanned", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openTestMarket();
    const report = await importLean(market, join(SHARED_DATA, "lean"));
    expect(report.refused.count).toBe(0);
  });
  afterAll(() => market.close());

  async function rows(symbol: string, start: string, end: string, formulas: readonly string[]): Promise<unknown[][]> {
    const { request, diagnostics } = readRequest(
      requestOfFormulas({
        name: symbol,
        start,
        end,
        filters: [{ formula: `[identity symbol] = "${symbol}"` }],
        columns: formulas.map((formula, index) => ({ name: `c ${index}`, formula })),
      }),
    );
    if (!request) throw new Error(diagnostics.map(({ message }) => message).join(" "));
    const finished = await runScan(market, request, { run: "lean" });
    return (await readRows(market, finished, { offset: 0, limit: 100 })).map(([, ...values]) => values);
  }

  test("AAPL across its 7-for-1 split: as traded, and continuous when adjusted", async () => {
    const found = await rows("AAPL", "2014-06-05", "2014-06-10", [
      "[daily close]",
      "[daily close adj]",
      "{chg_close}",
      "[intraday last close '09:30' .. '15:59' adj]",
      "[daily volume adj] / [daily volume]",
    ]);
    expect(found.map(([date, close]) => [date, close])).toEqual([
      ["2014-06-05", 647.35],
      ["2014-06-06", 645.57],
      ["2014-06-09", 93.7],
      ["2014-06-10", 94.25],
    ]);
    // 7 for 1 in 2014 and 4 for 1 in 2020: 28 shares for one.
    const adjusted = found.map((row) => Number(row[2]));
    for (const [index, expected] of [647.35 / 28, 645.57 / 28, 93.7 / 4, 94.25 / 4].entries()) {
      expect(adjusted[index]).toBeCloseTo(expected, 9);
    }
    expect(found[2]?.[3]).toBeCloseTo((93.7 / (645.57 / 7) - 1) * 100, 9);
    // Minutes of that morning open at the old price; by the close they agree with the day.
    expect(found.map((row) => row[4])).toEqual([adjusted[0], adjusted[1], adjusted[2], null]);
    expect(found.map((row) => row[5])).toEqual([28, 28, 4, 4]);
  });

  test("2015-12-24 is half a day: named sessions follow the calendar, clock windows do not", async () => {
    const found = await rows("GOOG", "2015-12-23", "2015-12-24", [
      "[intraday max time '09:30' .. '15:59']",
      "[intraday max time '12:00' .. '15:59']",
      "[intraday min time '16:00' .. '19:59']",
      "[intraday max time '09:31' .. '15:59']",
    ]);
    const clock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    expect(found[0]?.slice(1)).toEqual(["15:59", "15:59", "16:00", "15:59"].map(clock));
    expect(found[1]?.slice(1, 4)).toEqual(["12:59", "12:59", "13:00"].map(clock));
    expect(Number(found[1]?.[4])).toBeGreaterThanOrEqual(clock("13:00"));
  });

  test("a security keeps its history through its symbols: rows before the change bear the old one", async () => {
    const [before] = await rows("GOOG", "2014-04-01", "2014-04-01", ["[identity symbol]"]);
    expect(before?.[1]).toBe("GOOG");
    const twx = await market.query<{ symbols: number }>(
      "SELECT uniqExact(symbol) AS symbols FROM market.symbol_change",
    );
    expect(Number(twx[0]?.symbols)).toBeGreaterThan(0);
  });
});
