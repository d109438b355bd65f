import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Created, Problem, Rows, RunList } from "../../src/contract/index.ts";
import { IN_SOAK } from "../cases.ts";
import { ended, get, HERE, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const CREATE = "/v1/data-requests/create/web/standard";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

async function create(changes: object = {}): Promise<string> {
  const answer = await post(server.app, CREATE, request(changes));
  expect(answer.statusCode).toBe(202);
  return Created.parse(answer.json()).id;
}

const total = async (): Promise<number> => RunList.parse((await get(server.app, "/v1/data-requests")).json()).total;

describe("a request", () => {
  test("runs, tells its funnel and hits, gives its rows page by page and its files", async () => {
    const id = await create();
    const status = await ended(server, id, server.account);
    expect(status).toMatchObject({ name: "Up days", status: "Finished", progress: null, error: null, waiting: 0 });
    expect(status.columns.map(({ name }) => name)).toEqual(["Symbol", "Date", "Close", "Change"]);
    expect(status.columns[3]?.unit).toBe("percent");
    const [all, up] = status.funnel;
    expect(all?.rows).toBeGreaterThan(up?.rows ?? 0);
    expect(up).toMatchObject({ label: "up", rows: status.rows });
    expect(status.hits.reduce((sum, { rows }) => sum + rows, 0)).toBe(status.rows);

    const page = Rows.parse((await get(server.app, `/v1/data-requests/${id}/rows?offset=3&limit=2`)).json());
    expect(page).toMatchObject({ offset: 3, total: status.rows });
    expect(page.rows).toHaveLength(2);
    expect(page.rows[0]).toHaveLength(4);

    const csv = await get(server.app, `/v1/data-requests/${id}/export?format=csv`);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="Up days.csv"; filename*=UTF-8''Up%20days.csv`,
      "x-content-type-options": "nosniff",
    });
    expect(csv.body.trim().split("\n")).toHaveLength((status.rows ?? 0) + 1);
    expect(csv.body.startsWith("Symbol,Date,Close,Change")).toBe(true);
    for (const [format, magic] of [
      ["xlsx", "PK"],
      ["parquet", "PAR1"],
    ] as const) {
      const file = await get(server.app, `/v1/data-requests/${id}/export?format=${format}`);
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.subarray(0, magic.length).toString("latin1")).toBe(magic);
    }
  });

  test("that is wrong is refused with every mistake at its place, and nothing runs", async () => {
    const before = await total();
    const answer = await post(
      server.app,
      CREATE,
      request({
        name: "",
        filters: { Custom: [{ formula: "[daily clsoe] > 5" }] },
        columns: { Custom: [{ name: "A", formula: "1 +" }] },
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    const problem = Problem.parse(answer.json());
    expect(problem.type).toBe("/problems/invalid-request");
    expect(problem.errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["name", "filters.Custom[0].formula", "columns.Custom[0].formula"]),
    );
    expect(problem.errors.find(({ path }) => path === "name")?.message).toBe("Request name required");
    expect(await total()).toBe(before);
  });

  test.each([
    ["an id that is none", "/v1/data-requests/..%2f..%2fetc/status", 400, "bad-request"],
    ["an id of nobody", "/v1/data-requests/00000000000000000000/status", 404, "not-found"],
    ["a page that is none", "/v1/data-requests?page=0", 400, "bad-request"],
    ["a field nobody asked for", "/v1/data-requests?pages=1", 400, "bad-request"],
    ["another format", "/v1/data-requests/00000000000000000000/export?format=exe", 400, "bad-request"],
    ["an address that is none", "/v1/nothing", 404, "not-found"],
  ])("%s is refused", async (_, url, status, slug) => {
    const answer = await get(server.app, url);
    expect(answer.statusCode).toBe(status);
    expect(Problem.parse(answer.json()).type).toBe(`/problems/${slug}`);
  });

  test("can be cancelled while it waits or runs, and has no rows then", async () => {
    // The engine's two places for scans are taken, so that the first request cannot finish before it is cancelled.
    const blockers = ["blocker 0", "blocker 1"].map((key) => {
      const sql = "SELECT sleepEachRow(1) FROM numbers(600) SETTINGS max_block_size = 1 FORMAT Null";
      return { key, over: server.market.command({ sql, key, lane: "scan" }).catch((error: unknown) => error) };
    });
    for (const { key } of blockers) while ((await server.market.progress(key)) === null);
    const [first, second] = [await create({ name: "First" }), await create({ name: "Second" })];
    const cancelled = await post(server.app, `/v1/data-requests/${second}/cancel`, {});
    expect(Created.parse(cancelled.json())).toEqual({ id: second, status: "Cancelled" });
    await post(server.app, `/v1/data-requests/${first}/cancel`, {});
    for (const id of [first, second]) expect((await ended(server, id, server.account)).status).toBe("Cancelled");
    for (const { key, over } of blockers) {
      await server.market.cancel(key);
      expect(await over).toMatchObject({ code: "cancelled" });
    }
    const rows = await get(server.app, `/v1/data-requests/${second}/rows`);
    expect(Problem.parse(rows.json()).type).toBe("/problems/not-finished");
  });

  test("stays in the list, newest first, and is found by name", async () => {
    const id = await create({ name: "Zebra crossing" });
    await ended(server, id, server.account);
    const list = RunList.parse((await get(server.app, "/v1/data-requests?q=zebra")).json());
    expect(list).toMatchObject({ total: 1, page: 1, page_size: 20 });
    expect(list.items[0]).toMatchObject({ id, name: "Zebra crossing", status: "Finished" });
    const all = RunList.parse((await get(server.app, "/v1/data-requests?page_size=1")).json());
    expect(all.items[0]?.id).toBe(id);
    expect((await get(server.app, `/v1/data-requests/${id}`)).json()).toEqual(request({ name: "Zebra crossing" }));
  });

  // `tests/server/version-before.test.ts` has rows and runs that outlive a server.
  test.runIf(IN_SOAK)("outlives the server: finished ones keep their rows, waiting ones run", async () => {
    const done = await create({ name: "Done before" });
    const before = await ended(server, done, server.account);
    // The first server stops its work before it has begun with this one; the second has it in the same queue.
    server.scans.close();
    const waiting = await create({ name: "Waiting" });
    const again = await server.restart();
    expect((await ended(again, done, server.account)).rows).toBe(before.rows);
    expect((await ended(again, waiting, server.account)).rows).toBe(before.rows);
    expect((await get(again.app, `/v1/data-requests/${waiting}/rows?limit=1`)).json()).toMatchObject({
      total: before.rows,
    });
    await again.close();
  });
});

test("a run whose job has given up ends as failed, and says so", async () => {
  const id = await create({ name: "Given up" });
  await ended(server, id, server.account);
  // As after the last retry of a job whose process died each time.
  const long = new Date(Date.now() - 3_600_000);
  await server.db
    .updateTable("run")
    .set({ status: "Running", finished: null, created_at: long })
    .where("data_request_id", "=", id)
    .execute();
  await server.scans.reconcile();
  expect(await ended(server, id, server.account)).toMatchObject({ status: "Failed", error: { code: "interrupted" } });
});

describe("parse and market", () => {
  test("POST /parse answers with members and findings, without a login", async () => {
    const answer = await post(server.app, "/parse", { formula: "[daily close] > 5", is_filter: true });
    expect(answer.json()).toMatchObject({ success: true, type: "boolean", code: "[daily close] > 5", diagnostics: [] });
    const wrong = await post(server.app, "/parse", { formula: "[daily clsoe] > 5" });
    expect(wrong.json()).toMatchObject({ success: false, result: [] });
  });

  test.each([
    ["8,001 characters", `1 + ${"1".repeat(7_997)}`, "too-long"],
    ["1,000 parentheses", `${"(".repeat(1_000)}1${")".repeat(1_000)}`, "too-deep"],
    ["nothing", "", "empty"],
  ])("a formula of %s gets a finding, not an error", async (_, formula, code) => {
    const answer = await post(server.app, "/parse", { formula });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ success: false, diagnostics: [{ code }] });
  });

  // `tests/server/billing-limits.test.ts` has the most that a request may hold; only the soak runs so many columns.
  test.runIf(IN_SOAK)("a request of 200 columns runs", async () => {
    const Custom = Array.from({ length: 200 }, (_, n) => ({ name: `C${n}`, formula: `[daily close -${n} adj]` }));
    const id = await create({ columns: { Custom } });
    const status = await ended(server, id, server.account);
    expect(status.status).toBe("Finished");
    expect(status.columns).toHaveLength(202);
  });

  test("GET /v1/market tells the range and the symbols", async () => {
    const answer = await get(server.app, "/v1/market");
    expect(answer.json()).toMatchObject({ securities: 30, daily: { last_date: "2025-12-31", sessions: 252 } });
    expect(answer.json<{ symbols: string[] }>().symbols.length).toBeGreaterThan(20);
  });

  test("GET /health and /ready", async () => {
    expect((await get(server.app, "/health")).json()).toEqual({ status: "ok" });
    expect((await get(server.app, "/ready")).json()).toMatchObject({ status: "ready" });
  });
});

const call = (headers: Record<string, string>) =>
  server.app.inject({ method: "POST", url: "/parse", headers, payload: { formula: "1" } });

describe("the door", () => {
  test("other hosts and other pages stay outside", async () => {
    expect((await call({ host: "evil.example" })).statusCode).toBe(403);
    expect((await call({ host: "localhost:3000", "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await call({ host: "localhost:3000", origin: "http://evil.example" })).statusCode).toBe(403);
    expect((await call({ host: "localhost:3000", origin: "http://localhost:3000" })).statusCode).toBe(200);
    expect((await call({ host: "127.0.0.1:3000" })).statusCode).toBe(200);
  });

  test("every answer carries the security headers", async () => {
    const { headers } = await get(server.app, "/health");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    });
  });

  test.each([
    [
      "a body above 256 KiB",
      { "content-type": "application/json" },
      JSON.stringify({ formula: "1".repeat(300_000) }),
      413,
    ],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "formula=1", 415],
    ["plain text", { "content-type": "text/plain" }, '{"formula":"1"}', 415],
    ["half a JSON", { "content-type": "application/json" }, '{"formula":', 400],
    ["an unknown field", { "content-type": "application/json" }, '{"formula":"1","admin":true}', 400],
    ["a prototype", { "content-type": "application/json" }, '{"formula":"1","__proto__":{"admin":true}}', 400],
  ])("%s is refused", async (_, headers, payload, status) => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/parse",
      headers: { ...HERE, ...headers },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(Problem.parse(answer.json()).status).toBe(status);
  });
});
