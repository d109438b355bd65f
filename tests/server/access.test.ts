import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inUseAs, Problem, ROUTES, SCOPES, USE_AS, useAsRule } from "../../src/contract/index.ts";
import type { Route, Scope } from "../../src/contract/index.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { newId } from "../../src/server/db/index.ts";
import { ended, HERE, makeAccount, post, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const closed = routes.filter(([, { access }]) => access === "user" || access === "super_admin");

let server: TestServer;
let stranger: Readonly<Record<string, string>>;
let kept: string;
let all: ReadonlyMap<string, string> | undefined;
beforeAll(async () => {
  server = await startTestServer();
  stranger = await signedIn(server.db, await makeAccount(server.db));
  const created = await post(server.app, "/v1/data-requests/create/web/standard", request());
  kept = created.json().id;
});
afterAll(() => server.end());

const address = ({ path }: Route, id: string): string => path.replace(/:\w+/g, id);
const call = async (route: Route, headers: Readonly<Record<string, string>>, id = "00000000000000000000") => {
  const sent = {
    method: route.method,
    url: address(route, id),
    headers,
    ...(route.method === "GET" || route.method === "DELETE" ? {} : { payload: {} }),
  };
  if (route.answer !== "events") return server.app.inject(sent);
  const begun = await server.app.inject({ ...sent, payloadAsStream: true });
  // A stream that opens has no end.
  if (begun.statusCode !== 200) return server.app.inject(sent);
  begun.stream().destroy();
  return begun;
};

describe("every route that is not public", () => {
  test.each(closed)("%s: nobody in particular gets 401", async (_, route) => {
    const answer = await call(route, HERE);
    expect(answer.statusCode).toBe(401);
    expect(Problem.parse(answer.json()).type).toBe("/problems/unauthorized");
  });

  test.each(closed)("%s: a bearer that is none gets 401", async (_, route) => {
    const answer = await call(route, { ...HERE, authorization: `Bearer ${newSecret().text}` });
    expect(answer.statusCode).toBe(401);
  });
});

test.each(routes.filter(([, { access }]) => access === "super_admin"))("%s: a user gets 403", async (_, route) => {
  expect((await call(route, stranger)).statusCode).toBe(403);
});

const OF_REQUESTS = closed.filter(([, { path }]) => path.startsWith("/v1/data-requests/:id"));

test.each(OF_REQUESTS)("%s: somebody else's request is not there", async (_, route) => {
  const bodies: Readonly<Record<string, object>> = {
    editRequest: request(),
    renameRequest: { name: "Mine" },
    favouriteRequest: { favourite: true },
    dataUpdates: { data_updates: true },
    downloadTicket: { format: "csv" },
    openSweep: { values: [1] },
    attachFolder: { folder_id: "00000000000000000000" },
  };
  const answer = await server.app.inject({
    method: route.method,
    url: address(route, kept),
    headers: stranger,
    ...(route.method === "GET" || route.method === "DELETE" ? {} : { payload: bodies[_] ?? {} }),
  });
  expect(answer.statusCode).toBe(404);
});

const CHART = {
  symbol: "A",
  timeframe: "1D",
  hours: "regular",
  adjusted: true,
  style: "candles",
  scale: "linear",
  compare: [],
  indicators: [],
  drawings: [],
};

/** A record of every kind that has an owner, made by him; ids by the address of their routes. */
async function records(): Promise<ReadonlyMap<string, string>> {
  const { app } = server;
  const idOf = async (url: string, payload: object): Promise<string> => {
    const { id }: { readonly id: string } = (await post(app, url, payload)).json();
    return id;
  };
  const { id: session } = await openSession(server.db, {
    account: server.account,
    browser: false,
    address: "127.0.0.1",
    agent: null,
  });
  await app.inject({
    method: "PUT",
    url: "/v1/profile/formulas",
    headers: await signedIn(server.db, server.account),
    payload: { tag: "mine", display: "Mine", description: "", formula: "[daily close] > 1" },
  });
  const trashed = await idOf("/v1/data-requests/create/web/standard", request({ name: "In the trash" }));
  await server.db.updateTable("data_request").set({ deleted_at: new Date() }).where("id", "=", trashed).execute();
  return new Map([
    ["/v1/profile/data-requests/trashed/", trashed],
    ["/v1/folders/", await idOf("/v1/folders", { name: "Gaps" })],
    ["/v1/templates/", await idOf("/v1/templates/from-data-request", { id: kept })],
    ["/v1/profile/tokens/", await idOf("/v1/profile/tokens", { name: "x", scopes: ["user"] })],
    ["/v1/profile/webhooks/", await idOf("/v1/profile/webhooks", { url: "https://hooks.example.org/" })],
    ["/v1/profile/sessions/", session],
    ["/v1/profile/formulas/", "mine"],
    ["/v1/profile/lists/", await idOf("/v1/profile/lists", { kind: "list", name: "Mine", file: btoa("symbol\nA\n") })],
    ["/v1/chart/layouts/", await idOf("/v1/chart/layouts", { name: "Mine", content: CHART })],
  ]);
}

const OF_RECORDS = closed.filter(
  ([, { path, access }]) => access === "user" && path.includes("/:") && !path.startsWith("/v1/data-requests/:id"),
);

test.each(OF_RECORDS)("%s: somebody else's record is not there", async (name, route) => {
  all ??= await records();
  const [, id] = [...all].find(([prefix]) => route.path.startsWith(`${prefix}:`)) ?? [];
  if (id === undefined) throw new Error(`${route.path}: say above which record that is`);
  const bodies: Readonly<Record<string, object>> = {
    renameFolder: { name: "Mine" },
    changeTemplate: { name: "Mine", request: request() },
    changeChartLayout: { name: "Mine", content: CHART },
    changeWebhook: { active: false },
  };
  const answer = await server.app.inject({
    method: route.method,
    url: address(route, id),
    headers: stranger,
    ...(route.method === "GET" || route.method === "DELETE" ? {} : { payload: bodies[name] ?? {} }),
  });
  expect(answer.statusCode).toBe(404);
});

describe("API tokens", () => {
  async function token(scopes: readonly Scope[], change: object = {}): Promise<Readonly<Record<string, string>>> {
    const { text, hash } = newSecret("sbk_");
    await server.db
      .insertInto("api_token")
      .values({
        id: newId(),
        account_id: server.account,
        name: "test",
        token_hash: hash,
        scopes: [...scopes],
        ...change,
      })
      .execute();
    return { host: "localhost:3000", authorization: `Bearer ${text}` };
  }

  test.each(routes.filter(([, route]) => route.access === "user"))("%s: a token needs its scope", async (_, route) => {
    const others = SCOPES.filter((scope) => scope !== "all" && scope !== route.scope);
    expect((await call(route, await token(others))).statusCode).toBe(403);
    if (route.scope === undefined) expect((await call(route, await token(["all"]))).statusCode).toBe(403);
    else expect([401, 403]).not.toContain((await call(route, await token([route.scope]))).statusCode);
  });

  test("one that was revoked or is too old is nobody's", async () => {
    const past = new Date(Date.now() - 1_000);
    for (const change of [{ revoked_at: past }, { expires_at: past }]) {
      expect((await call(ROUTES.profile, await token(["all"], change))).statusCode).toBe(401);
    }
  });
});

describe("use-as", () => {
  let admin: string;
  beforeAll(async () => {
    admin = await makeAccount(server.db, { role: "super_admin" });
    expect((await ended(server, kept, server.account)).status).toBe("Finished");
  });

  async function useAs(): Promise<Readonly<Record<string, string>>> {
    const { text, hash } = newSecret();
    const expires_at = new Date(Date.now() + 3_600_000);
    const session = { id: newId(), token_hash: hash, bind_hash: null, account_id: server.account, actor_id: admin };
    await server.db
      .insertInto("session")
      .values({ ...session, parent_hash: null, address: null, agent: null, expires_at })
      .execute();
    return { ...HERE, authorization: `Bearer ${text}` };
  }

  test.each(closed)("%s: is denied unless the table of use-as allows it", async (_, route) => {
    const answer = await call(route, await useAs());
    if (inUseAs(route)) expect([401, 403]).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(403);
  });

  const ruled = Object.entries(USE_AS);
  const named = (rule: string) => ruled.filter(([, one]) => one === rule).map(([name]) => name);

  test("has one rule for every route, which fits what the route does", () => {
    expect(ruled.map(([name]) => name).toSorted()).toEqual(routes.map(([name]) => name).toSorted());
    const wrong = routes.filter(([, route]) => {
      const rule = useAsRule(route);
      if ((rule === "open") !== (route.access === "public")) return true;
      if (route.access === "super_admin") return rule !== "denied";
      return rule === "undoable" && route.method === "GET";
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
    const about = /^\/v1\/(data-requests|folders|templates|profile\/formulas)/;
    expect(
      named("undoable").filter((name) => !about.test(routes.find(([one]) => one === name)?.[1].path ?? "")),
    ).toEqual([]);
    // What deletes for good.
    expect(
      ruled.filter(([name]) => /^(delete|forget)/.test(name) && name !== "deleteRequest").map(([, rule]) => rule),
    ).toEqual(Array.from({ length: 8 }, () => "denied"));
  });

  /** What the user owns, without what a scan changes while it runs. */
  async function owned(): Promise<unknown> {
    const { db, account } = server;
    const requests = db
      .selectFrom("data_request")
      .select(["id", "name", "body", "folder_id", "favourite", "data_updates", "deleted_at"]);
    const rows = await Promise.all([
      requests.where("account_id", "=", account).orderBy("id").execute(),
      db.selectFrom("run").select("id").where("account_id", "=", account).orderBy("id").execute(),
      db.selectFrom("folder").selectAll().where("account_id", "=", account).orderBy("id").execute(),
      db.selectFrom("template").selectAll().where("account_id", "=", account).orderBy("id").execute(),
      db.selectFrom("saved_formula").selectAll().where("account_id", "=", account).orderBy("tag").execute(),
    ]);
    return rows;
  }
  const noted = async (): Promise<readonly unknown[]> =>
    server.db
      .selectFrom("security_log")
      .select(["actor_id", "details"])
      .where("action", "=", "changed-as")
      .where("account_id", "=", server.account)
      .orderBy("at")
      .execute();

  const UNDOABLE = routes.filter(([, route]) => useAsRule(route) === "undoable");
  /** What each is called with, on records of its own; by name, so that a new route asks for its row here. */
  async function callOf(name: string): Promise<{ readonly id?: string; readonly body?: object }> {
    const { app } = server;
    const made = async (url: string, payload: object): Promise<string> => (await post(app, url, payload)).json().id;
    const aRun = (): Promise<string> => made("/v1/data-requests", request());
    // A copy of one that has finished: what a run still writes would be taken for a change of the call.
    const aRequest = async (): Promise<string> => {
      const [id, run] = [newId(), newId()];
      await sql`INSERT INTO data_request SELECT (jsonb_populate_record(q, ${JSON.stringify({ id, run_id: run })}::jsonb)).*
        FROM data_request AS q WHERE q.id = ${kept}`.execute(server.db);
      await sql`INSERT INTO run (id, data_request_id, account_id, cause, status, meta, finished, started_at, ended_at)
        SELECT ${run}, ${id}, account_id, cause, status, meta, finished, started_at, ended_at
        FROM run WHERE data_request_id = ${kept}`.execute(server.db);
      return id;
    };
    const aFolder = (): Promise<string> => made("/v1/folders", { name: "Gaps" });
    const aTemplate = async (): Promise<string> => made("/v1/templates/from-data-request", { id: await aRequest() });
    const owner = await signedIn(server.db, server.account);
    const trashed = async (kind: string, id: string): Promise<string> => {
      const url = kind === "data-requests" ? `/v1/${kind}/${id}` : `/v1/${kind}/${id}/soft`;
      await app.inject({ method: "DELETE", url, headers: owner });
      return id;
    };
    const rows: Readonly<Record<string, () => Promise<{ readonly id?: string; readonly body?: object }>>> = {
      create: async () => ({ body: request() }),
      createRequest: async () => ({ body: request() }),
      cancel: async () => ({ id: await aRun(), body: {} }),
      editRequest: async () => ({
        id: await aRequest(),
        body: request({ options: { data_updates: false, email_notification: false, overwrite: true } }),
      }),
      duplicateRequest: async () => ({ id: await aRequest(), body: {} }),
      rerunRequest: async () => ({ id: await aRequest(), body: {} }),
      deleteRequest: async () => ({ id: await aRequest() }),
      restoreRequest: async () => ({ id: await trashed("data-requests", await aRequest()), body: {} }),
      renameRequest: async () => ({ id: await aRequest(), body: { name: "Another" } }),
      favouriteRequest: async () => ({ id: await aRequest(), body: { favourite: true } }),
      dataUpdates: async () => ({ id: await aRequest(), body: { data_updates: false } }),
      attachFolder: async () => ({ id: await aRequest(), body: { folder_id: await aFolder() } }),
      detachFolder: async () => ({ id: await aRequest(), body: {} }),
      bulkDelete: async () => ({ body: { ids: [await aRequest()] } }),
      bulkFavourite: async () => ({ body: { ids: [await aRequest()], favourite: true } }),
      createFolder: async () => ({ body: { name: "New" } }),
      renameFolder: async () => ({ id: await aFolder(), body: { name: "Other" } }),
      softDeleteFolder: async () => ({ id: await aFolder() }),
      restoreFolder: async () => ({ id: await trashed("folders", await aFolder()), body: {} }),
      createTemplate: async () => ({ body: { name: "New", request: request() } }),
      templateFromRequest: async () => ({ body: { id: await aRequest() } }),
      duplicateTemplate: async () => ({ body: { id: await aTemplate() } }),
      changeTemplate: async () => ({ id: await aTemplate(), body: { name: "Other", request: request() } }),
      softDeleteTemplate: async () => ({ id: await aTemplate() }),
      restoreTemplate: async () => ({ id: await trashed("templates", await aTemplate()), body: {} }),
      saveFormula: async () => ({ body: { tag: "t", display: "T", formula: "[daily close]" } }),
    };
    const row = rows[name];
    if (row === undefined) throw new Error(`${name}: say here what it is called with`);
    return row();
  }

  test.each(UNDOABLE)(
    "%s: changes the user's data, and notes admin and user in the same transaction",
    async (name, route) => {
      const headers = await useAs();
      const { id = "", body } = await callOf(name);
      const before = await noted();
      const inject = () =>
        server.app.inject({
          method: route.method,
          url: address(route, id),
          headers,
          ...(body === undefined ? {} : { payload: body }),
        });
      // A log that refuses takes the change back with it.
      const there = await owned();
      await sql`ALTER TABLE security_log ADD CONSTRAINT log_is_full CHECK (action <> 'changed-as') NOT VALID`.execute(
        server.db,
      );
      try {
        expect((await inject()).statusCode).toBe(500);
      } finally {
        await sql`ALTER TABLE security_log DROP CONSTRAINT log_is_full`.execute(server.db);
      }
      expect(await owned()).toEqual(there);
      const answer = await inject();
      expect(answer.statusCode).toBe(route.status);
      expect(await noted()).toEqual([
        ...before,
        { actor_id: admin, details: { method: route.method, path: address(route, id) } },
      ]);
    },
  );

  test("deletes nothing for good: a request goes into the trash, and no further", async () => {
    const headers = await useAs();
    const { id } = (await post(server.app, "/v1/data-requests", request())).json();
    const remove = () => server.app.inject({ method: "DELETE", url: `/v1/data-requests/${id}`, headers });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(403);
    const row = await server.db.selectFrom("data_request").select("deleted_at").where("id", "=", id).executeTakeFirst();
    expect(row?.deleted_at).toBeInstanceOf(Date);
  });

  test("ends with the admin's rights", async () => {
    const headers = await useAs();
    expect((await call(ROUTES.profile, headers)).json()).toMatchObject({ used_by: { name: "Ada" } });
    await server.db.updateTable("account").set({ role: null }).where("role", "=", "super_admin").execute();
    expect((await call(ROUTES.profile, headers)).statusCode).toBe(401);
  });
});
