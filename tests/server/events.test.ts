import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageVisit } from "../../src/contract/index.ts";
import { MAX_EVENTS_PER_DAY } from "../../src/server/events/keep-event.ts";
import { requestEnded } from "../../src/server/index.ts";
import { IN_SOAK } from "../cases.ts";
import { actingAs, somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let admin: Somebody;
beforeAll(async () => {
  server = await startTestServer();
  admin = await somebody(server, { email: "admin@example.org", role: "super_admin" });
});
afterAll(() => server.end());

const events = async (who: Somebody, query = "") => (await who.send("GET", `/v1/profile/events${query}`)).body.items;
const types = (items: readonly { readonly type: string }[]): readonly string[] => items.map(({ type }) => type);

describe("registering", () => {
  test("keeps type and payload, by default from the web and by the user", async () => {
    const ada = await somebody(server);
    const made = await ada.send("POST", "/v1/events", { type: pageVisit("dashboard"), payload: "/dashboard?tab=2" });
    expect(made).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[a-z0-9]{26}$/) } });
    await ada.send("POST", "/v1/events", {
      type: "builder.card_added",
      payload: { card: "Daily", "": "\ud83d\ude00" },
      source: "excel",
      trigger: "timer",
    });
    expect(await events(ada)).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        type: "builder.card_added",
        source: "excel",
        trigger: "timer",
        payload: { card: "Daily", "": "\ud83d\ude00" },
      },
      expect.objectContaining({
        id: made.body.id,
        type: "page-visit.dashboard",
        source: "web",
        trigger: "user",
        payload: "/dashboard?tab=2",
      }),
    ]);
  });

  test.each([
    ["a text that cannot be kept", { type: "x", payload: { card: "\u0000" } }],
    ["half of a surrogate pair", { type: "x", payload: { card: "\ud800" } }],
    ["a name that cannot be kept", { type: "x", payload: { "\u0000": 1 } }],
    ["no type", {}],
    ["a type that is none", { type: "a b" }],
    ["the server's source", { type: "request.exported", source: "server" }],
    ["an unknown field", { type: "x", user: "00000000000000000000" }],
    ["a payload that is too large", { type: "x", payload: "x".repeat(4_097) }],
  ])("%s is refused", async (_, body) => {
    expect((await admin.send("POST", "/v1/events", body)).status).toBe(400);
  });

  test("a body of more than 8 KiB is not read", async () => {
    expect((await admin.send("POST", "/v1/events", { type: "x", payload: "x".repeat(9_000) })).status).toBe(413);
  });

  test("the part of an address behind # is never kept: mailed links have their secret there", async () => {
    const ada = await somebody(server);
    await ada.send("POST", "/v1/events", {
      type: "page-visit.settings",
      payload: "/user-profile/settings?a=1#token=abc",
    });
    expect((await events(ada))[0].payload).toBe("/user-profile/settings?a=1");
  });

  test("while an admin acts as somebody nothing is kept, and no user learns of it", async () => {
    const ada = await somebody(server);
    const used = await actingAs(admin, ada.id);
    for (const [url, type] of [
      ["/v1/events", "page-visit.dashboard"],
      ["/v1/chart-events", "symbol"],
    ]) {
      expect(await admin.send("POST", url ?? "", { type }, used)).toEqual({ status: 201, body: { id: null } });
    }
    expect(await events(ada)).toEqual([]);
    expect(types(await events(admin))).not.toContain("page-visit.dashboard");
  });

  // `tests/server/security-table.test.ts` has the limits of routes; only the soak fills the events of a day.
  test.runIf(IN_SOAK)("a page that loops is stopped: by the minute, and by the day", async () => {
    const ada = await somebody(server);
    const statuses = await Promise.all(
      Array.from({ length: 121 }, async () => (await ada.send("POST", "/v1/chart-events", { type: "x" })).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const bea = await somebody(server);
    const values = { account_id: bea.id, type: "x", source: "web", trigger: "user", payload: "null" };
    for (let made = 0; made < MAX_EVENTS_PER_DAY; made += 1_000) {
      await server.db
        .insertInto("event")
        .values(Array.from({ length: 1_000 }, (_, at) => ({ ...values, id: `loop${made + at}` })))
        .execute();
    }
    expect((await bea.send("POST", "/v1/events", { type: "x" })).body.type).toBe("/problems/too-many");
  });
});

describe("reading", () => {
  test("everybody reads his own, an administrator all with their users, in pages of ten", async () => {
    const [ada, bea] = [await somebody(server), await somebody(server, { email: "bea@events.example" })];
    for (let made = 0; made < 12; made += 1) await ada.send("POST", "/v1/events", { type: "step", payload: made });
    await bea.send("POST", "/v1/events", { type: "step.other", payload: "b" });
    const { body } = await ada.send("GET", "/v1/profile/events");
    expect(body).toMatchObject({ total: 12, page: 1, page_size: 10 });
    expect(body.items.map(({ payload }: { payload: number }) => payload)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect((await events(ada, "?page=2&sort=date")).length).toBe(2);
    expect((await events(ada, "?sort=-date&page_size=1"))[0].payload).toBe(0);
    expect((await ada.send("GET", `/v1/profile/events?user=${bea.id}`)).status, "no way to ask for others").toBe(400);
    expect((await ada.send("GET", "/v1/events")).status).toBe(403);

    const all = (await admin.send("GET", "/v1/events/type/step?page_size=100")).body;
    expect(all.total).toBe(13);
    expect(all.items[0]).toMatchObject({
      type: "step.other",
      user: { id: bea.id, email: "bea@events.example", name: "Ada" },
    });
    expect((await admin.send("GET", `/v1/events/user/${bea.id}`)).body).toMatchObject({ total: 1 });
    expect((await admin.send("GET", "/v1/events/user/00000000000000000000")).status).toBe(404);
    expect((await admin.send("GET", "/v1/events?page_size=1")).body.items).toHaveLength(1);
  });

  test("is narrowed by type, source, trigger, user and day", async () => {
    const ada = await somebody(server);
    const kept = [
      ["gap", "web", "user", "2024-02-28T23:59:59.999Z"],
      ["gap.open", "web", "user", "2024-02-29T00:00:00Z"],
      ["gaps", "excel", "timer", "2024-02-29T23:59:59.999Z"],
      ["gap_x", "excel", "user", "2024-03-01T00:00:00Z"],
    ] as const;
    await server.db
      .insertInto("event")
      .values(
        kept.map(([type, source, trigger, at]) => ({
          id: `n${type}`,
          account_id: ada.id,
          type,
          source,
          trigger,
          at: new Date(at),
          payload: "null",
        })),
      )
      .execute();
    const narrowed = async (query: string) =>
      types((await admin.send("GET", `/v1/events/filter?user=${ada.id}&sort=-date&${query}`)).body.items);
    expect(await narrowed("type=gap")).toEqual(["gap", "gap.open"]);
    expect(await narrowed("source=excel")).toEqual(["gaps", "gap_x"]);
    expect(await narrowed("trigger=timer")).toEqual(["gaps"]);
    expect(await narrowed("from=2024-02-29&to=2024-02-29")).toEqual(["gap.open", "gaps"]);
    expect(await narrowed("to=2024-02-28")).toEqual(["gap"]);
    expect(types(await events(ada, "?source=web"))).toEqual(["gap.open", "gap"]);
    expect((await admin.send("GET", "/v1/events/filter?from=2024-02-30")).status).toBe(400);
  });

  test("events of charts are apart", async () => {
    const ada = await somebody(server);
    await ada.send("POST", "/v1/events", { type: "charts" });
    await ada.send("POST", "/v1/chart-events", { type: "symbol", payload: "AAA" });
    const { body } = await ada.send("GET", "/v1/chart-events");
    expect(body.items).toMatchObject([{ type: "chart.symbol", source: "chart", trigger: "user", payload: "AAA" }]);
  });
});

describe("what the server notes itself", () => {
  test("the end of a run and each download; of a use-as nothing", async () => {
    const ada = await somebody(server);
    const { body } = await ada.send("POST", "/v1/data-requests", request());
    await requestEnded(server.db, ada.id, body.id);
    const url = `/v1/data-requests/${body.id}/export?format=csv`;
    const csv = await server.app.inject({ method: "GET", url, headers: ada.headers });
    const rows = csv.body.trim().split("\n").length - 1;
    await server.app.inject({ method: "HEAD", url, headers: ada.headers });
    await server.app.inject({ method: "GET", url, headers: await actingAs(admin, ada.id) });
    expect(await events(ada)).toMatchObject([
      {
        type: "request.exported",
        source: "server",
        trigger: "user",
        payload: { request: body.id, format: "csv", rows },
      },
      { type: "run.finished", source: "server", trigger: "system", payload: { request: body.id, cause: "user", rows } },
    ]);
  });

  test("activities show events beside what the security log says a user did himself", async () => {
    const ada = await somebody(server);
    await ada.send("POST", "/v1/profile/tokens", { name: "x", scopes: ["user"] });
    await ada.send("POST", "/v1/events", { type: "page-visit.settings", payload: "/user-profile/settings" });
    await admin.send("POST", "/v1/users/status/change", { id: ada.id, status: "blocked" });
    const { body } = await admin.send("GET", `/v1/user-activities/filter?user=${ada.id}`);
    expect(body.items).toMatchObject([
      { type: "page-visit.settings", source: "web", user: { id: ada.id } },
      { type: "token-made", source: "server", trigger: "user", user: { id: ada.id } },
    ]);
    expect(body.total).toBe(2);
    const all = (await admin.send("GET", "/v1/user-activities?page_size=1")).body;
    expect(all.items).toHaveLength(1);
    expect(all.total).toBeGreaterThan(2);
  });
});
