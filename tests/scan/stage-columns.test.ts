import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo, type Market, type Statement } from "../../src/market/index.ts";
import { builtInPresets, builtInTemplates, readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { dropRun, runScan, type ScanOptions } from "../../src/scan/index.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { atAddressOf, openTestMarket } from "../market/open-market.ts";
import { importMarket, scanRequest, type EngineRequest } from "../naive/engine.ts";
import { fieldFormulas } from "../naive/field-formulas.ts";
import { randomColumns, randomFilters } from "../naive/formulas.ts";
import { calendar, viewOf } from "../naive/market.ts";
import { randomMarket } from "../naive/random-market.ts";
import { Random } from "../naive/random.ts";
import { openCluster } from "./clusters.ts";

/*
 * A stage's table is made with the columns that the program says it has, and filled by their order. The engine, asked what the
 * SELECT gives, must say the same.
 */

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));

interface Column {
  readonly name: string;
  readonly type: string;
}
interface Stage {
  readonly table: string;
  readonly declared: readonly Column[];
  readonly found: readonly Column[];
}

const MADE =
  /^CREATE TABLE (run_\w+\.\w+)(?: ON CLUSTER \S+)? \((.*?)\) ENGINE = (?:Memory|\S+\(.*?\) ORDER BY tuple\(\))(?: AS |$)/s;
const FILLED = /^INSERT INTO (run_\w+\.\w+) /;

/** Definitions between commas, those within a type's brackets apart; without constraints. */
const columnsOf = (definitions: string): readonly Column[] =>
  definitions
    .split(/, (?![^(]*\))/)
    .filter((each) => !each.startsWith("CONSTRAINT"))
    .map((each) => ({ name: each.slice(0, each.indexOf(" ")), type: each.slice(each.indexOf(" ") + 1) }));

/** The same market, which compares each stage's table with what the engine says of the SELECT that fills it. */
function comparing(market: Market): { readonly market: Market; readonly stages: Stage[] } {
  const stages: Stage[] = [];
  const tables = new Map<string, readonly Column[]>();
  const compare = async (given: Statement | string): Promise<void> => {
    const statement = typeof given === "string" ? { sql: given } : given;
    const made = MADE.exec(statement.sql);
    if (made) tables.set(made[1] ?? "", columnsOf(made[2] ?? ""));
    const [table, select] = made
      ? [made[1], statement.sql.slice(made[0].length)]
      : [FILLED.exec(statement.sql)?.[1], statement.sql.replace(FILLED, "")];
    const declared = tables.get(table ?? "");
    // Rows that wait to be numbered have the types of the result.
    if (table === undefined || declared === undefined || select === "" || table.endsWith(".rows_all")) return;
    const { signal: _signal, ...rest } = statement;
    stages.push({
      table,
      declared,
      found: await market.query<Column>({ ...rest, sql: `DESCRIBE TABLE (${select})` }),
    });
  };
  return {
    stages,
    market: {
      ...market,
      async command(given) {
        await compare(given);
        await market.command(given);
      },
    },
  };
}

const plain = (type: string): string =>
  type.replace(/^LowCardinality\((.*)\)$/, "$1").replace(/^Nullable\((.*)\)$/, "$1");

/** What is said as the engine says it; a value that only might be null may be declared as one that is not. */
const agreed = ({ declared, found }: Stage): readonly Column[] =>
  declared.map(({ name, type }, place) => {
    const engine = found[place]?.type ?? "";
    return { name, type: type === `Nullable(${plain(engine)})` ? engine : type };
  });

async function expectAgreed(
  market: Market,
  requests: readonly Parameters<typeof runScan>[1][],
  options: Partial<ScanOptions> = {},
): Promise<number> {
  const watched = comparing(market);
  for (const request of requests) await runScan(watched.market, request, { run: "stages", ...options });
  await dropRun(market, "stages");
  for (const stage of watched.stages)
    expect(agreed(stage), stage.table).toEqual(stage.found.map(({ name, type }) => ({ name, type })));
  // Without a null among bars, keys and conditions none is stored of them.
  for (const { declared } of watched.stages)
    for (const { name, type } of declared)
      if (/^(security_id|session|f\d+)$/.test(name)) expect(type).not.toContain("Nullable");
  return watched.stages.length;
}

const DAYS = ["2025-12-15", "2025-12-31"] as const;
function request(
  filters: readonly string[],
  columns: readonly string[],
  [start, end]: readonly [string, string] = DAYS,
) {
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

test(
  "presets and templates",
  async () => {
    const presets = builtInPresets();
    const conditions = presets.filter(({ use }) => use === "filter").map(({ formula }) => formula);
    const templates = builtInTemplates()
      .filter(({ own }, place) => own.length === 0 && place % rounds(12, 1) === 0)
      .map(({ source }) => {
        const { request: found, diagnostics } = readRequest(source);
        if (!found) throw new Error(JSON.stringify(diagnostics));
        return { ...found, start: DAYS[0], end: DAYS[1] };
      });
    const every = request(
      ["[daily close] > 5"],
      presets.filter((_, place) => place % rounds(3, 1) === 0).map(({ formula }) => formula),
    );
    expect(await expectAgreed(demo, [MIXED, every, request(conditions, []), ...templates])).toBeGreaterThan(
      rounds(10, 40),
    );
  },
  timeLimit(120_000),
);

test(
  "at an address, on a cluster, in several passes and beside kept answers",
  async () => {
    if (IN_SOAK) {
      const away = await atAddressOf(demo);
      expect(await expectAgreed(away, [MIXED])).toBeGreaterThan(5);
      await away.close();
    }
    const cluster = await openCluster(demo, "two", 1);
    try {
      if (IN_SOAK) expect(await expectAgreed(cluster.market, [MIXED])).toBeGreaterThan(5);
      expect(await expectAgreed(cluster.market, [MIXED], { passRows: rounds(2_000, 500) })).toBeGreaterThan(
        rounds(5, 20),
      );
    } finally {
      await cluster.end();
    }
    expect(await expectAgreed(demo, [MIXED], { passRows: rounds(2_000, 500) })).toBeGreaterThan(rounds(5, 20));
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

test(
  "generated formulas, and every field",
  async () => {
    const random = new Random(SEED);
    const reference = randomMarket(SEED);
    await importMarket(demo, reference);
    const { first, last } = viewOf(reference);
    const [start, end] = [calendar(Math.max(first, last - 5)).date, calendar(last).date];
    const requests: EngineRequest[] = [{ start, end, filters: [], columns: fieldFormulas(random) }];
    for (let made = 0; made < rounds(2, 40); made += 1)
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
