import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { dropRun, explain, readRows, runScan } from "../../src/scan/index.ts";
import { openTestMarket } from "../market/open-market.ts";

const TEMPLATES = new URL("../../presets/templates/", import.meta.url);
const DAYS = { start_date: "2025-10-01", end_date: "2025-12-31" };

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await makeDemo(market, { symbols: 150, years: 2, minuteDays: 10 });
});
afterAll(() => market.close());

/** Smoothing starts elsewhere where a scan computes it beside other indicators: 1e-9 of the value, never more. */
const CLOSE = 1e-9;

function agrees(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= CLOSE * Math.abs(b);
  return a === b;
}

test.each(readdirSync(TEMPLATES).filter((name) => /^(gap|golden|52|volume)/.test(name)))(
  "%s: a row of the scan is explained with the scan's values, and a row that is not in it is told why",
  async (name) => {
    const source: object = JSON.parse(readFileSync(new URL(name, TEMPLATES), "utf8"));
    const { request } = readRequest({ ...source, Date_Range: DAYS });
    if (!request) throw new Error(`${name} does not read`);
    const finished = await runScan(market, request, { run: "explained" });
    try {
      const rows = await readRows(market, finished, { offset: 0, limit: 10_000 });
      const [row = []] = rows;
      const [symbol, date, ...values] = row;
      expect(rows.length).toBeGreaterThan(0);
      const there = await explain(market, request, { symbol: String(symbol), date: String(date) });
      if (!there.ok) throw new Error(there.mistakes[0]?.message);
      expect(there.value.qualifies).toBe(true);
      const apart = there.value.columns.filter(({ root }, index) => !agrees(root.value, values[index]));
      expect(apart.map(({ label, root }) => [label, root.value])).toEqual([]);
      const taken = new Set(rows.filter((each) => each[1] === date).map(([other]) => other));
      const [absent] = await market.query<{ symbol: string }>({
        sql: "SELECT symbol FROM market.security WHERE symbol NOT IN {taken:Array(String)} AND security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() > 500) ORDER BY symbol LIMIT 1",
        params: { taken: [...taken].map(String) },
      });
      const elsewhere = await explain(market, request, { symbol: absent?.symbol ?? "", date: String(date) });
      expect(elsewhere).toMatchObject({ ok: true, value: { absence: null, qualifies: false } });
      expect(elsewhere.ok && elsewhere.value.filters.some(({ failed }) => failed !== null)).toBe(true);
    } finally {
      await dropRun(market, "explained");
    }
  },
);
