import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { commandLineIn } from "../cli/command-line.ts";
import { HERE, makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

type Headers = Readonly<Record<string, string>>;

let server: TestServer;
let admin: string;
let headers: Headers;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAccount(server.db, { email: "admin@example.org", role: "super_admin" });
  headers = await signedIn(server.db, admin);
});
afterAll(() => server.end());

async function send(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, as: Headers = headers) {
  return server.app.inject({ method, url, headers: as, ...(payload === undefined ? {} : { payload }) });
}
const status = async (...call: Parameters<typeof send>) => (await send(...call)).statusCode;

interface Listed {
  readonly items: readonly { readonly id: string; readonly email: string }[];
  readonly total: number;
}
async function listed(query: string): Promise<readonly string[]> {
  const answer: Listed = (await send("GET", `/v1/users${query}`)).json();
  return answer.items.map(({ email }) => email);
}

const log = async (account: string) =>
  server.db
    .selectFrom("security_log")
    .select(["action", "actor_id", "details"])
    .where("account_id", "=", account)
    .orderBy("id")
    .execute();

describe("an administrator without a second factor", () => {
  test("signs in and may do what anybody may, and learns what is missing", async () => {
    const id = await makeAccount(server.db, { role: "super_admin", secondFactor: false });
    const bare = await signedIn(server.db, id);
    expect(await status("GET", "/v1/profile", undefined, bare)).toBe(200);
    expect(await status("POST", "/v1/profile/second-factor", {}, bare)).toBe(201);
    const user = await makeAccount(server.db);
    for (const [method, url] of [
      ["GET", "/v1/users"],
      ["POST", `/v1/users/${user}/use-as`],
    ] as const) {
      const answer = await send(method, url, method === "POST" ? {} : undefined, bare);
      expect(answer.json()).toMatchObject({ type: "/problems/second-factor-required", status: 403 });
    }
    await server.db.deleteFrom("account").where("id", "=", id).execute();
  });
});

describe("users", () => {
  beforeAll(async () => {
    await makeAccount(server.db, { email: "zoe@list.example" });
    await makeAccount(server.db, { email: "abe@list.example", status: "blocked", product: null });
    await makeAccount(server.db, { email: "max@list.example", status: "pending_confirmation" });
    await server.db
      .updateTable("account")
      .set({ created_at: new Date("2024-02-29T23:59:59Z"), name: "Max Planck", last_seen_at: new Date() })
      .where("email", "=", "max@list.example")
      .execute();
  });

  test.each([
    ["?q=list.example&sort=email", ["abe@list.example", "max@list.example", "zoe@list.example"]],
    ["?q=LIST.example&sort=-email", ["zoe@list.example", "max@list.example", "abe@list.example"]],
    ["?q=list.example&sort=date", ["abe@list.example", "zoe@list.example", "max@list.example"]],
    ["?q=list.example&sort=-date&page_size=1&page=2", ["zoe@list.example"]],
    ["?q=list.example&sort=seen&page_size=1", ["max@list.example"]],
    ["?q=planck", ["max@list.example"]],
    ["?q=list.example&status=blocked", ["abe@list.example"]],
    ["?q=list.example&role=super_admin", []],
    ["?role=super_admin", ["admin@example.org"]],
    ["?q=list.example&plan=free", ["abe@list.example"]],
    ["?q=list.example&plan=unlimited&sort=email", ["max@list.example", "zoe@list.example"]],
    ["?q=list.example&from=2024-02-29&to=2024-02-29", ["max@list.example"]],
    ["?q=list.example&to=2024-02-28", []],
    ["?q=%25", []],
  ])("%s", async (query, emails) => {
    expect(await listed(query)).toEqual(emails);
  });

  test("are counted by status, role and month", async () => {
    const counts = async (by: string) =>
      (await send("GET", `/v1/users/filter-by-aggregate?by=${by}&q=list.example`)).json().items;
    expect(await counts("status")).toEqual([
      { key: "active", count: 1 },
      { key: "blocked", count: 1 },
      { key: "pending_confirmation", count: 1 },
    ]);
    expect(await counts("plan")).toEqual([
      { key: "unlimited", count: 2 },
      { key: "free", count: 1 },
    ]);
    expect(await counts("role")).toEqual([{ key: null, count: 3 }]);
    expect(await counts("month")).toContainEqual({ key: "2024-02", count: 1 });
  });

  test("one is shown with what belongs to him, and no secret", async () => {
    const id = await makeAccount(server.db, { email: "detail@example.org" });
    const user = await signedIn(server.db, id);
    await send("POST", "/v1/data-requests/create/web/standard", request(), user);
    await send("POST", "/v1/profile/tokens", { name: "x", scopes: ["all"] }, user);
    await send("PUT", "/v1/profile", { preferences: { theme: "dark" } }, user);
    for (let made = 0; made < 11; made += 1) await send("POST", "/v1/events", { type: "step", payload: made }, user);
    const answer = await send("GET", `/v1/users/${id}`);
    expect(answer.json()).toMatchObject({ email: "detail@example.org", requests: 1, sessions: 1, tokens: 1 });
    expect(answer.json()).toMatchObject({
      plan: { id: "unlimited", name: "Unlimited" },
      preferences: { theme: "dark" },
      requests_summary: { total: 1, trashed: 0 },
      subscription: { subscription: { status: "active", given: true }, product: { id: "unlimited" } },
      metrics: { id, requests: { total: 1 }, runs: { total: 1 } },
    });
    expect(answer.json().events).toHaveLength(10);
    expect(answer.body).not.toMatch(/hash|secret"|totp/);
    expect(await status("GET", "/v1/users/00000000000000000000")).toBe(404);
  });
});

describe("status", () => {
  test("a blocked user is out at once and cannot come back until he is active again", async () => {
    const id = await makeAccount(server.db);
    const user = await signedIn(server.db, id);
    const blocked = await send("POST", "/v1/users/status/change", { id, status: "blocked", reason: "Abuse" });
    expect(blocked.json()).toMatchObject({ id, status: "blocked", sessions: 0 });
    expect(await status("GET", "/v1/profile", undefined, user)).toBe(401);
    const active = await send("POST", "/v1/users/status/change", { id, status: "active" });
    expect(active.json()).toMatchObject({ status: "active" });
    expect(await status("GET", "/v1/profile", undefined, user), "the session had ended").toBe(401);
    expect(await log(id)).toEqual([
      {
        action: "status-changed",
        actor_id: admin,
        details: { from: "active", to: "blocked", reason: "Abuse" },
      },
      { action: "status-changed", actor_id: admin, details: { from: "blocked", to: "active" } },
    ]);
  });

  test("administrators are changed by the command line only", async () => {
    const other = await makeAccount(server.db, { role: "super_admin" });
    for (const id of [admin, other]) {
      expect(await status("POST", "/v1/users/status/change", { id, status: "blocked" })).toBe(409);
      expect(await status("DELETE", `/v1/users/${id}/soft`)).toBe(409);
      expect(await status("POST", `/v1/users/${id}/use-as`, {})).toBe(409);
    }
    await server.db.deleteFrom("account").where("id", "=", other).execute();
  });
});

describe("the trash", () => {
  test("takes a user with his sessions and scans, gives him back, and lets him go for good", async () => {
    const email = "trash@example.org";
    const id = await makeAccount(server.db, { email });
    const user = await signedIn(server.db, id);
    const created = await send("POST", "/v1/data-requests/create/web/standard", request(), user);
    const url = `/v1/users/${id}`;
    expect(await status("DELETE", url), "not from outside the trash").toBe(409);
    expect(await status("DELETE", `${url}/soft`)).toBe(200);
    expect(await status("DELETE", `${url}/soft`)).toBe(404);
    expect(await status("GET", "/v1/profile", undefined, user)).toBe(401);
    expect(await listed("?q=trash@example.org")).toEqual([]);
    expect(await listed("/trashed?q=trash@example.org")).toEqual([email]);
    expect(await status("POST", `${url}/use-as`, {})).toBe(404);
    expect(await status("POST", `${url}/restore`)).toBe(200);
    expect(await status("POST", `${url}/restore`)).toBe(404);
    expect(await listed("?q=trash@example.org")).toEqual([email]);
    await send("DELETE", `${url}/soft`);
    expect(await status("DELETE", url)).toBe(200);
    expect(await status("GET", url)).toBe(404);
    const left = await server.db
      .selectFrom("data_request")
      .select("id")
      .where("id", "=", created.json().id)
      .executeTakeFirst();
    expect(left).toBeUndefined();
    expect((await log(id)).map(({ action }) => action)).toEqual([
      "account-deleted",
      "account-restored",
      "account-deleted",
      "account-deleted",
    ]);
    const kept = (await send("GET", `${url}/security-log`)).json();
    expect(kept.items[0]).toMatchObject({ account: null, actor: "admin@example.org", details: { for_good: true } });
  });

  test("cancels what waits or runs", async () => {
    const id = await makeAccount(server.db);
    const [request, run] = ["req0000000000", "run0000000000"];
    await server.db
      .insertInto("data_request")
      .values({ id: request, account_id: id, name: "x", body: "{}", run_id: run, status: "Pending" })
      .execute();
    await server.db
      .insertInto("run")
      .values({ id: run, data_request_id: request, account_id: id, cause: "user", meta: "{}", status: "Pending" })
      .execute();
    await send("DELETE", `/v1/users/${id}/soft`);
    const now = await server.db
      .selectFrom("data_request as q")
      .innerJoin("run as r", "r.id", "q.run_id")
      .select(["q.status", "r.status as of_run", "r.error", "r.ended_at"])
      .where("q.id", "=", request)
      .executeTakeFirstOrThrow();
    // As whoever cancels it himself: both rows, and why.
    const error = { code: "cancelled", message: "Cancelled." };
    expect(now).toEqual({ status: "Cancelled", of_run: "Cancelled", error, ended_at: expect.any(Date) });
  });

  test("does not give a user back whose address has another account", async () => {
    const email = "twice@example.org";
    const id = await makeAccount(server.db, { email });
    await send("DELETE", `/v1/users/${id}/soft`);
    await makeAccount(server.db, { email });
    expect(await status("POST", `/v1/users/${id}/restore`)).toBe(409);
  });
});

describe("use-as", () => {
  async function useAs(id: string, as: Headers = headers) {
    const answer = await send("POST", `/v1/users/${id}/use-as`, {}, as);
    expect(answer.statusCode).toBe(201);
    const { token, expires_at }: { token: string; expires_at: string } = answer.json();
    return { used: { ...as, authorization: `Bearer ${token}` }, expires: Date.parse(expires_at) };
  }

  test("reads as the user, changes only where the table of use-as allows it, and is noted", async () => {
    const id = await makeAccount(server.db, { email: "used@example.org" });
    const { used, expires } = await useAs(id);
    expect(expires - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(expires - Date.now()).toBeGreaterThan(3_500_000);
    expect((await send("GET", "/v1/profile", undefined, used)).json()).toMatchObject({
      id,
      used_by: { email: "admin@example.org" },
    });
    expect(await status("PUT", "/v1/profile", { name: "Mallory" }, used)).toBe(403);
    expect(await status("GET", "/v1/profile/sessions", undefined, used)).toBe(403);
    const stopped = await send("POST", "/v1/profile/stop-use-as", {}, used);
    expect(stopped.json()).toEqual({ success: true, message: "Successfully stopped use-as" });
    expect(await status("GET", "/v1/profile", undefined, used)).toBe(401);
    expect(await status("GET", "/v1/users"), "the own session goes on").toBe(200);
    expect((await log(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["use-as-start", admin],
      ["denied", admin],
      ["denied", admin],
      ["use-as-stop", admin],
    ]);
  });

  test("is never nested, and nobody stops what he has not begun", async () => {
    const { used } = await useAs(await makeAccount(server.db));
    const other = await makeAccount(server.db);
    expect(await status("POST", `/v1/users/${other}/use-as`, {}, used)).toBe(403);
    expect(await status("GET", "/v1/users", undefined, used)).toBe(403);
    expect(await status("POST", "/v1/profile/stop-use-as", {})).toBe(409);
  });

  test("takes an active user", async () => {
    const id = await makeAccount(server.db, { status: "blocked" });
    expect(await status("POST", `/v1/users/${id}/use-as`, {})).toBe(409);
  });

  test("does not slide: after its hour it is over, however busy", async () => {
    const id = await makeAccount(server.db);
    const { used, expires } = await useAs(id);
    await send("GET", "/v1/profile", undefined, used);
    const row = await server.db
      .selectFrom("session")
      .select("expires_at")
      .where("account_id", "=", id)
      .executeTakeFirst();
    expect(row?.expires_at.getTime()).toBe(expires);
    await server.db.updateTable("session").set({ expires_at: new Date() }).where("account_id", "=", id).execute();
    expect(await status("GET", "/v1/profile", undefined, used)).toBe(401);
  });

  test("ends with the session it came from, and no later than that one would", async () => {
    const own = await signedIn(server.db, admin);
    const soon = new Date(Date.now() + 60_000);
    const { used } = await useAs(await makeAccount(server.db), own);
    await send("POST", "/v1/profile/signout", {}, own);
    expect(await status("GET", "/v1/profile", undefined, used)).toBe(401);
    const short = await openSession(server.db, { account: admin, browser: false, address: "", agent: null });
    await server.db.updateTable("session").set({ expires_at: soon }).where("id", "=", short.id).execute();
    const last = await useAs(await makeAccount(server.db), { ...HERE, authorization: `Bearer ${short.token.text}` });
    expect(last.expires).toBe(soon.getTime());
  });

  test("ends when the admin loses the second factor, or the user becomes an administrator", async () => {
    const other = await makeAccount(server.db, { role: "super_admin" });
    const id = await makeAccount(server.db);
    const { used } = await useAs(id, await signedIn(server.db, other));
    const set = async (account: string, change: object) => {
      await server.db.updateTable("account").set(change).where("id", "=", account).execute();
      return status("GET", "/v1/profile", undefined, used);
    };
    expect(await set(other, { totp_confirmed_at: null })).toBe(401);
    expect(await set(other, { totp_confirmed_at: new Date() })).toBe(200);
    expect(await set(id, { role: "super_admin" })).toBe(401);
    await server.db.deleteFrom("account").where("id", "in", [other, id]).execute();
  });

  test("in a browser both sessions share the half that no script reads", async () => {
    const own = await openSession(server.db, { account: admin, browser: true, address: "", agent: null });
    const cookie = `__Host-bind=${own.bind?.text}`;
    const { used } = await useAs(await makeAccount(server.db), {
      ...HERE,
      authorization: `Bearer ${own.token.text}`,
      cookie,
    });
    expect(await status("GET", "/v1/profile", undefined, used)).toBe(200);
    expect(await status("GET", "/v1/profile", undefined, { ...HERE, authorization: used.authorization ?? "" })).toBe(
      401,
    );
    const wrong = { ...used, cookie: `__Host-bind=${newSecret().text}` };
    expect(await status("GET", "/v1/profile", undefined, wrong)).toBe(401);
  });
});

describe("the security log", () => {
  test("shows a user what concerns him; of an admin only that it was one", async () => {
    const id = await makeAccount(server.db);
    const user = await signedIn(server.db, id);
    await send("POST", "/v1/profile/tokens", { name: "x", scopes: ["user"] }, user);
    await send("POST", "/v1/users/status/change", { id, status: "blocked", reason: "Between us" });
    await send("POST", "/v1/users/status/change", { id, status: "active" });
    const own = await send("GET", "/v1/profile/security-log?page_size=2", undefined, await signedIn(server.db, id));
    expect(own.json()).toMatchObject({ total: 3, page: 1, page_size: 2 });
    expect(own.json().items).toMatchObject([
      { action: "status-changed", by: "admin", address: null, details: {} },
      { action: "status-changed", by: "admin", address: null, details: {} },
    ]);
    expect(own.body).not.toMatch(/Between us|admin@example/);
    const entries = (await send("GET", `/v1/users/${id}/security-log`)).json();
    expect(entries.items[1]).toMatchObject({ actor: "admin@example.org", details: { reason: "Between us" } });
    expect(entries.items.at(-1)).toMatchObject({ action: "token-made", address: "127.0.0.1" });
  });
});

describe("the command line", () => {
  const cli = async (...words: readonly string[]) =>
    commandLineIn(server.env, "admin", ...words, "--data", server.data);

  test("makes the first administrator and takes the role back, beside a running server", async () => {
    const id = await makeAccount(server.db, { email: "first@example.org" });
    const user = await signedIn(server.db, id);
    expect(await cli("grant", "First@example.org")).toMatchObject({ status: 0 });
    expect((await cli("list")).out).toMatch(/^first@example\.org +active {2}Ada {2}without second factor$/m);
    expect((await send("GET", "/v1/users", undefined, user)).json().type).toBe("/problems/second-factor-required");
    expect(await cli("grant", "first@example.org")).toMatchObject({ status: 1, err: expect.stringMatching(/already/) });
    expect(await cli("revoke", "first@example.org")).toMatchObject({ status: 0 });
    expect(await status("GET", "/v1/profile", undefined, user)).toBe(401);
    expect((await cli("list")).out).not.toContain("first@example.org");
    expect((await log(id)).filter(({ action }) => action === "role-changed")).toMatchObject([
      { actor_id: null, details: { role: "super_admin" } },
      { actor_id: null, details: { role: null } },
    ]);
  });

  test.each([
    ["nobody@example.org", "There is no account of nobody@example.org."],
    ["waiting@example.org", "waiting@example.org is not active but pending_confirmation."],
  ])("does not make %s one", async (email, reason) => {
    if (email.startsWith("waiting")) await makeAccount(server.db, { email, status: "pending_confirmation" });
    expect(await cli("grant", email)).toEqual({ status: 1, out: "", err: `${reason}\n` });
  });
});
