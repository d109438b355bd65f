import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ActivitySoFar } from "../../src/contract/index.ts";
import { currentSnapshot, dateOf, makeDemo } from "../../src/market/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { HERE, makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let folder: string;
let pins: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-pins-"));
  pins = join(folder, "pins.csv");
  server = await startTestServer({ own: true, config: { ...readConfig({}), pinnedValues: pins } });
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
});

const soFar = async (): Promise<ActivitySoFar> =>
  ActivitySoFar.parse((await server.app.inject({ url: "/v1/market/activity/so-far", headers: HERE })).json());

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
  // Another market: the file is read anew with it.
  await makeDemo(server.market, { symbols: 31, years: 1, minuteDays: 1 });
  // Notices the import and tells of it.
  await server.marketWatch.check();
  expect(await check()).toEqual({ check: { count: 2, broken: 1, items: [other], mistakes: [] } });
  const second = await soFar();
  expect(second.pending).toEqual([]);
  expect(second.snapshot).not.toBe(first.snapshot);
  expect(second.breadth?.securities).toBeGreaterThan(first.breadth?.securities ?? 0);
});

test("a market that was changed in the midst of it is prepared as it is at the end", async () => {
  const before = await soFar();
  const warmed = server.warmUp.begin();
  await makeDemo(server.market, { symbols: 12, years: 1, minuteDays: 1 });
  await server.warmUp.begin();
  await warmed;
  const after = await soFar();
  expect(after.pending).toEqual([]);
  expect(after.snapshot).not.toBe(before.snapshot);
});
