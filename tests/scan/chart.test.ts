import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentSnapshot, dateOf, makeDemo, SESSIONS, sessionOf, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import {
  chartBars,
  chartHits,
  chartIndicators,
  chartMarks,
  dropRun,
  findChartSecurity,
  readRows,
  runScan,
  searchSymbols,
} from "../../src/scan/index.ts";
import type { ChartBar, ChartPage, ChartSeries, ChartWindow, IndicatorLine } from "../../src/scan/index.ts";
import { INDICATORS, type BarField, type ChartTimeframe } from "../../src/vocabulary/index.ts";
import { rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";

let market: Market;
let security: number;
let symbol: string;
beforeAll(async () => {
  market = await openTestMarket();
  await makeDemo(market, { symbols: 40, years: 1, minuteDays: 6 });
  await market.command(
    `INSERT INTO ${(await currentSnapshot(market)).table("symbol_change")} SELECT security_id, toDate32('2025-06-02'), symbol, 'QQOLD' FROM market.security WHERE security_id = 7`,
  );
  // One that split, so that the basis matters, and that traded every day.
  const [found] = await market.query<{ id: number; symbol: string }>(
    `SELECT security_id AS id, any(s.symbol) AS symbol FROM market.daily AS d INNER JOIN market.security AS s USING security_id
WHERE security_id IN (SELECT security_id FROM market.split) AND source != 2 GROUP BY id HAVING count() = 252 ORDER BY id LIMIT 1`,
  );
  ({ id: security, symbol } = found ?? { id: 0, symbol: "" });
});
afterAll(() => market.close());

const series = (timeframe: ChartTimeframe, changes: Partial<ChartSeries> = {}): ChartSeries => ({
  security,
  timeframe,
  hours: "extended",
  session: "24x7",
  adjusted: true,
  ...changes,
});
const bars = (timeframe: ChartTimeframe, changes: Partial<ChartSeries> = {}, window: Partial<ChartWindow> = {}) =>
  chartBars(market, series(timeframe, changes), { limit: 5_000, earliest: 0, ...window });

/** Values of columns in a real scan, by date. */
async function scanned(columns: Readonly<Record<string, string>>, from: string, to: string, run: string) {
  const { request } = readRequest(
    requestOfFormulas({
      name: run,
      start: from,
      end: to,
      filters: [{ formula: `[identity symbol] = "${symbol}"` }],
      columns: Object.entries(columns).map(([name, formula]) => ({ name, formula })),
    }),
    { earliest: null },
  );
  if (!request) throw new Error("not a request");
  const finished = await runScan(market, request, { run });
  const rows = await readRows(market, finished, { offset: 0, limit: finished.rows });
  await dropRun(market, run);
  return new Map(rows.map(([, date, ...values]) => [String(date), values]));
}

const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));

describe("bars", () => {
  test.each(["adj", "unadj"] as const)("of a day are those that a formula reads (%s)", async (basis) => {
    const fields: readonly BarField[] = ["open", "high", "low", "close", "volume", "vwap"];
    const read = Object.fromEntries(fields.map((field) => [field, `[daily ${field}${basis === "adj" ? " adj" : ""}]`]));
    const rows = await scanned(read, "2025-06-02", "2025-12-31", `bars_${basis}`);
    const { bars: shown } = await bars("1D", { adjusted: basis === "adj" });
    expect(shown).toHaveLength(252);
    for (const [date, values] of rows) {
      const bar = shown.find(({ time }) => time === date);
      expect(fields.map((field) => bar?.[field])).toEqual(values);
    }
    expect(rows.size).toBeGreaterThan(100);
  });

  test.each(["1W", "1M"] as const)("of %s are made of the days of the calendar's", async (timeframe) => {
    const days = (await bars("1D")).bars;
    const period = (date: string): string => {
      if (timeframe === "1M") return date.slice(0, 7);
      const day = new Date(`${date}T00:00:00Z`);
      return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
    };
    const groups = Object.values(Object.groupBy(days, ({ time }) => period(time)));
    const sum = (of: readonly (number | null)[]): number => of.reduce<number>((total, each) => total + (each ?? 0), 0);
    const expected = groups.map((group = []) => ({
      time: group[0]?.time,
      open: group[0]?.open,
      high: Math.max(...group.map(({ high }) => high ?? 0)),
      low: Math.min(...group.map(({ low }) => low ?? Infinity)),
      close: group.at(-1)?.close,
    }));
    const found = (await bars(timeframe)).bars;
    expect(found.map(({ time, open, high, low, close }) => ({ time, open, high, low, close }))).toEqual(expected);
    found.forEach(({ volume, vwap }, index) => {
      const group = groups[index] ?? [];
      expect(volume).toBeCloseTo(sum(group.map((bar) => bar.volume)), 3);
      expect(vwap).toBeCloseTo(
        sum(group.map((bar) => (bar.vwap ?? 0) * (bar.volume ?? 0))) / sum(group.map((bar) => bar.volume)),
        6,
      );
    });
  });

  test.each(rounds<readonly (3 | 5 | 15 | 30 | 60)[]>([3, 30], [3, 5, 15, 30, 60]))(
    "of %s minutes are made of the minutes from the clock on",
    async (minutes) => {
      const timeframe = minutes === 60 ? "1h" : (`${minutes}m` as const);
      for (const hours of ["regular", "extended"] as const) {
        const ones = (await bars("1m", { hours })).bars;
        const start = (time: string): string => {
          const at = Math.floor(minutesOf(time) / minutes) * minutes;
          return `${time.slice(0, 11)}${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
        };
        const expected = Object.entries(Object.groupBy(ones, ({ time }) => start(time))).map(([time, group = []]) => ({
          time,
          open: group[0]?.open,
          high: Math.max(...group.map(({ high }) => high ?? 0)),
          close: group.at(-1)?.close,
          trades: group.reduce((total, { num_trades }) => total + (num_trades ?? 0), 0),
        }));
        const found = (await bars(timeframe, { hours })).bars;
        expect(
          found.map(({ time, open, high, close, num_trades: trades }) => ({ time, open, high, close, trades })),
        ).toEqual(expected);
      }
    },
  );

  test("of the regular session end with it, on half days too; the others run from 04:00 to 19:59", async () => {
    const half = SESSIONS.find(({ date }) => date === "2025-12-24");
    expect(half?.close).toBe(780);
    const [regular, extended] = [await bars("1m", { hours: "regular" }), await bars("1m")];
    for (const { time } of regular.bars) {
      const { open = 0, close = 0 } = sessionOf(time.slice(0, 10)) ?? {};
      expect(minutesOf(time)).toBeGreaterThanOrEqual(open);
      expect(minutesOf(time)).toBeLessThan(close);
    }
    expect(regular.bars.filter(({ time }) => time.startsWith("2025-12-24")).length).toBeGreaterThan(0);
    expect(extended.bars.length).toBeGreaterThan(regular.bars.length);
    expect(extended.bars.every(({ time }) => minutesOf(time) >= 240 && minutesOf(time) < 1200)).toBe(true);
  });

  test("of the session 0430-1200 lie in it", async () => {
    const { bars: shown } = await bars("5m", { session: "0430-1200" });
    const minutes = shown.map(({ time }) => minutesOf(time));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(270);
    expect(Math.max(...minutes)).toBe(715);
  });

  async function pages(timeframe: ChartTimeframe, direction: "before" | "after", limit: number): Promise<ChartPage[]> {
    const found: ChartPage[] = [];
    let edge: number | undefined = direction === "after" ? 0 : undefined;
    for (let more = true; more;) {
      const page: ChartPage = await bars(
        timeframe,
        {},
        { limit, ...(edge === undefined ? {} : { [direction]: edge }) },
      );
      found.push(page);
      const next = direction === "before" ? page.earlier : page.later;
      edge = next === null ? undefined : sessionOf(next)?.session;
      more = next !== null;
    }
    return found;
  }
  const times = (of: readonly ChartBar[]): readonly string[] => of.map(({ time }) => time);

  test.each([
    ["1D", 100, 3],
    ["1W", 20, 3],
    ["5m", 40, 3],
    ...rounds<readonly (readonly ["1m", number, number])[]>([], [["1m", 1, 6]]),
  ] as const)("of %s come by pages of %s, none twice, none left out", async (timeframe, limit, least) => {
    const whole = times((await bars(timeframe, {}, { limit: 100_000 })).bars);
    const back = await pages(timeframe, "before", limit);
    expect(back.length).toBeGreaterThanOrEqual(least);
    expect(back.toReversed().flatMap((page) => times(page.bars))).toEqual(whole);
    expect((await pages(timeframe, "after", limit)).flatMap((page) => times(page.bars))).toEqual(whole);
  });

  test("out of reach are not there, and a week that began before is not either", async () => {
    const earliest = sessionOf("2025-10-08")?.session ?? 0;
    expect((await bars("1D", {}, { earliest })).bars[0]?.time).toBe("2025-10-08");
    expect((await bars("1W", {}, { earliest })).bars[0]?.time).toBe("2025-10-13");
    expect(await bars("1D", {}, { earliest, before: earliest })).toMatchObject({
      bars: [],
      earlier: null,
      later: "2025-10-07",
    });
  });

  test("a day without a trade has none, and one without minutes neither", async () => {
    const [gap] = await market.query<{ id: number; session: number }>(
      `SELECT id, toUInt16(first + 1) AS session FROM (SELECT security_id AS id, session AS first, leadInFrame(toInt32(session)) OVER (PARTITION BY security_id ORDER BY session ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS next FROM market.daily) WHERE next > first + 1 ORDER BY id LIMIT 1`,
    );
    expect(gap).toBeDefined();
    const shown = times((await bars("1D", { security: gap?.id ?? 0 })).bars);
    expect(shown).not.toContain(dateOf(gap?.session ?? 0));
    const first = (await bars("1m")).bars[0]?.time.slice(0, 10) ?? "";
    expect(await bars("1m", {}, { before: sessionOf(first)?.session ?? 0 })).toMatchObject({ bars: [], earlier: null });
  });
});

describe("indicators", () => {
  const lines: readonly (IndicatorLine & { readonly code: string })[] = INDICATORS.flatMap(
    ({ name, parameters, source, lines: of }) =>
      of.map(({ name: line }) => ({
        name,
        line,
        parameters: parameters.map((parameter) => parameter.default),
        source: source === "volume" ? "volume" : source,
        code: `${name}${of.length > 1 ? `.${line}` : ""}`,
      })),
  );
  // Both are made by one printer; some of every kind, those with folds among them, show that it is given the same.
  const some = ["ema", "rsi", "macd", "bbands", "vwap", "psar", "obv", "kama", "ichimoku", "atr", "mfi"];
  const chosen = lines.filter(({ name }) => some.includes(name));
  const within = chosen.filter(({ name }) => ["ema", "macd", "vwap", "psar"].includes(name));
  const daily = chosen.filter(({ name }) => name !== "vwap");
  const close = (shown: unknown, found: unknown): boolean =>
    shown === found ||
    (typeof shown === "number" &&
      typeof found === "number" &&
      Math.abs(shown - found) <= 1e-9 * Math.max(1, Math.abs(found)));

  test("on days are a scan's", async () => {
    const columns = Object.fromEntries(daily.map(({ code }) => [code, `[indicator ${code} adj]`]));
    const rows = await scanned(columns, "2025-09-02", "2025-12-31", "lines_daily");
    const first = sessionOf("2025-09-02")?.session ?? 0;
    const last = sessionOf("2025-12-31")?.session ?? 0;
    const shown = await chartIndicators(market, series("1D"), daily, { first, last });
    expect(rows.size).toBe(shown.times.length);
    const wrong = daily.flatMap(({ code }, index) =>
      shown.times.flatMap((time, at) => {
        const [value, found] = [shown.lines[index]?.values[at], rows.get(time)?.[index]];
        return close(value, found) ? [] : [`${code} ${time}: ${value} for ${String(found)}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(shown.lines.filter(({ values }) => values.some((value) => value !== null)).length).toBe(daily.length);
  });

  test.each(
    rounds<readonly (readonly [number, "1m" | "5m" | "1h"])[]>(
      [[60, "1h"]],
      [
        [1, "1m"],
        [5, "5m"],
        [60, "1h"],
      ],
    ),
  )(
    "on bars of %s minutes are a scan's at the end of the bar, whatever hours are shown",
    async (minutes, timeframe) => {
      const columns = Object.fromEntries(
        within.map(({ code }) => [code, `[indicator ${code} ${minutes}min at '15:00' adj]`]),
      );
      const rows = await scanned(columns, "2025-12-26", "2025-12-31", `lines_${timeframe}`);
      const [first, last] = [sessionOf("2025-12-26")?.session ?? 0, sessionOf("2025-12-31")?.session ?? 0];
      expect(rows.size).toBe(4);
      for (const hours of ["extended", "regular"] as const) {
        const shown = await chartIndicators(market, series(timeframe, { hours }), within, { first, last });
        const shownBars = (await bars(timeframe, { hours }, { after: first - 1 })).bars;
        expect(shown.times).toEqual(shownBars.map(({ time }) => time));
        for (const [date, values] of rows) {
          // The last bar that is complete at 15:00.
          const at = shown.times.findLastIndex((time) => time.startsWith(date) && minutesOf(time) + minutes <= 900);
          values.forEach((found, index) => {
            expect(close(shown.lines[index]?.values[at], found), `${within[index]?.code} ${date}`).toBe(true);
          });
        }
      }
    },
  );

  test("say until when they depend on where the history begins", async () => {
    const rsi: IndicatorLine = { name: "rsi", line: "value", parameters: [2], source: "close" };
    const obv: IndicatorLine = { name: "obv", line: "value", parameters: [], source: null };
    const first = sessionOf((await bars("1D")).bars[0]?.time ?? "")?.session ?? 0;
    const shown = await chartIndicators(market, series("1D"), [rsi, obv], { first, last: first + 251 });
    expect(shown.lines.map(({ unsettled }) => unsettled)).toEqual([249, 252]);
    expect(shown.lines[0]?.values.slice(0, 2)).toEqual([null, null]);
  });
});

describe("symbols", () => {
  test("are found by symbol, old symbol and name, the best match first, upper or lower case", async () => {
    const [changed] = await market.query<{ id: number; symbol: string; old: string; name: string }>(
      "SELECT c.security_id AS id, s.symbol AS symbol, c.old_symbol AS old, s.name AS name FROM market.symbol_change AS c INNER JOIN market.security AS s USING security_id WHERE old = 'QQOLD'",
    );
    const { id = 0, symbol: now = "", old = "", name = "" } = changed ?? {};
    expect((await searchSymbols(market, now.toLowerCase(), 5))[0]).toMatchObject({
      security: id,
      matched: "symbol",
      old_symbols: [old],
    });
    expect((await searchSymbols(market, old, 40)).find((one) => one.security === id)).toMatchObject({
      matched: "old_symbol",
      symbol: now,
    });
    expect((await searchSymbols(market, name.toUpperCase(), 5))[0]).toMatchObject({
      security: id,
      matched: "name",
      name,
    });
    const words = name.split(" ").toReversed().join(" ");
    expect((await searchSymbols(market, words, 5)).map((one) => one.security)).toContain(id);
    const ranked = await searchSymbols(market, now.slice(0, 1), 40);
    const places = ranked.map((one) => (one.symbol.startsWith(now.slice(0, 1)) ? 0 : 1));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(await searchSymbols(market, "no such thing", 5)).toEqual([]);
    expect(await searchSymbols(market, "%_'", 5)).toEqual([]);
  });

  test("a symbol is the security that had it on the day", async () => {
    const [change] = await market.query<{ id: number; old: string; date: string; symbol: string }>(
      "SELECT security_id AS id, old_symbol AS old, toString(date) AS date, symbol FROM market.symbol_change WHERE old = 'QQOLD'",
    );
    const { id = 0, old = "", date = "", symbol: now = "" } = change ?? {};
    const before = SESSIONS.findLast((session) => session.date < date)?.date ?? "";
    expect(await findChartSecurity(market, { symbol: old, date: before })).toMatchObject({ security: id, symbol: now });
    expect(await findChartSecurity(market, { symbol: now.toLowerCase(), date: null })).toMatchObject({ security: id });
    expect(await findChartSecurity(market, { symbol: old, date: null })).toMatchObject({ security: id });
    expect(await findChartSecurity(market, { security: id })).toMatchObject({ symbol: now, last_date: "2025-12-31" });
    expect(await findChartSecurity(market, { symbol: "NOBODY", date: null })).toBeNull();
  });
});

test("marks are the rows of a run for one security, hits those of all", async () => {
  const { request } = readRequest(
    requestOfFormulas({
      name: "marks",
      start: "2025-12-01",
      end: "2025-12-31",
      filters: [{ formula: "[daily close] > [daily open]" }],
      columns: [{ name: "Close", formula: "[daily close]" }],
    }),
  );
  if (!request) throw new Error("not a request");
  const run = await runScan(market, request, { run: "marks" });
  const rows = await readRows(market, run, { offset: 0, limit: run.rows });
  const hits = await chartHits(market, run, { offset: 10, limit: 20 });
  expect(hits.map(({ row, symbol: called, date }) => [row, called, date])).toEqual(
    rows.slice(10, 30).map(([called, date], index) => [index + 11, called, date]),
  );
  const marks = await chartMarks(market, run, security, 100);
  expect(marks.length).toBeGreaterThan(3);
  expect(marks.map(({ row, date, values }) => [rows[row - 1]?.[0], date, ...values])).toEqual(
    rows.filter(([called]) => called === symbol),
  );
  expect((await chartMarks(market, run, security, 2)).map(({ row }) => row)).toEqual(
    marks.slice(-2).map(({ row }) => row),
  );
  await dropRun(market, "marks");
});
