import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { builtInPresets, builtInTemplates, readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { dropRun, runScan } from "../../src/scan/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { IN_SOAK } from "../cases.ts";

const DATES = {
  /** Long enough after the demo's first session for windows of 252 days, early enough for outcomes of 20. */
  columns: ["2025-11-24", "2025-11-25"],
  /** Sessions with minute bars. */
  minutes: ["2025-12-23", "2025-12-23"],
  conditions: ["2025-12-04", "2025-12-31"],
} as const;

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  // What `npm start` makes, with fewer securities.
  await makeDemo(market, { symbols: 60 });
});
afterAll(() => market.close());

async function scan(source: object): Promise<FinishedRun> {
  const { request, diagnostics } = readRequest(source);
  if (!request) throw new Error(JSON.stringify(diagnostics));
  return runScan(market, request, { run: "presets" });
}

// Candlestick patterns have a test of their own, in which each is found.
const presets = builtInPresets().filter(({ group }) => group !== "Candlestick patterns");
const columnsOf = (list: typeof presets, [start, end]: readonly [string, string]): object =>
  requestOfFormulas({
    name: "presets",
    start,
    end,
    filters: [],
    columns: list.map(({ tag, formula }) => ({ name: tag, formula })),
  });
const empty = ({ rows, columns }: FinishedRun): ReadonlySet<string> =>
  new Set(columns.filter(({ nulls }) => nulls === rows).map(({ name }) => name));

describe("on the demo market", () => {
  // `tests/request/presets.test.ts` checks the formula of each; the conditions below are true somewhere.
  test.runIf(IN_SOAK)("every preset has values", async () => {
    const days = await scan(columnsOf(presets, DATES.columns));
    expect(days.rows).toBeGreaterThan(100);
    // The others are of minutes, which only the last sessions have.
    const rest = presets.filter(({ tag }) => empty(days).has(tag));
    expect(rest.length).toBeLessThan(presets.length / 2);
    const minutes = await scan(columnsOf(rest, DATES.minutes));
    expect([...empty(minutes)]).toEqual([]);
    await dropRun(market, "presets");
  });

  test("every condition is true somewhere, and not everywhere", async () => {
    const conditions = presets.filter(({ use }) => use === "filter");
    const run = await scan(columnsOf(conditions, DATES.conditions));
    const ids = run.columns.filter(({ type }) => type === "boolean");
    const [found = {}] = await market.query<Record<string, number>>(
      `SELECT ${ids.map(({ id }) => `toFloat64(countIf(${id})) AS ${id}`).join(", ")} FROM ${run.database}.${run.table}`,
    );
    const odd = ids.filter(({ id }) => (found[id] ?? 0) === 0 || found[id] === run.rows).map(({ name }) => name);
    expect(ids).toHaveLength(conditions.length);
    expect(odd).toEqual([]);
    await dropRun(market, "presets");
  });

  const templates = builtInTemplates().filter(({ own }) => own.length === 0);
  test.each(templates.filter((_, place) => IN_SOAK || place % 6 === 0))(
    "$name finds days, and every column has values",
    async ({ source }) => {
      const run = await scan(source);
      expect(run.rows).toBeGreaterThan(0);
      expect([...empty(run)]).toEqual([]);
      await dropRun(market, "presets");
    },
  );
});
