import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChartCode, ChartSession, ROUTES } from "../../src/contract/index.ts";
import type { Route } from "../../src/contract/index.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { readConfig } from "../../src/server/config.ts";
import { newId } from "../../src/server/db/index.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { HERE, makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

type Headers = Readonly<Record<string, string>>;
const CHARTS: Headers = { host: "charts.example.org", "sec-fetch-site": "same-origin" };

let server: TestServer;
let mine: Headers;
beforeAll(async () => {
  server = await startTestServer({ config: readConfig({ CHART_URL: "https://charts.example.org/" }) });
  mine = await signedIn(server.db, server.account);
});
afterAll(() => server.end());

const codeFor = (headers: Headers) =>
  server.app.inject({ method: "POST", url: "/v1/chart/code", headers, payload: {} });
const redeem = (code: string, headers: Headers = CHARTS) =>
  server.chartApp.inject({ method: "POST", url: "/v1/chart/session", headers, payload: { code } });
async function chartHeaders(headers: Headers): Promise<Headers> {
  const { code } = ChartCode.parse((await codeFor(headers)).json());
  const { token } = ChartSession.parse((await redeem(code)).json());
  return { ...CHARTS, authorization: `Bearer ${token}` };
}
const product = (headers: Headers) => server.chartApp.inject({ method: "GET", url: "/v1/chart/product", headers });

describe("a code", () => {
  test("lets the charting page in once, as whoever asked for it", async () => {
    const answer = await codeFor(mine);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { code, origin, expires_at } = ChartCode.parse(answer.json());
    expect(origin).toBe("https://charts.example.org");
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    const first = await redeem(code);
    expect(first.statusCode).toBe(201);
    const session = ChartSession.parse(first.json());
    expect(session.token).toMatch(/^sbc_/);
    expect(Date.parse(session.expires_at) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect((await product({ ...CHARTS, authorization: `Bearer ${session.token}` })).statusCode).toBe(200);
    expect((await redeem(code)).statusCode).toBe(401);
  });

  test("of two at once only one gets in", async () => {
    const { code } = ChartCode.parse((await codeFor(mine)).json());
    const both = await Promise.all([redeem(code), redeem(code)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 401]);
  });

  test("is kept as its hash only, and is nothing when it is too old, void or invented", async () => {
    const { code } = ChartCode.parse((await codeFor(mine)).json());
    await server.db
      .updateTable("chart_code")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    const kept = await server.db.selectFrom("chart_code").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(code);
    expect((await redeem(code)).statusCode).toBe(401);
    expect((await redeem(newSecret().text)).statusCode).toBe(401);
    expect((await redeem("short")).statusCode).toBe(400);
  });

  test("is for signed-in people, not for API tokens, and not for the charting page itself", async () => {
    expect((await codeFor(HERE)).statusCode).toBe(401);
    const { text, hash } = newSecret("sbk_");
    await server.db
      .insertInto("api_token")
      .values({ id: newId(), account_id: server.account, name: "t", token_hash: hash, scopes: ["all"] })
      .execute();
    expect((await codeFor({ ...HERE, authorization: `Bearer ${text}` })).statusCode).toBe(403);
    const { authorization = "" } = await chartHeaders(mine);
    expect((await codeFor({ ...HERE, authorization })).statusCode).toBe(403);
  });

  test("of one session there are twenty at most", async () => {
    const codes = [];
    for (let n = 0; n < 21; n += 1) codes.push(ChartCode.parse((await codeFor(mine)).json()).code);
    expect((await redeem(codes[0] ?? "")).statusCode).toBe(401);
    expect((await redeem(codes[1] ?? "")).statusCode).toBe(201);
  });
});

describe("the session of a charting page", () => {
  const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
  // The one that ends it has a story of its own.
  const closed = routes.filter(
    ([, route]) => (route.access === "user" || route.access === "super_admin") && route !== ROUTES.endChartSession,
  );
  test.each(closed)("%s: opens only what has the scope chart", async (_, route) => {
    const { authorization = "" } = await pageSession();
    const answer = await server.app.inject({
      method: route.method,
      url: route.path.replaceAll(/:\w+/g, "00000000000000000000"),
      headers: { ...HERE, authorization },
      ...(route.method === "GET" || route.method === "DELETE" ? {} : { payload: {} }),
    });
    if (route.scope === "chart") expect([401, 403]).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(403);
  });
  let page: Headers | null = null;
  const pageSession = async (): Promise<Headers> => (page ??= await chartHeaders(mine));

  test("ends with the session it came from: signed out, or too old", async () => {
    const { id, token } = await openSession(server.db, {
      account: server.account,
      browser: false,
      address: "127.0.0.1",
      agent: null,
    });
    const parent = { ...HERE, authorization: `Bearer ${token.text}` };
    const headers = await chartHeaders(parent);
    const { code } = ChartCode.parse((await codeFor(parent)).json());
    expect((await product(headers)).statusCode).toBe(200);
    await server.app.inject({ method: "POST", url: "/v1/profile/signout", headers: parent, payload: {} });
    expect(await server.db.selectFrom("session").selectAll().where("id", "=", id).execute()).toEqual([]);
    expect((await product(headers)).statusCode).toBe(401);
    expect((await redeem(code)).statusCode).toBe(401);

    const old = await chartHeaders(mine);
    await server.db
      .updateTable("chart_session")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await product(old)).statusCode).toBe(401);
  });

  test("ends when the account is blocked, and by itself", async () => {
    const account = await makeAccount(server.db);
    const headers = await chartHeaders(await signedIn(server.db, account));
    await server.db.updateTable("account").set({ status: "blocked" }).where("id", "=", account).execute();
    expect((await product(headers)).statusCode).toBe(401);

    const own = await chartHeaders(mine);
    const end = await server.chartApp.inject({ method: "DELETE", url: "/v1/chart/session", headers: own });
    expect(end.statusCode).toBe(200);
    expect((await product(own)).statusCode).toBe(401);
  });

  test("of an admin in use-as reads the user's charts and changes none", async () => {
    const admin = await makeAccount(server.db, { role: "super_admin" });
    const { text, hash } = newSecret();
    const expires_at = new Date(Date.now() + 3_600_000);
    const child = { id: newId(), token_hash: hash, bind_hash: null, account_id: server.account, actor_id: admin };
    await server.db
      .insertInto("session")
      .values({ ...child, parent_hash: null, address: null, agent: null, expires_at })
      .execute();
    const headers = await chartHeaders({ ...HERE, authorization: `Bearer ${text}` });
    expect((await product(headers)).statusCode).toBe(200);
    const saved = await server.chartApp.inject({
      method: "POST",
      url: "/v1/chart/layouts",
      headers,
      payload: { name: "A", content: {} },
    });
    expect(saved.statusCode).toBe(403);
  });
});

describe("the charting server", () => {
  test("has its own routes only, its own policy, and answers to its own name", async () => {
    for (const url of ["/v1/profile", "/v1/data-requests", "/v1/users", "/reference"]) {
      expect(
        (
          await server.chartApp.inject({
            method: "GET",
            url,
            headers: { ...CHARTS, ...mine, host: CHARTS["host"] ?? "" },
          })
        ).statusCode,
      ).toBe(404);
    }
    const answer = await server.chartApp.inject({ method: "GET", url: "/v1/chart/entry", headers: CHARTS });
    expect(answer.json()).toEqual({ product: "http://localhost:3000" });
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    const foreign = await server.chartApp.inject({
      method: "GET",
      url: "/v1/chart/entry",
      headers: { host: "evil.example" },
    });
    expect(foreign.statusCode).toBe(403);
  });

  test("answers a browser at an unknown address with a page that leads to the product, a program with a problem", async () => {
    const at = (url: string, method: "GET" | "HEAD" = "GET") =>
      server.chartApp.inject({ method, url, headers: { ...CHARTS, accept: "text/html,*/*;q=0.8" } });
    for (const url of ["/nowhere", "/reference", "/charting/a/b"]) {
      const answer = await at(url);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(answer.body).toContain('href="http://localhost:3000/"');
      expect(answer.body).not.toContain("<script");
      expect([(await at(url, "HEAD")).statusCode, (await at(url, "HEAD")).body]).toEqual([404, ""]);
    }
    expect((await at("/v1/nowhere")).json().type).toBe("/problems/not-found");
  });

  test("changes nothing for another page, not even the product's", async () => {
    const { code } = ChartCode.parse((await codeFor(mine)).json());
    expect((await redeem(code, { ...CHARTS, "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await redeem(code, { host: "charts.example.org", origin: "http://localhost:3000" })).statusCode).toBe(403);
    expect((await redeem(code)).statusCode).toBe(201);
  });
});
