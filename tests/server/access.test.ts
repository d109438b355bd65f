import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Problem, ROUTES, SCOPES } from "../../src/contract/index.ts";
import type { Route, Scope } from "../../src/contract/index.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { newId } from "../../src/server/db/index.ts";
import { HERE, makeAccount, post, request, signedIn, startTestServer } from "./test-server.ts";
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
const call = async (route: Route, headers: Readonly<Record<string, string>>, id = "00000000000000000000") =>
  server.app.inject({
    method: route.method,
    url: address(route, id),
    headers,
    ...(route.method === "GET" || route.method === "DELETE" ? {} : { payload: {} }),
  });

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
  return new Map([
    ["/v1/folders/", await idOf("/v1/folders", { name: "Gaps" })],
    ["/v1/templates/", await idOf("/v1/templates/from-data-request", { id: kept })],
    ["/v1/profile/tokens/", await idOf("/v1/profile/tokens", { name: "x", scopes: ["user"] })],
    ["/v1/profile/webhooks/", await idOf("/v1/profile/webhooks", { url: "https://hooks.example.org/" })],
    ["/v1/profile/sessions/", session],
    ["/v1/profile/formulas/", "mine"],
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
  async function useAs(): Promise<Readonly<Record<string, string>>> {
    const admin = await makeAccount(server.db, { role: "super_admin" });
    const { text, hash } = newSecret();
    const expires_at = new Date(Date.now() + 3_600_000);
    const session = { id: newId(), token_hash: hash, bind_hash: null, account_id: server.account, actor_id: admin };
    await server.db
      .insertInto("session")
      .values({ ...session, parent_hash: null, address: null, agent: null, expires_at })
      .execute();
    return { ...HERE, authorization: `Bearer ${text}` };
  }

  test.each(closed)("%s: changing is denied unless the route allows it", async (_, route) => {
    const answer = await call(route, await useAs());
    const allowed =
      route.access === "user" && (route.useAs ?? (route.method === "GET" ? "allowed" : "denied")) === "allowed";
    if (allowed) expect([401, 403]).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(403);
  });

  test("ends with the admin's rights", async () => {
    const headers = await useAs();
    expect((await call(ROUTES.profile, headers)).json()).toMatchObject({ used_by: { name: "Ada" } });
    await server.db.updateTable("account").set({ role: null }).where("role", "=", "super_admin").execute();
    expect((await call(ROUTES.profile, headers)).statusCode).toBe(401);
  });
});
