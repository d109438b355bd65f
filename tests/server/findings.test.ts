import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCsv, SESSIONS } from "../../src/market/index.ts";
import { makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const days = SESSIONS.filter(({ date }) => date >= "2025-11-03").map(({ date }) => date);

let server: TestServer;
let folder: string;
/** What the import doubts. */
let doubtful: number | null;
let adminId: string;
let admin: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-findings-"));
  server = await startTestServer({ own: "market" });
  adminId = await makeAccount(server.db, { role: "super_admin" });
  admin = await signedIn(server.db, adminId);
  const [first = "", second = "", third = ""] = days;
  const wrong = [first, second, third].map((date) => `${date},ZERO,10,11,9,10,0`);
  await writeFile(join(folder, "daily.csv"), `date,symbol,open,high,low,close,volume\n${wrong.join("\n")}\n`);
  const identities = [`ZERO,${first},1,edgar`, `ZERO,${third},2,edgar`];
  await writeFile(join(folder, "identities.csv"), `symbol,first_date,cik,source\n${identities.join("\n")}\n`);
  ({ doubtful } = await importCsv(server.market, folder, { check: true }));
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

const call = async (headers: Readonly<Record<string, string>>, method: "GET" | "POST", url: string, body?: object) => {
  const answer = await server.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  return { status: answer.statusCode, body: answer.json() };
};

test("an admin says what becomes of what is doubted; the log has who, what and the bar that stood there", async () => {
  const [first = "", second = "", third = ""] = days;
  expect(doubtful).toBeGreaterThanOrEqual(3);
  const found = async (state: "open" | "accepted") =>
    (await call(admin, "GET", `/v1/admin/market-findings?state=${state}&page_size=1000`)).body.items
      .filter(({ symbol, kind }: { symbol: string; kind: string }) => symbol === "ZERO" && kind === "zero-volume")
      .map(({ date }: { date: string }) => date);
  expect(await found("open")).toEqual([third, second, first]);
  const settle = (path: "settle" | "restate", date: string, more: object) =>
    call(admin, "POST", `/v1/admin/market-findings/${path}`, { symbol: "ZERO", date, kind: "zero-volume", ...more });
  expect(await settle("settle", first, { verdict: "accept" })).toEqual({
    status: 200,
    body: { bar: "10 11 9 10 0" },
  });
  expect([await found("open"), await found("accepted")]).toEqual([[third, second], [first]]);
  expect((await settle("settle", second, { verdict: "exclude" })).status).toBe(200);
  const right = { open: 10, high: 11, low: 9, close: 10, volume: 500 };
  expect((await settle("restate", third, { ...right, low: 12 })).status).toBe(400);
  expect((await settle("restate", third, right)).body).toEqual({ before: "10 11 9 10 0" });
  expect([await found("open"), await found("accepted")]).toEqual([[], [first]]);
  expect((await settle("settle", third, { verdict: "accept" })).status).toBe(409);
  const entries = await server.db
    .selectFrom("security_log")
    .select(["action", "actor_id", "details"])
    .where("action", "in", ["finding-settled", "bar-restated"])
    .orderBy("id")
    .execute();
  const of = { symbol: "ZERO", kind: "zero-volume" };
  expect(entries).toEqual([
    {
      action: "finding-settled",
      actor_id: adminId,
      details: { ...of, date: first, verdict: "accept", bar: "10 11 9 10 0" },
    },
    {
      action: "finding-settled",
      actor_id: adminId,
      details: { ...of, date: second, verdict: "exclude", bar: "10 11 9 10 0" },
    },
    { action: "bar-restated", actor_id: adminId, details: { ...of, date: third, before: "10 11 9 10 0", ...right } },
  ]);
});

test("an admin says what is right where sources contradict each other in who a symbol is; the log has it", async () => {
  const listed = async (state: "open" | "settled"): Promise<readonly string[]> =>
    (await call(admin, "GET", `/v1/admin/market-identities?state=${state}`)).body.items.map(
      ({ key, answer }: { key: string; answer: string }) => `${key} ${answer}`,
    );
  const key = "company ZERO cik:1 cik:2";
  expect([await listed("open"), await listed("settled")]).toEqual([[`${key} `], []]);
  const settle = (answer: string | null) => call(admin, "POST", "/v1/admin/market-identities/settle", { key, answer });
  expect((await settle("neither")).status).toBe(409);
  expect(await settle("apart")).toEqual({ status: 200, body: {} });
  expect([await listed("open"), await listed("settled")]).toEqual([[], [`${key} apart`]]);
  expect((await settle(null)).status).toBe(200);
  expect([await listed("open"), await listed("settled")]).toEqual([[`${key} `], []]);
  const entries = await server.db
    .selectFrom("security_log")
    .select(["actor_id", "details"])
    .where("action", "=", "identity-settled")
    .orderBy("id")
    .execute();
  expect(entries).toEqual(["apart", null].map((answer) => ({ actor_id: adminId, details: { key, answer } })));
});
