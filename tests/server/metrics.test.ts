import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/server/db/index.ts";
import { requestEnded } from "../../src/server/index.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { makeAccount, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let admin: Somebody;
let ada: Somebody;
let rows: number;
const today = new Date().toISOString().slice(0, 10);
const DAY = "2024-02-29";

/** Runs and downloads of a day long ago. */
async function past(account: string): Promise<void> {
  const finished = { run: "x", rows: 7, seconds: 1.5, columns: [] };
  await server.db
    .insertInto("data_request")
    .values({ id: "pastrequest", account_id: account, name: "x", body: "{}", run_id: null, status: "Finished" })
    .execute();
  for (const [status, cause, at] of [
    ["Finished", "daily_update", `${DAY}T00:00:00Z`],
    ["Failed", "user", `${DAY}T23:59:59.999Z`],
    ["Cancelled", "user", "2024-03-01T00:00:00Z"],
  ] as const) {
    await server.db
      .insertInto("run")
      .values({
        id: newId(),
        data_request_id: "pastrequest",
        account_id: account,
        cause,
        status,
        meta: "{}",
        finished: status === "Finished" ? JSON.stringify(finished) : null,
        created_at: new Date(at),
      })
      .execute();
  }
  const payload = JSON.stringify({ request: "pastrequest", run: "x", format: "xlsx", rows: 7 });
  const event = { account_id: account, at: new Date(`${DAY}T12:00:00Z`), trigger: "user", payload };
  await server.db
    .insertInto("event")
    .values([
      { ...event, id: newId(), type: "request.exported", source: "server" },
      // Somebody's own words: no download.
      { ...event, id: newId(), type: "request.exported", source: "web" },
    ])
    .execute();
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await somebody(server, { role: "super_admin" });
  ada = await somebody(server);
  const { body } = await ada.send("POST", "/v1/data-requests", request({ options: { data_updates: true } }));
  await requestEnded(server.db, ada.id, body.id);
  rows = (await ada.send("GET", `/v1/data-requests/${body.id}/status`)).body.rows;
  const url = `/v1/data-requests/${body.id}/export`;
  for (const format of ["csv", "csv", "xlsx"]) {
    await server.app.inject({ method: "GET", url: `${url}?format=${format}`, headers: ada.headers });
  }
  await past(ada.id);
});
afterAll(() => server.end());

const NO_RUNS = { Pending: 0, Running: 0, Finished: 0, Failed: 0, Cancelled: 0 };

describe("of one user", () => {
  test("totals of all time and the days that are asked for", async () => {
    const { body } = await admin.send("GET", `/v1/metrics/user/${ada.id}?from=2024-02-28&to=${DAY}`);
    expect(body).toMatchObject({
      id: ada.id,
      from: "2024-02-28",
      to: DAY,
      sign_ins: 0,
      requests: { total: 2, trashed: 0, favourite: 0, data_updates: 1 },
      runs: {
        total: 4,
        by_status: { ...NO_RUNS, Finished: 2, Failed: 1, Cancelled: 1 },
        by_cause: { user: 3, daily_update: 1, admin: 0 },
        rows: rows + 7,
      },
      exports: { files: 4, rows: 3 * rows + 7, by_format: { xlsx: 2, csv: 2, parquet: 0 } },
      events: {
        total: 6,
        by_type: [
          { type: "request.exported", count: 5 },
          { type: "run.finished", count: 1 },
        ],
      },
    });
    expect(body.runs.seconds).toBeGreaterThan(1.5);
    expect(body.exports.last_at.slice(0, 10)).toBe(today);
    expect(body.days).toEqual([
      { date: "2024-02-28", runs: NO_RUNS, rows: 0, exports: 0, rows_exported: 0, events: 0 },
      { date: DAY, runs: { ...NO_RUNS, Finished: 1, Failed: 1 }, rows: 7, exports: 1, rows_exported: 7, events: 2 },
    ]);
  });

  test("by default of the last thirty days, today the last", async () => {
    const { body } = await admin.send("GET", `/v1/metrics/user/${ada.id}`);
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toMatchObject({ date: today, rows, exports: 3, rows_exported: 3 * rows });
  });

  test("who did nothing has zeros; who is not there is not found", async () => {
    const { body } = await admin.send("GET", `/v1/metrics/user/${await makeAccount(server.db)}`);
    expect(body).toMatchObject({ last_seen_at: null, runs: { total: 0, rows: 0, seconds: 0, last_at: null } });
    expect((await admin.send("GET", "/v1/metrics/user/00000000000000000000")).status).toBe(404);
  });

  test.each([
    ["the first day after the last", "from=2024-03-02&to=2024-03-01"],
    ["more than 366 days", "from=2023-01-01&to=2024-01-02"],
    ["no day", "from=2024-02-30"],
  ])("%s is refused", async (_, query) => {
    expect((await admin.send("GET", `/v1/metrics/user/${ada.id}?${query}`)).status).toBe(400);
  });
});

describe("the dashboard", () => {
  test("runs, downloads, sign-ups and active users of the days", async () => {
    const old = await makeAccount(server.db, { status: "blocked" });
    await server.db
      .updateTable("account")
      .set({ created_at: new Date(`${DAY}T08:00:00Z`), last_seen_at: new Date(Date.now() - 8 * 86_400_000) })
      .where("id", "=", old)
      .execute();
    await server.db.updateTable("account").set({ last_seen_at: new Date() }).where("id", "=", ada.id).execute();
    const { body } = await admin.send("GET", `/v1/metrics/dashboard?from=${DAY}&to=2024-03-01`);
    expect(body).toMatchObject({
      runs: { total: 3, by_status: { ...NO_RUNS, Finished: 1, Failed: 1, Cancelled: 1 }, rows: 7, seconds: 1.5 },
      exports: { files: 1, rows: 7, by_format: { xlsx: 1, csv: 0, parquet: 0 } },
      requests: { total: 2, trashed: 0, data_updates: 1 },
      users: { by_status: { blocked: 1, pending_confirmation: 0 }, active: { day: 1, week: 1, month: 2 } },
      days: [
        { date: DAY, sign_ups: 1, active_users: 1, rows: 7, exports: 1, rows_exported: 7 },
        { date: "2024-03-01", sign_ups: 0, active_users: 0, runs: { ...NO_RUNS, Cancelled: 1 }, rows: 0 },
      ],
    });
    const now = (await admin.send("GET", "/v1/metrics/dashboard")).body;
    expect(now.days).toHaveLength(30);
    expect(now.users.total).toBe(now.users.by_status.active + 1);
    expect(now.days.at(-1)).toMatchObject({ date: today, sign_ups: now.users.total - 1, active_users: 1 });
  });

  test("plans in force, subscriptions of every status, and what is paid a month", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => makeAccount(server.db, { product: null })));
    const before = (await admin.send("GET", "/v1/metrics/dashboard")).body;
    const sold = (
      account: string | undefined,
      product_id: string,
      status: "active" | "trialing" | "past_due" | "canceled",
    ) =>
      server.db
        .insertInto("subscription")
        .values({ id: newId(), account_id: account ?? "", product_id, provider_id: `sub_${newId()}`, status })
        .execute();
    await sold(people[0], "starter", "active");
    await sold(people[1], "professional_year", "active");
    await sold(people[2], "starter", "trialing");
    await sold(people[3], "starter", "canceled");
    await sold(people[3], "professional", "past_due");
    const { plans, subscriptions, revenue } = (await admin.send("GET", "/v1/metrics/dashboard")).body;
    const users = (product: string, all = plans) =>
      all.find(({ product_id }: { product_id: string }) => product_id === product)?.users ?? 0;
    expect(users("free", before.plans) - users("free")).toBe(4);
    expect([users("starter"), users("professional"), users("professional_year")]).toEqual([2, 1, 1]);
    expect(plans[0]).toMatchObject({ product_id: "free", name: "Free", plan_type: "free" });
    expect(subscriptions).toEqual(
      expect.arrayContaining([
        { product_id: "starter", name: "Starter", status: "canceled", given: false, count: 1 },
        { product_id: "unlimited", name: "Unlimited", status: "active", given: true, count: expect.any(Number) },
      ]),
    );
    // 29.00 and 79.00 a month, and a twelfth of 790.00.
    expect([before.revenue, revenue]).toEqual([
      [],
      [{ currency: "usd", monthly: 2_900 + 7_900 + 6_583, subscriptions: 3 }],
    ]);
  });
});
