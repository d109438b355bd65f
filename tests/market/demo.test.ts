import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeDemo,
  marketProfile,
  marketStatus,
  sessionOf,
  type DemoReport,
  type Market,
} from "../../src/market/index.ts";
import { INDUSTRIES, LISTED_FIELDS, STATEMENT_ITEMS } from "../../src/vocabulary/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
let report: DemoReport;
const OPTIONS = { symbols: 120, years: 1, minuteDays: 6 } as const;
beforeAll(async () => {
  market = await openTestMarket();
  report = await makeDemo(market, OPTIONS);
});
afterAll(() => market.close());

const one = async (sql: string): Promise<unknown> =>
  Object.values((await market.query<Record<string, unknown>>(sql.replaceAll("@", `${market.database}.`)))[0] ?? {})[0];

describe("the demo market", () => {
  it("is the same in every build", () => {
    expect(report).toMatchObject({
      securities: 120,
      sessions: 252,
      minuteSessions: 6,
      snapshot: "ebb21a7510f8bf032904d29d702e4745",
    });
  });

  it("has bars that hold together", async () => {
    const bad =
      "high < low OR open > high OR open < low OR close > high OR close < low OR low <= 0 OR volume = 0 OR vwap > high OR vwap < low";
    expect(await one(`SELECT toUInt32(countIf(${bad})) FROM @daily`)).toBe(0);
    expect(await one(`SELECT toUInt32(countIf(${bad} OR minute < 240 OR minute > 1199)) FROM @minute`)).toBe(0);
    expect(await one("SELECT max(volume) > 50 * median(volume) AND max(num_trades) < max(volume) FROM @minute")).toBe(
      1,
    );
    expect(await one("SELECT toUInt32(count() - uniqExact(security_id, session)) FROM @daily")).toBe(0);
    expect(await one("SELECT toUInt32(count() - uniqExact(security_id, session, minute)) FROM @minute")).toBe(0);
  });

  it("has daily bars that are those of their minutes", async () => {
    expect(
      await one(`SELECT toUInt32(count()) FROM @daily AS d INNER JOIN @minute_day AS m ON m.security_id = d.security_id AND m.session = d.session
WHERE d.open != m.open OR d.high < m.high OR d.low > m.low OR d.volume < m.volume OR d.close != m.close`),
    ).toBe(0);
  });

  it("closes early on Christmas Eve", async () => {
    const session = sessionOf("2025-12-24")?.session;
    expect(
      await one(
        `SELECT max(minute) < 780 FROM (SELECT minute, count() AS n FROM @minute WHERE session = ${session} GROUP BY minute HAVING n > 30)`,
      ),
    ).toBe(1);
  });

  it("has splits, a new symbol, delistings, listings and halts", async () => {
    expect(await one("SELECT count() > 0 FROM @split")).toBe(1);
    expect(await one("SELECT count() > 0 FROM @symbol_change")).toBe(1);
    expect(await one("SELECT uniqExact(status) >= 2 FROM @security")).toBe(1);
    expect(await one("SELECT count() > 0 FROM @security WHERE isNotNull(ipo_date)")).toBe(1);
    expect(
      await one(
        "SELECT count() > 3 FROM (SELECT security_id FROM @daily GROUP BY security_id HAVING count() < max(session) - min(session) + 1)",
      ),
    ).toBe(1);
  });

  it("has adjusted prices that do not jump at a split", async () => {
    expect(
      await one(`SELECT toUInt32(countIf(abs(log(adjusted / before)) > 0.5)) FROM (
  SELECT d.session AS session, s.date AS date, toFloat64(d.close) * d.split_factor AS adjusted, lagInFrame(adjusted) OVER (PARTITION BY d.security_id ORDER BY d.session) AS before
  FROM @daily AS d INNER JOIN @split AS p ON p.security_id = d.security_id INNER JOIN @session AS s ON s.session = d.session) WHERE before > 0`),
    ).toBe(0);
  });

  it("has gap-ups with volume and news in the morning", async () => {
    expect(
      await one(`SELECT count() > 20 FROM (
  SELECT security_id, session, toFloat64(open) * split_factor / nullIf(lagInFrame(toFloat64(close) * split_factor) OVER w, 0) AS gap, volume / nullIf(avg(volume) OVER w20, 0) AS relative
  FROM @daily WINDOW w AS (PARTITION BY security_id ORDER BY session), w20 AS (PARTITION BY security_id ORDER BY session ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING)
) WHERE gap > 1.05 AND relative > 2 AND (security_id, session) IN (SELECT security_id, session FROM @event WHERE kind = 'news' AND minute < 570)`),
    ).toBe(1);
  });

  it("has facts and statements known before they are used, in every field", async () => {
    expect(await one("SELECT uniqExact(field) FROM @fact")).toBe(13);
    expect(await one("SELECT uniqExact(kind) FROM @event")).toBe(9);
    expect(await one("SELECT countIf(known_at <= toDateTime(fiscal_end, 'UTC')) FROM @statement")).toBe(0);
    expect(await one("SELECT count() > 1000 FROM @statement")).toBe(1);
  });

  it("halts in the evening before days without a bar, and at no other time", async () => {
    const gaps =
      "SELECT security_id, session FROM (SELECT security_id, session, leadInFrame(session) OVER (PARTITION BY security_id ORDER BY session ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next FROM @daily) WHERE next > session + 1";
    const halts = "SELECT security_id, session FROM @event WHERE kind = 'halt' AND minute >= 960";
    expect(await one(`SELECT count() > 3 FROM (${halts})`)).toBe(1);
    expect(
      await one(
        `SELECT (SELECT groupArray((security_id, session)) FROM (${gaps} ORDER BY ALL)) = (SELECT groupArray((security_id, session)) FROM (${halts} ORDER BY ALL))`,
      ),
    ).toBe(1);
  });

  it("announces every report 10 to 40 days ahead, and the next one after its end", async () => {
    const announced =
      "(SELECT security_id, toDateTime(value * 86400, 'UTC') AS day, known_at FROM @fact WHERE field = 'next_earnings')";
    expect(
      await one(`SELECT toUInt32(count()) FROM (
  SELECT e.security_id AS security_id, e.session AS session, s.date AS date FROM @event AS e INNER JOIN @session AS s ON s.session = e.session WHERE e.kind = 'earnings'
) AS e LEFT JOIN (SELECT security_id, day, dateDiff('day', min(known_at), day) AS ahead FROM ${announced} GROUP BY security_id, day) AS a
  ON a.security_id = e.security_id AND toDate32(a.day) = e.date
WHERE a.ahead IS NULL OR a.ahead NOT BETWEEN 6 AND 40`),
    ).toBe(0);
    expect(
      await one(`SELECT count() > 20 FROM ${announced} WHERE day > toDateTime('2025-12-31 00:00:00', 'UTC')`),
    ).toBe(1);
    expect(await one(`SELECT countIf(known_at > toDateTime('2025-12-31 16:00:00', 'UTC')) FROM ${announced}`)).toBe(0);
    // Some are moved to an earlier day.
    expect(
      await one(`SELECT countIf(later > day) > 5 FROM (
  SELECT day, lagInFrame(day) OVER (PARTITION BY security_id ORDER BY known_at) AS later FROM ${announced})`),
    ).toBe(1);
  });

  it("speaks the vocabulary's words: every statement item, and values of the lists alone", async () => {
    const items = await market.query<{ item: string }>(
      `SELECT DISTINCT toString(item) AS item FROM ${market.database}.statement ORDER BY item`,
    );
    expect(items.map(({ item }) => item)).toEqual(STATEMENT_ITEMS.map(({ item }) => item).toSorted());
    for (const [field, list] of Object.entries(LISTED_FIELDS)) {
      const found = await market.query<{ value: string }>(
        `SELECT DISTINCT toString(${field}) AS value FROM ${market.database}.security WHERE isNotNull(${field})`,
      );
      const known = new Set(list.map(({ value }) => value));
      expect(found.length, field).toBeGreaterThan(0);
      expect(found.filter(({ value }) => !known.has(value))).toEqual([]);
    }
    const pairs = await market.query<{ sector: string; industry: string }>(
      `SELECT DISTINCT toString(sector) AS sector, toString(industry) AS industry FROM ${market.database}.security WHERE isNotNull(industry)`,
    );
    const sectors = new Map(INDUSTRIES.map(({ value, sector }) => [value, sector]));
    expect(pairs.filter(({ sector, industry }) => sectors.get(industry) !== sector)).toEqual([]);
  });

  it("has statements that add up, with companies that lose money", async () => {
    const wrong = async (whole: string, ...parts: readonly string[]): Promise<unknown> =>
      one(`SELECT toUInt32(countIf(abs(figures['${whole}'] - (${parts.map((part) => `figures['${part}']`).join(" + ")})) > 0.5))
FROM (SELECT CAST((groupArray(toString(item)), groupArray(value)), 'Map(String, Float64)') AS figures FROM @statement GROUP BY security_id, fiscal_end, known_at)`);
    expect(await wrong("total-assets", "total-current-assets", "total-non-current-assets")).toBe(0);
    expect(await wrong("total-assets", "total-liabilities", "total-equity")).toBe(0);
    expect(await wrong("total-revenue", "cost-of-revenue", "gross-profit")).toBe(0);
    expect(await wrong("gross-profit", "operating-income", "total-operating-expenses")).toBe(0);
    expect(await wrong("income-before-tax", "net-income", "income-tax")).toBe(0);
    expect(
      await one("SELECT countIf(value < 0) > 10 AND countIf(value > 0) > 10 FROM @statement WHERE item = 'net-income'"),
    ).toBe(1);
  });

  it("tells its status and its profile", async () => {
    const status = await marketStatus(market);
    expect(status).toMatchObject({
      securities: 120,
      daily: { from: "2024-12-30", to: "2025-12-31", sessions: 252 },
      minute: { from: "2025-12-23", to: "2025-12-31", sessions: 6 },
      snapshot: { id: report.snapshot, date: "2025-12-31", source: "demo" },
    });
    expect(status.tables.find(({ table }) => table === "daily")).toMatchObject({ rows: report.daily });
    expect(status.bytes).toBeGreaterThan(100_000);
    const profile = await marketProfile(market);
    expect(profile).toMatchObject({
      securities: 120,
      hasOffhours: false,
      snapshot: { id: report.snapshot, date: "2025-12-31" },
      currentOnly: ["name", "exchange", "security_class", "status", "country", "currency"],
    });
    expect(profile.calendar[profile.firstSession ?? 0]?.date).toBe("2024-12-30");
    expect(profile.minuteSessions).toHaveLength(6);
    expect(profile.eventCoverage.map(({ kind }) => kind)).toEqual([
      "earnings",
      "filing_424b",
      "filing_8k",
      "filing_s1",
      "halt",
      "halt_news",
      "halt_volatility",
      "ipo",
      "news",
      "resumption",
    ]);
  });
});

// Only the soak asks an empty market for its status.
it.runIf(IN_SOAK)("an empty market has a status and a profile too", async () => {
  const empty = await openTestMarket();
  try {
    expect(await marketStatus(empty)).toMatchObject({ securities: 0, daily: null, minute: null, snapshot: null });
    expect(await marketProfile(empty)).toMatchObject({
      firstSession: null,
      lastSession: null,
      minuteSessions: [],
      snapshot: null,
    });
  } finally {
    await empty.close();
  }
});
