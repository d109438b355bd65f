import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo, type Market, type Statement } from "../../src/market/index.ts";
import { builtInPresets, builtInTemplates, readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { dropRun, runScan } from "../../src/scan/index.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { atAddressOf, openTestMarket } from "../market/open-market.ts";
import { importMarket, scanRequest, type EngineRequest } from "../naive/engine.ts";
import { fieldFormulas } from "../naive/field-formulas.ts";
import { randomColumns, randomFilters } from "../naive/formulas.ts";
import { calendar, viewOf } from "../naive/market.ts";
import { randomMarket } from "../naive/random-market.ts";
import { Random } from "../naive/random.ts";
import { openCluster } from "./clusters.ts";
import { expectAgreed } from "./stage-tables.ts";

// The same on a cluster is in `cluster.test.ts`.

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));

const DAYS: readonly [string, string] = ["2025-12-15", "2025-12-31"];
function request(filters: readonly string[], columns: readonly string[], [start, end] = DAYS) {
  const read = readRequest(
    requestOfFormulas({
      name: "stages",
      start,
      end,
      filters: filters.map((formula) => ({ formula })),
      columns: columns.map((formula, place) => ({ name: `Column ${place}`, formula })),
    }),
  );
  if (!read.request) throw new Error(JSON.stringify(read.diagnostics));
  return read.request;
}

const FILTERS = [
  "[daily close] > 5",
  "[intraday sum volume '09:30' .. '09:59'] > 0",
  "pct_rank([indicator rsi(14) close adj]) > 5",
  'rank(if([identity exchange] = "NASDAQ" & [daily close] > 10, 1, 0)) >= 1',
  "rank(abs([daily close])) > 0",
];
const COLUMNS = [
  "[daily close] / [daily avg close -200 .. 0]",
  "[daily num_trades] / [daily vwap]",
  "[intraday time at max high '09:30' .. '15:59']",
  "at(pct_rank(rank([daily close])), -1)",
  "highest([intraday max high '04:00' .. '09:29'], -3 .. 0)",
  "highest([fundamental market_cap], -3 .. 0)",
  "[identity old_symbol]",
  "[daily date -1]",
  "[indicator ema(20) close 5min at '10:00']",
  "[earnings total-revenue-2q]",
  "[fundamental news]",
];

let demo: Market;
beforeAll(async () => {
  demo = await openTestMarket();
  await makeDemo(demo, { symbols: 12, years: 1.2, minuteDays: 8 });
});
afterAll(() => demo.close());

const MIXED = request(FILTERS, COLUMNS);
/** Read in two passes, for which indicators reach back far enough. */
const IN_PASSES = rounds(request(FILTERS.slice(0, 3), COLUMNS.slice(3, 9)), MIXED);

// Those below are of every field, and of what is ranked, ranged over, referred to and smoothed.
test.runIf(IN_SOAK)(
  "presets and templates",
  async () => {
    const presets = builtInPresets();
    const conditions = presets.filter(({ use }) => use === "filter").map(({ formula }) => formula);
    const templates = builtInTemplates()
      .filter(({ own }) => own.length === 0)
      .map(({ source }) => {
        const { request: found, diagnostics } = readRequest(source);
        if (!found) throw new Error(JSON.stringify(diagnostics));
        return { ...found, start: DAYS[0], end: DAYS[1] };
      });
    const every = request(
      ["[daily close] > 5"],
      presets.map(({ formula }) => formula),
    );
    expect(await expectAgreed(demo, [MIXED, every, request(conditions, []), ...templates])).toBeGreaterThan(40);
  },
  timeLimit(120_000),
);

test(
  "at an address, in several passes and beside kept answers",
  async () => {
    if (IN_SOAK) {
      const away = await atAddressOf(demo);
      expect(await expectAgreed(away, [MIXED])).toBeGreaterThan(5);
      await away.close();
    }
    if (IN_SOAK) {
      const cluster = await openCluster(demo, "two", 1);
      try {
        expect(await expectAgreed(cluster.market, [MIXED])).toBeGreaterThan(5);
        expect(await expectAgreed(cluster.market, [MIXED], { passRows: 500 })).toBeGreaterThan(20);
      } finally {
        await cluster.end();
      }
    }
    expect(await expectAgreed(demo, [IN_PASSES], { passRows: rounds(2_500, 500) })).toBeGreaterThan(rounds(5, 20));
    expect(await expectAgreed(demo, [MIXED], { answers: true })).toBeGreaterThan(5);
  },
  timeLimit(120_000),
);

test("a null in a column that was declared without nulls is an error: the engine would put a 0 there", async () => {
  const settings: Statement["settings"][] = [];
  const watched: Market = {
    ...demo,
    async command(given) {
      const isFilling = /^(?:INSERT INTO|CREATE TABLE \S+ .* AS )/s.test(typeof given === "string" ? given : given.sql);
      if (isFilling) settings.push(typeof given === "string" ? {} : given.settings);
      await demo.command(given);
    },
  };
  await runScan(watched, MIXED, { run: "nulls" });
  await dropRun(demo, "nulls");
  expect(settings.length).toBeGreaterThan(5);
  for (const each of settings) expect(each).toMatchObject({ insert_null_as_default: 0 });
  await demo.command("CREATE TABLE nulls_refused (value UInt8) ENGINE = Memory");
  const filling = { sql: "INSERT INTO nulls_refused SELECT nullIf(1, 1)", settings: settings[0] ?? {} };
  await expect(demo.command(filling)).rejects.toThrow(/NULL/i);
  await demo.command("DROP TABLE nulls_refused");
});

// A null where a stage declared none is an error and no 0: the test above.
test.runIf(IN_SOAK)(
  "generated formulas, and every field",
  async () => {
    const random = new Random(SEED);
    const reference = randomMarket(SEED);
    // Types hang on formulas, not on rows: what the demo has will do where an import costs as much as ten scans.
    if (IN_SOAK) await importMarket(demo, reference);
    const { first, last } = viewOf(reference);
    const [start, end] = rounds(DAYS, [calendar(Math.max(first, last - 5)).date, calendar(last).date]);
    const requests: EngineRequest[] = [{ start, end, filters: [], columns: fieldFormulas(random) }];
    for (let made = 0; made < rounds(1, 40); made += 1)
      requests.push({
        start,
        end,
        filters: randomFilters(random, reference, 2),
        columns: randomColumns(random, reference, 12),
      });
    expect(await expectAgreed(demo, requests.map(scanRequest))).toBeGreaterThan(5);
  },
  timeLimit(120_000),
);
