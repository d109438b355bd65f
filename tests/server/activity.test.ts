import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { format, formatISO, parseISO, subMonths } from "date-fns";
import { Activity, ActivitySoFar, Showcase, TemplateSamples } from "../../src/contract/index.ts";
import { currentSnapshot, dateOf } from "../../src/market/index.ts";
import { builtInTemplates, readRequest } from "../../src/request/index.ts";
import { monthsBefore } from "../../src/server/activity/months-before.ts";
import { readConfig, requestEnded } from "../../src/server/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { importAnother } from "../market/import-another.ts";
import { HERE, makeAccount, post, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const SO_FAR = "/v1/market/activity/so-far";
let server: TestServer;
let activity: Activity;
let folder: string;
let pins: string;
const soFar = async (): Promise<ActivitySoFar> =>
  ActivitySoFar.parse((await server.app.inject({ url: SO_FAR, headers: HERE })).json());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-pins-"));
  pins = join(folder, "pins.csv");
  server = await startTestServer({ own: IN_SOAK && "market", config: { ...readConfig({}), pinnedValues: pins } });
  // Nobody is signed in. Who looks while it is computed is told at once what there is, and what is still to come.
  const first = await soFar();
  expect(first).toMatchObject({ breadth: null, tiles: [] });
  expect(first.pending.slice(0, 2)).toEqual(["Breadth", "Gainers"]);
  const reply = await server.app.inject({ url: "/v1/market/activity", headers: HERE });
  expect(reply.statusCode).toBe(200);
  activity = Activity.parse(reply.json());
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
});

interface Bar {
  readonly symbol: string;
  readonly date: string;
  readonly close: number;
  readonly open: number;
  readonly volume: number;
}

/** The last 22 sessions of every security, straight from the table, as traded. */
async function bars(): Promise<ReadonlyMap<string, readonly Bar[]>> {
  const { database } = server.market;
  const rows = await server.market.query<Bar>({
    sql: `SELECT s.symbol AS symbol, toString(c.date) AS date, toFloat64(d.close) AS close, toFloat64(d.open) AS open, toFloat64(d.volume) AS volume
      FROM ${database}.daily AS d JOIN ${database}.session AS c ON c.session = d.session
      JOIN ${database}.security AS s ON s.security_id = d.security_id
      WHERE c.session > (SELECT max(session) FROM ${database}.daily) - 22 ORDER BY symbol, date`,
  });
  const by = new Map<string, Bar[]>();
  for (const bar of rows) by.set(bar.symbol, [...(by.get(bar.symbol) ?? []), bar]);
  return by;
}

test("the most active are those that the bars say", async () => {
  const expected = [...(await bars())]
    .flatMap(([symbol, all]) => {
      const today = all.at(-1);
      const before = all.slice(-21, -1);
      const average = before.reduce((sum, { close, volume }) => sum + close * volume, 0) / before.length;
      if (today?.date !== activity.session || today.close < 1 || average <= 500_000) return [];
      return [{ symbol, dollars: today.close * today.volume }];
    })
    .toSorted((a, b) => b.dollars - a.dollars);
  const tile = activity.tiles.find(({ tag }) => tag === "most-active");
  expect(tile?.total).toBe(expected.length);
  const shown = tile?.rows.map((row) => ({ symbol: row[0], dollars: Number(row[tile.by]) }));
  expect(shown?.map(({ symbol }) => symbol)).toEqual(expected.slice(0, 10).map(({ symbol }) => symbol));
  for (const [index, { dollars }] of (shown ?? []).entries())
    expect(dollars).toBeCloseTo(expected[index]?.dollars ?? 0, 0);
});

test("breadth counts every security of the session once", async () => {
  const today = [...(await bars()).values()].filter((all) => all.at(-1)?.date === activity.session);
  expect(activity.breadth.securities).toBe(today.length);
  const share = (name: string) => activity.breadth.shares.find((one) => one.name === name);
  expect(activity.breadth.shares.map(({ name }) => name)).toContain("Advancing");
  const [up, down] = [share("Advancing"), share("Declining")];
  expect((up?.true ?? 0) + (up?.false ?? 0)).toBe((down?.true ?? 0) + (down?.false ?? 0));
  expect((up?.true ?? 0) + (down?.true ?? 0)).toBeLessThanOrEqual(activity.breadth.securities);
});

test("each tile is in the order it says, and a request that reads", () => {
  for (const tile of activity.tiles) {
    const values = tile.rows.map((row) => Number(row[tile.by]));
    const descending = !["losers", "gaps-down", "new-lows"].includes(tile.tag);
    expect(values, tile.tag).toEqual(values.toSorted((a, b) => (descending ? b - a : a - b)));
    const { request } = readRequest(tile.request, { earliest: null });
    expect(request?.start, tile.tag).toBe(activity.session);
    expect(request?.columns.map(({ name }) => name)).toContain(tile.columns[tile.by]?.name);
  }
});

// Only the soak has a market of its own, of which everything can be looked at.
test.runIf(IN_SOAK)("is computed once for a snapshot, and leaves nothing in the engine", async () => {
  const again = await server.app.inject({ url: "/v1/market/activity", headers: HERE });
  expect(again.json()).toEqual(activity);
  const whole = await server.app.inject({ url: SO_FAR, headers: HERE });
  expect(whole.json()).toEqual({ ...activity, pending: [] });
  const left = await server.market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE name LIKE 'result%'",
  });
  expect(left).toEqual([]);
});

// Only the soak compares the counts of templates and the showcase with the rows of a run.
test.runIf(IN_SOAK)(
  "templates: hits of the last three months are those that the request of each finds, with the newest rows",
  async () => {
    const headers = await signedIn(server.db, server.account);
    const all = builtInTemplates();
    // That each of them can be scanned is found by `scan/presets.test.ts`.
    const some = all.filter(({ tag, own }) => ["gap-and-go", "golden-cross"].includes(tag) || own.length > 0);
    const counted = rounds(some, all);
    const filter = vi.spyOn(all, "filter").mockImplementation((met) => [...counted].filter(met));
    const look = async () =>
      TemplateSamples.parse((await server.app.inject({ url: "/v1/templates/samples", headers })).json());
    const first = await look();
    // Nobody waits for the counting; who looks is told that it goes on.
    expect(first.counting).toBe(true);
    expect(first.items.map(({ filters }) => filters.length)).not.toContain(0);
    const { start, end, items } = await until(look, ({ counting }) => !counting);
    filter.mockRestore();
    expect(end).toBe(activity.session);
    expect(start).toBe(formatISO(subMonths(parseISO(end), 3), { representation: "date" }));
    // What names a list of an account's own is counted for nobody.
    const looked = items.filter(({ id }) => counted.some(({ tag }) => tag === id));
    for (const { own, hits } of looked)
      expect([own, hits === null]).toEqual(hits === null ? [["Watch"], true] : [[], false]);
    expect(looked.filter(({ hits }) => hits === null)).toHaveLength(1);
    expect(looked).toHaveLength(counted.length);
    for (const [tag, moment] of [
      ["gap-and-go", "open"],
      ["premarket-high-break", "session"],
      ["golden-cross", "close"],
    ])
      expect(items.find(({ id }) => id === tag)).toMatchObject({ moment });

    const gaps = items.find(({ id }) => id === "gap-and-go");
    const created = await post(server.app, "/v1/data-requests/create/web/standard", {
      ...builtInTemplates().find(({ tag }) => tag === "gap-and-go")?.source,
      Date_Range: { start_date: start, end_date: end },
    });
    const { id } = created.json();
    expect(await requestEnded(server.db, server.account, id)).toMatchObject({ status: "Finished" });
    const rows = (
      await server.app.inject({ url: `/v1/data-requests/${id}/rows?sort=1&order=desc&limit=8`, headers })
    ).json();
    expect(gaps).toMatchObject({ hits: rows.total, rows: rows.rows });

    // Nobody is signed in: one of them, from the same count.
    const shown = Showcase.parse((await server.app.inject({ url: "/v1/market/showcase", headers: HERE })).json());
    expect(shown).toMatchObject({ name: "Gap and go", hits: gaps?.hits, filters: gaps?.filters });
    const day = (iso: unknown): string => format(parseISO(String(iso)), "MM/dd/yyyy");
    expect(shown.days).toBe(`${day(start)} to ${day(end)}`);
    expect(shown.columns.map(({ name }) => name)).toEqual(gaps?.columns.slice(0, 7).map(({ name }) => name));
    expect(shown.rows.map(([symbol, date]) => [symbol, date])).toEqual(
      gaps?.rows.slice(0, 6).map((row) => [row[0], day(row[1])]),
    );
    const gap = shown.columns.findIndex(({ name }) => name === "Gap");
    for (const [index, row] of shown.rows.entries())
      expect(Number(row[gap]?.replace("%", ""))).toBeCloseTo(Number(gaps?.rows[index]?.[gap]), 1);
  },
);

test.each([
  ["2025-12-31", 3, "2025-09-30"],
  ["2025-05-31", 3, "2025-02-28"],
  ["2024-05-30", 3, "2024-02-29"],
  ["2025-02-10", 3, "2024-11-10"],
])("%s, %i months before: %s", (date, months, before) => {
  expect(monthsBefore(date, months)).toBe(before);
});

// Only the soak prepares a market anew after an import, and checks pinned values.
describe.runIf(IN_SOAK)("computed ahead", () => {
  test("after a start and after an import pinned values are checked and the activity is there, before anybody comes", async () => {
    const admin = await makeAccount(server.db, { email: "pins@example.org", role: "super_admin" });
    const headers = await signedIn(server.db, admin);
    const check = async (): Promise<unknown> => {
      await server.warmUp.begin();
      return (await server.app.inject({ url: "/v1/admin/pinned-values", headers })).json();
    };
    expect(await check()).toMatchObject({ check: { count: 0, items: [], mistakes: [{ row: null }] } });
    const first = await soFar();
    expect(first.pending).toEqual([]);
    // Another market: the file is read anew with it.
    await importAnother(server.market);
    const snapshot = await currentSnapshot(server.market);
    const [row] = await snapshot.query<{ symbol: string; session: number; close: number }>(
      `SELECT s.symbol AS symbol, d.session AS session, toFloat64(d.close) AS close FROM ${snapshot.table("daily")} AS d
JOIN ${snapshot.table("security")} AS s USING security_id ORDER BY d.session DESC, s.symbol LIMIT 1`,
    );
    const { symbol, session, close } = row ?? { symbol: "", session: 0, close: 0 };
    const date = dateOf(session) ?? "";
    const pin = (value: number | string): string => `${symbol},${date},[daily close],${value}`;
    await writeFile(pins, ["symbol,date,formula,value", pin(close), pin(close + 1), ""].join("\n"));
    const other = { row: 3, symbol, date, formula: "[daily close]", expected: String(close + 1), seen: String(close) };
    // Notices the import and tells of it.
    await server.marketWatch.check();
    expect(await check()).toEqual({ check: { count: 2, broken: 1, items: [other], mistakes: [] } });
    const second = await soFar();
    expect(second.pending).toEqual([]);
    expect(second.snapshot).not.toBe(first.snapshot);
    expect(second.tiles.map(({ tag }) => tag)).toEqual(first.tiles.map(({ tag }) => tag));
    expect(second.tiles).not.toEqual(first.tiles);
  });

  test("a market that was changed in the midst of it is prepared as it is at the end", async () => {
    const idNow = async (): Promise<string | undefined> => (await currentSnapshot(server.market)).label?.id;
    const before = await idNow();
    const prepared: (string | undefined)[] = [];
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const latest = vi.spyOn(server.activity, "latest").mockImplementation(async () => {
      prepared.push(await idNow());
      reached.resolve();
      await released.promise;
      return activity;
    });
    const warmed = server.warmUp.begin();
    await reached.promise;
    await importAnother(server.market);
    const again = server.warmUp.begin();
    released.resolve();
    await Promise.all([warmed, again]);
    latest.mockRestore();
    const after = await idNow();
    expect([prepared[0], prepared.at(-1)]).toEqual([before, after]);
    expect(after).not.toBe(before);
  });
});
