import { afterAll, beforeAll, expect, test } from "vitest";
import { ActivitySoFar } from "../../src/contract/index.ts";
import { makeDemo } from "../../src/market/index.ts";
import { HERE, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ own: true });
});
afterAll(() => server.end());

const soFar = async (): Promise<ActivitySoFar> =>
  ActivitySoFar.parse((await server.app.inject({ url: "/v1/market/activity/so-far", headers: HERE })).json());

test("the activity is there before anybody comes, after a start and after an import", async () => {
  await server.warmUp.begin();
  const first = await soFar();
  expect(first.pending).toEqual([]);
  await makeDemo(server.market, { symbols: 31, years: 1, minuteDays: 2 });
  // Notices the import and tells of it.
  await server.marketWatch.check();
  await server.warmUp.begin();
  const second = await soFar();
  expect(second.pending).toEqual([]);
  expect(second.snapshot).not.toBe(first.snapshot);
  expect(second.breadth?.securities).toBeGreaterThan(first.breadth?.securities ?? 0);
});

test("a market that was changed in the midst of it is prepared as it is at the end", async () => {
  const before = await soFar();
  const warmed = server.warmUp.begin();
  await makeDemo(server.market, { symbols: 29, years: 1, minuteDays: 2 });
  await server.warmUp.begin();
  await warmed;
  const after = await soFar();
  expect(after.pending).toEqual([]);
  expect(after.snapshot).not.toBe(before.snapshot);
});
