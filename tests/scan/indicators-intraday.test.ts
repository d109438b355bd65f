import { afterAll, beforeAll, expect, test } from "vitest";
import { indicatorSelect, intradayBars, valuesAt } from "../../src/scan/indicators/index.ts";
import { TABLES, type Market } from "../../src/market/index.ts";
import { TIMEFRAMES, withSource, type Timeframe } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { naiveIndicator, type NaiveBar } from "../naive/indicators.ts";
import { defaultsOf, indicatorNamed } from "./indicator-engine.ts";

interface MinuteRow {
  security_id: number;
  session: number;
  minute: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  num_trades: number | null;
  vwap: number | null;
}

const SECURITIES = [1, 2] as const;
const SESSIONS = [100, 101, 103] as const;
const factorOf = (security: number, session: number): number => (security === 1 && session < 103 ? 0.25 : 1);

/** Thin minutes from 04:00 to 19:59; security 2 has no vwap and no trade counts, and nothing before 10:00. */
function minutes(): MinuteRow[] {
  let state = 12_345;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const rows: MinuteRow[] = [];
  for (const security of SECURITIES)
    for (const session of SESSIONS)
      for (let minute = security === 1 ? 240 : 600; minute < 1_200; minute += 1 + Math.floor(random() * 12)) {
        const [open, close] = [1_000 + Math.floor(random() * 50), 1_000 + Math.floor(random() * 50)];
        const [high, low] = [Math.max(open, close) + Math.floor(random() * 5), Math.min(open, close) - 3];
        const known = security === 1 && random() < 0.8;
        rows.push({
          security_id: security,
          session,
          minute,
          open: open / 100,
          high: high / 100,
          low: low / 100,
          close: close / 100,
          volume: random() < 0.1 ? 0 : Math.floor(random() * 1_000),
          num_trades: known ? Math.floor(random() * 20) : null,
          vwap: known ? (high + low) / 200 : null,
        });
      }
  return rows;
}

const ROWS = minutes();
let market: Market;

beforeAll(async () => {
  market = await openTestMarket();
  for (const table of TABLES)
    if (table.name === "minute" || table.name === "daily") {
      await market.command(`DROP TABLE IF EXISTS ${market.database}.${table.name}`);
      for (const create of market.profile.createTable(table, `${market.database}.${table.name}`))
        await market.command(create);
    }
  await market.insert("minute", ROWS);
  await market.insert(
    "daily",
    SECURITIES.flatMap((security_id) =>
      SESSIONS.map((session) => ({ security_id, session, split_factor: factorOf(security_id, session) })),
    ),
  );
});
afterAll(() => market.close());

/** The same bars from the same minutes, as loops. */
function naiveBars(security: number, timeframe: Timeframe, adjusted: boolean): NaiveBar[] {
  const bars = new Map<string, MinuteRow[]>();
  for (const row of ROWS.filter((row) => row.security_id === security)) {
    const key = `${row.session} ${row.minute - (row.minute % timeframe)}`;
    bars.set(key, [...(bars.get(key) ?? []), row]);
  }
  return [...bars].map(([key, rows]) => {
    const [session = 0, minute = 0] = key.split(" ").map(Number);
    const factor = adjusted ? factorOf(security, session) : 1;
    const total = (of: (row: MinuteRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
    const priced = total((row) => (row.vwap === null ? 0 : row.volume));
    const lone = timeframe === 1 ? rows[0]?.vwap : undefined;
    const vwap = priced > 0 ? total((row) => (row.vwap ?? 0) * row.volume) / priced : null;
    return {
      session,
      minute,
      open: (rows[0]?.open ?? NaN) * factor,
      high: Math.max(...rows.map((row) => row.high)) * factor,
      low: Math.min(...rows.map((row) => row.low)) * factor,
      close: (rows.at(-1)?.close ?? NaN) * factor,
      volume: total((row) => row.volume) / factor,
      num_trades: rows.some((row) => row.num_trades !== null) ? total((row) => row.num_trades ?? 0) : null,
      vwap: scaled(lone === undefined ? vwap : lone, factor),
    };
  });
}

const scaled = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

function expectClose(actual: unknown, expected: number | null, where: string): void {
  if (expected === null || typeof actual !== "number") expect(actual, where).toBe(expected);
  else expect(Math.abs(actual - expected), where).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
}

test.each(TIMEFRAMES.flatMap((timeframe) => [false, true].map((adjusted) => ({ timeframe, adjusted }))))(
  "bars of $timeframe minutes, adjusted $adjusted, are those of the minutes",
  async ({ timeframe, adjusted }) => {
    for (const security of SECURITIES) {
      const sql = intradayBars({
        table: (name) => `market.${name}`,
        timeframe,
        adjusted,
        where: `security_id = ${security} AND session BETWEEN 100 AND 103`,
      });
      const rows = await market.query<Record<string, unknown>>(`SELECT * FROM (${sql}) ORDER BY session, minute`);
      const expected = naiveBars(security, timeframe, adjusted);
      expect(rows.map(({ session, minute }) => [session, minute])).toEqual(
        expected.map(({ session, minute }) => [session, minute]),
      );
      rows.forEach((row, i) => {
        for (const field of ["open", "high", "low", "close", "volume", "num_trades", "vwap"] as const)
          expectClose(row[field], expected[i]?.[field] ?? null, `${field} of bar ${i}`);
      });
    }
  },
);

test("the vwap of a bar is exact, whatever the order of its minutes", async () => {
  const sql = intradayBars({
    table: (name) => `market.${name}`,
    timeframe: 60,
    adjusted: false,
    where: "security_id = 1",
  });
  const rows = await market.query<{ session: number; minute: number; vwap: number | null }>(sql);
  for (const { session, minute, vwap } of rows) {
    const priced = ROWS.filter((row) => row.security_id === 1 && row.session === session && row.vwap !== null).filter(
      (row) => row.minute - (row.minute % 60) === minute,
    );
    const volume = priced.reduce((sum, row) => sum + row.volume, 0);
    // Thousandths of a dollar: whole numbers.
    const paid = priced.reduce((sum, row) => sum + Math.round((row.vwap ?? 0) * 1e3) * row.volume, 0);
    expect(vwap, `${session} ${minute}`).toBe(volume > 0 ? paid / 1e3 / volume : null);
  }
});

test.each([
  { name: "ema", timeframe: 5, at: 600 },
  { name: "rsi", timeframe: 1, at: 931 },
  { name: "vwap", timeframe: 15, at: 700 },
  { name: "vwap_rth", timeframe: 5, at: 575 },
  { name: "vwap_rth", timeframe: 60, at: 1_199 },
  { name: "psar", timeframe: 30, at: 599 },
  { name: "sma", timeframe: 2, at: 250 },
] as const)(
  "$name on $timeframe minute bars at $at is the value of the last complete bar",
  async ({ name, timeframe, at }) => {
    const indicator = indicatorNamed(name);
    const parameters = defaultsOf(indicator);
    const bars = intradayBars({ table: (name) => `market.${name}`, timeframe, adjusted: true });
    const recipe = indicator.recipe(...parameters)["value"];
    if (!recipe) throw new Error("no line");
    const series = indicatorSelect({
      input: `(${bars})`,
      kind: "intraday",
      series: [{ id: "x", recipe: withSource(recipe, "close") }],
    });
    const sql = valuesAt({ input: `(${series})`, timeframe, series: [{ id: "v", column: "x", at }] });
    const rows = await market.query<{ security_id: number; session: number; v: number | null; v_bars: number | null }>(
      sql,
    );
    const found = new Map(rows.map((row) => [`${row.security_id} ${row.session}`, row]));
    for (const security of SECURITIES) {
      const expected = naiveBars(security, timeframe, true);
      const values = naiveIndicator(name, parameters, expected)["value"] ?? [];
      for (const session of SESSIONS) {
        const last = expected.findLastIndex((bar) => bar.session === session && (bar.minute ?? 0) + timeframe <= at);
        const row = found.get(`${security} ${session}`);
        expectClose(row?.v, last < 0 ? null : (values[last] ?? null), `${security} ${session}`);
        expect(row?.v_bars ?? 0).toBe(last + 1);
      }
    }
  },
);
