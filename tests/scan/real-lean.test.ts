import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import { importLean, type Market } from "../../src/market/index.ts";
import { listOf, readTable } from "../../src/own-data/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { readRows, runScan } from "../../src/scan/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { describeOnSharedData, SHARED_DATA } from "../market/shared-data.ts";
import { importMarket, scanEngine } from "../naive/engine.ts";
import { sessionNumber, type Security } from "../naive/market.ts";

/** Who was in an index fund on a day; the fund is a list here, QQQ under its older symbol as well. */
interface Constituents {
  readonly list: "QQQ" | "SPY" | "GDVD";
  readonly day: string;
  readonly symbols: readonly string[];
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

function readConstituents(): readonly Constituents[] {
  const funds = join(SHARED_DATA, "lean/universes/etf");
  return (["qqqq", "qqq", "spy", "gdvd"] as const).flatMap((fund) =>
    readdirSync(join(funds, fund)).map((file) => ({
      list: fund === "qqqq" || fund === "qqq" ? "QQQ" : fund === "spy" ? "SPY" : "GDVD",
      day: `${file.slice(0, 4)}-${file.slice(4, 6)}-${file.slice(6, 8)}`,
      // A fund may have a security on two lines.
      symbols: [
        ...new Set(
          readFileSync(join(funds, fund, file), "utf8")
            .trim()
            .split(/\r?\n/)
            .map((line) => line.slice(0, line.indexOf(","))),
        ),
      ],
    })),
  );
}

/** A security that Lean's folder has no bars of, with made ones on the days. */
const constituent = (symbol: string, days: readonly string[]): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily: new Map(
    days.map((day) => [
      sessionNumber(day),
      { open: 1, high: 1, low: 1, close: 1, volume: 100, num_trades: null, vwap: null },
    ]),
  ),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
});

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

  test("a trade until the close of half a day ends with it, and none begins behind it", async () => {
    const found = await rows("GOOG", "2015-12-23", "2015-12-24", [
      "[trade exit_time long at '09:30' until close]",
      "[trade exit_time long at '09:30' until '15:59']",
      "[trade minutes long at '09:30' until close]",
      "[trade exit long at '09:30' until close] - [daily close]",
      "[trade entry_time long at '13:00' until '15:59']",
      "[trade entry_time long at close until close 1]",
    ]);
    const clock = (hour: number, minute: number): number => hour * 60 + minute;
    expect(found.map((row) => row.slice(1))).toEqual([
      [clock(16, 0), clock(15, 59), 390, 0, clock(13, 0), clock(16, 0)],
      [clock(13, 0), clock(12, 59), 210, 0, null, clock(13, 0)],
    ]);
  });

  test("a security keeps its history through its symbols: rows before the change bear the old one", async () => {
    const [before] = await rows("GOOG", "2014-04-01", "2014-04-01", ["[identity symbol]"]);
    expect(before?.[1]).toBe("GOOG");
    const twx = await market.query<{ symbols: number }>(
      "SELECT uniqExact(symbol) AS symbols FROM market.symbol_change",
    );
    expect(Number(twx[0]?.symbols)).toBeGreaterThan(0);
  });

  // Made up, they are in `naive/own-data`: by days, by stretches of days, beside renamings.
  test.runIf(IN_SOAK)(
    "lists by day: who was in an index fund on a day, and nobody else or on another day",
    async () => {
      const truth = readConstituents();
      const days = [...new Set(truth.map(({ day }) => day))].toSorted();
      const sessions = days.map(sessionNumber).join(", ");
      const bars = await market.query<{ bar: string }>(
        `SELECT concat(symbol, ' ', toString(session)) AS bar FROM market.security INNER JOIN market.daily USING security_id WHERE session IN (${sessions})`,
      );
      const has = new Set(bars.map(({ bar }) => bar));
      const securities = [...new Set(truth.flatMap(({ symbols }) => symbols))].flatMap((symbol) => {
        const missing = days.filter((day) => !has.has(`${symbol} ${sessionNumber(day)}`));
        return missing.length === 0 ? [] : [constituent(symbol, missing)];
      });
      await importMarket(market, { securities });

      const names = [...new Set(truth.map(({ list }) => list))];
      const lists = await Promise.all(
        names.map(async (name) => {
          const lines = truth
            .filter(({ list }) => list === name)
            .flatMap(({ day, symbols }) => symbols.map((symbol) => `${symbol},${day}`));
          const table = await readTable(new TextEncoder().encode(["symbol,day", ...lines].join("\n")));
          return { name, version: name, rows: listOf(table) };
        }),
      );
      const columns = names.map((name) => {
        const { tree } = parseCode(`in_list("${name}")`);
        if (tree === null) throw new Error(`${name} cannot be asked for`);
        return { name, tree, code: name, type: "boolean" as const };
      });
      const own = { lists, numbers: [] };
      const found: string[] = [];
      let unanswered = 0;
      for (const [start, end] of [
        ["2011-02-25", "2011-03-31"],
        ["2020-11-27", "2020-12-11"],
      ] as const) {
        const { rows } = await scanEngine(market, { start, end, filters: [], columns, own });
        for (const { symbol, date, values } of rows)
          for (const [index, name] of names.entries()) {
            if (typeof values[index] !== "boolean") unanswered += 1;
            if (values[index] === true) found.push(`${name} ${date} ${symbol}`);
          }
      }
      expect(unanswered).toBe(0);
      const expected = truth.flatMap(({ list, day, symbols }) => symbols.map((symbol) => `${list} ${day} ${symbol}`));
      expect(found.toSorted(byText)).toEqual(expected.toSorted(byText));
    },
  );
});
