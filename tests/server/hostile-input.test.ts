/** Text that cannot be kept, and addresses that are none: answered as the caller's mistake, and never as ours. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ROUTES } from "../../src/contract/index.ts";
import type { Route } from "../../src/contract/index.ts";
import { bareApp, serveBuilt } from "../../src/server/bare-app.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { newId } from "../../src/server/db/index.ts";
import { readConfig, requestEnded } from "../../src/server/index.ts";
import { SCREEN_ROWS } from "../../src/contract/index.ts";
import { answerPage } from "../../src/server/page-address.ts";
import { referenceRoutes } from "../../src/server/reference-routes.ts";
import { WorkDone } from "../../src/server/parse-route.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { HERE, previewOver, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let logged = "";
const logger = pino(
  { level: "error" },
  new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  }),
);
let callers: Readonly<Record<Route["access"], Somebody>>;
beforeAll(async () => {
  server = await startTestServer({
    config: readConfig({ RATE_LIMITS: "default=100000/60,signUpAddress=100000/60" }),
    logger,
  });
  const [ada, admin] = [await somebody(server), await somebody(server, { role: "super_admin" })];
  callers = { public: ada, optional: ada, user: ada, super_admin: admin };
});
afterAll(() => server.end());

type Call = readonly [name: string, route: Route, url: string, body: object | undefined];
const BAD = { "U+0000": "a\u0000b", "half of a pair": "a\ud800b" } as const;

/** A value of the JSON schema whose texts are all bad, one at a time is not needed: one is enough to be refused. */
function badValue(schema: unknown, bad: string): unknown {
  if (typeof schema !== "object" || schema === null) return bad;
  const of = new Map<string, unknown>(Object.entries(schema));
  const [first] = [of.get("anyOf"), of.get("oneOf"), of.get("allOf")].flatMap((all) => (Array.isArray(all) ? all : []));
  if (first !== undefined) return badValue(first, bad);
  if (of.get("type") === "object") {
    const properties = of.get("properties");
    const fields = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
    if (fields.length === 0) return { field: bad, list: [{ inner: bad }] };
    return Object.fromEntries(fields.map(([name, inner]) => [name, badValue(inner, bad)]));
  }
  if (of.get("type") === "array") return [badValue(of.get("items"), bad)];
  return bad;
}

const calls: readonly Call[] = Object.entries<Route>(ROUTES).flatMap(([name, route]): Call[] =>
  Object.entries(BAD).flatMap(([kind, bad]): Call[] => {
    const escaped = kind === "U+0000" ? "a%00b" : "a%ED%A0%80b";
    const plain = route.path.replaceAll(/:\w+/g, "00000000000000000000");
    const properties: unknown =
      route.query === undefined ? {} : z.toJSONSchema(route.query, { io: "input", unrepresentable: "any" });
    const fields =
      typeof properties === "object" && properties !== null && "properties" in properties && properties.properties
        ? Object.keys(properties.properties)
        : [];
    const body =
      route.body === undefined
        ? undefined
        : badValue(z.toJSONSchema(route.body, { io: "input", unrepresentable: "any" }), bad);
    const all: Call[] = [];
    if (route.path.includes(":"))
      all.push([`${name}, ${kind} in the path`, route, route.path.replaceAll(/:\w+/g, escaped), undefined]);
    for (const field of fields)
      all.push([`${name}, ${kind} in ?${field}`, route, `${plain}?${field}=${escaped}`, undefined]);
    if (typeof body === "object" && body !== null) all.push([`${name}, ${kind} in the body`, route, plain, body]);
    return all;
  }),
);

test("the table walks every route that takes anything", () => {
  const taking = Object.values<Route>(ROUTES).filter(
    ({ path, body, query }) => path.includes(":") || body !== undefined || query !== undefined,
  );
  expect(new Set(calls.map(([, route]) => route)).size).toBeGreaterThan(taking.length - 6);
  expect(calls.length).toBeGreaterThan(250);
});

test.each(calls)("%s", async (_, route, url, body) => {
  const { headers } = callers[route.access];
  const answer = await server.app.inject({
    method: route.method,
    url,
    headers: route.access === "public" ? HERE : headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500);
  if (body === undefined) return;
  expect(answer.statusCode).toBe(400);
  const { errors } = answer.json();
  expect(errors[0]?.path).not.toBe("");
  expect(errors[0]?.message).toMatch(/^A text may not hold/);
});

test.each([
  ["a name", "/v1/folders", { name: "a\u0000" }, "name"],
  [
    "a formula of a request",
    "/v1/data-requests",
    request({ filters: { Custom: [{ tag: "x", formula: "\u0000" }] } }),
    "filters.Custom[0].formula",
  ],
  ["an element of a list", "/v1/profile/tokens", { name: "x", scopes: ["user", "\ud800"] }, "scopes[1]"],
  ["the name of a field", "/v1/profile/update-profile", { preferences: { "\u0000": 1 } }, "preferences"],
] as const)("%s is named", async (_, url, body, path) => {
  const { status, body: answer } = await callers.user.send("POST", url, body);
  expect([status, answer.errors[0].path]).toEqual([400, path]);
});

test("nesting as deep as a body holds is walked without an end of the stack", async () => {
  const deep = `{"type":"x","payload":${'{"a":'.repeat(700)}"\\u0000"${"}".repeat(700)}}`;
  const answer = await server.app.inject({
    method: "POST",
    url: "/v1/events",
    headers: { ...callers.user.headers, "content-type": "application/json" },
    payload: deep,
  });
  expect([answer.statusCode, answer.json().detail]).toEqual([400, "A text holds a character that cannot be kept."]);
});

describe("addresses that are none", () => {
  let app: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-page-"));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), "the page");
    await writeFile(join(folder, "assets", "a.js"), "1");
    const config = readConfig({});
    const otherwise: Parameters<typeof bareApp>[0]["otherwise"] = (call, reply) => answerPage(folder, call, reply);
    const { db, metrics, readiness } = server;
    const parts = { config, db, logger, metrics, readiness };
    app = await bareApp({ ...parts, publicUrl: null, services: null, forms: false, otherwise });
    referenceRoutes(app, "http://localhost:3000");
    await serveBuilt(app, folder, (path) => !path.startsWith("/src/"));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const PATHS = [
    "//x",
    "//",
    "///etc/passwd",
    "/v1//profile",
    "/%2e%2e/x",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2fx",
    "/a/../../x",
    "/%00",
    "/assets/%00",
    "/assets/a.js%00",
    "/index.html%00.js",
    "/%",
    "/%zz",
    "/%c0%ae%c0%ae/x",
    "/%ff",
    "/%ed%a0%80",
    "/\\x",
    "/..\\..\\x",
    "/%5c..%5cx",
    "/assets",
    "/assets/",
    "/src/index.html",
    "/.git/config",
    "/assets/..%2f..%2fpackage.json",
    `/${"a".repeat(5_000)}`,
    `/${"a/".repeat(2_000)}`,
    `/${"%2e%2e%2f".repeat(500)}etc/passwd`,
    "/?%",
    "/?a=%zz&a=%00",
    "/;x=1",
    "/*",
    "/:id",
    "/http://evil.example/",
  ];
  const METHODS = ["GET", "HEAD", "POST", "OPTIONS"] as const;

  const asBrowser = { host: "localhost:3000", accept: "text/html,*/*;q=0.8" };

  test.each(SCREEN_ROWS.map(({ path }) => path.replace(":id", "abcd1234")))("%s is a screen", async (url) => {
    for (const one of [url, `${url}?q=1`, url.toUpperCase()]) {
      const answer = await app.inject({ url: one, headers: asBrowser });
      expect([answer.statusCode, answer.body]).toEqual([200, "the page"]);
      const head = await app.inject({ method: "HEAD", url: one, headers: asBrowser });
      expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "8"]);
    }
  });

  test.each([
    "/nowhere",
    "/reference/nothing",
    "/reference/A%20B",
    "/reference/a/b",
    "/data-request/abcd1234",
    "/admin/users",
    "/charting",
    "/data-request/a/b/results",
  ])("%s is none: the page with the status 404, every time", async (url) => {
    const screen = await app.inject({ url: "/admin", headers: asBrowser });
    const known = { "if-none-match": screen.headers.etag ?? "", "if-modified-since": new Date().toUTCString() };
    for (const more of [{}, known]) {
      const answer = await app.inject({ url, headers: { ...asBrowser, ...more } });
      expect([answer.statusCode, answer.body, answer.headers["content-type"]]).toEqual([
        404,
        "the page",
        "text/html; charset=utf-8",
      ]);
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
  });

  test.each(["/v1/nowhere", "/reference/nothing.md", "/assets/none.js", "/none.png", "/parse/x"])(
    "%s is no page",
    async (url) => {
      const answer = await app.inject({ url, headers: asBrowser });
      expect([answer.statusCode, answer.json().type]).toEqual([404, "/problems/not-found"]);
    },
  );

  test.each(PATHS)("%s", async (url) => {
    logged = "";
    for (const [where, one] of [
      ["files", app],
      ["routes", server.app],
      ["charts", server.chartApp],
    ] as const) {
      for (const method of METHODS) {
        // A screen is answered to whoever takes HTML; only the soak asks for anything else as well.
        for (const accept of rounds(["text/html"], ["*/*", "text/html"])) {
          const headers = { host: where === "charts" ? "localhost:3001" : "localhost:3000", accept };
          const answer = await one.inject({ method, url, headers, ...(method === "POST" ? { payload: {} } : {}) });
          expect(answer.statusCode, `${where} ${method} ${answer.body.slice(0, 200)}`).toBeLessThan(500);
          expect(answer.body).not.toMatch(/root:|node_modules|\bat .*:\d+:\d+/);
        }
      }
    }
    expect(logged).toBe("");
  });
});

describe("an account's lists are bounded", () => {
  const filled = async (table: "folder" | "template" | "data_request", count: number, deleted_at: Date | null) => {
    const eve = await somebody(server);
    const columns = { folder: "", template: ", body", data_request: ", body, status" }[table];
    const values = { folder: "", template: ", '{}'", data_request: ", '{}', 'Finished'" }[table];
    await sql`INSERT INTO ${sql.table(table)} (id, account_id, name, deleted_at ${sql.raw(columns)})
      SELECT ${newId()} || n, ${eve.id}, 'x', ${deleted_at}::timestamptz ${sql.raw(values)}
      FROM generate_series(1, ${count}::int) AS n`.execute(server.db);
    return eve;
  };
  const template = { name: "x", request: request() };

  test.each([
    ["folder", 500, "/v1/folders", { name: "One more" }, "An account has at most 500 folders. Delete some first."],
    ["template", 500, "/v1/templates", template, "An account has at most 500 templates. Delete some first."],
    [
      "data_request",
      20_000,
      "/v1/data-requests",
      request(),
      "An account has at most 20,000 data requests. Delete some first.",
    ],
  ] as const)("%s: %d", async (table, most, url, body, detail) => {
    const eve = await filled(table, most - 1, null);
    expect((await eve.send("POST", url, body)).status).toBeLessThan(300);
    const refused = await eve.send("POST", url, body);
    expect([refused.status, refused.body.detail]).toEqual([409, detail]);
  });

  test("deleted ones too", async () => {
    const eve = await filled("folder", 1_500, new Date());
    expect((await eve.send("POST", "/v1/folders", { name: "One more" })).body.detail).toMatch(/30 days/);
  });

  test("preferences hold 32 KiB, and nothing of what does not fit is kept", async () => {
    const eve = await somebody(server);
    const put = async (preferences: object, more = {}) => eve.send("PUT", "/v1/profile", { preferences, ...more });
    expect((await put({ a: "x".repeat(30_000) })).status).toBe(200);
    const refused = await put({ b: "x".repeat(3_000) }, { name: "Eve" });
    expect([refused.status, refused.body.errors[0].path]).toEqual([409, "preferences"]);
    const { body } = await eve.send("GET", "/v1/profile");
    expect([Object.keys(body.preferences), body.name]).toEqual([["a"], "Ada"]);
    expect((await put({ a: "y" })).status).toBe(200);
  });

  // Only the soak opens two hundred sessions of one account.
  test.runIf(IN_SOAK)("sessions: the one that was used longest ago ends", async () => {
    const eve = await somebody(server);
    const open = async () => openSession(server.db, { account: eve.id, browser: false, address: "", agent: null });
    for (let more = 0; more < 200; more += 1) await open();
    expect((await eve.send("GET", "/v1/profile")).status).toBe(401);
    const left = await server.db.selectFrom("session").select("id").where("account_id", "=", eve.id).execute();
    expect(left).toHaveLength(200);
  });

  // "stays while a few newer ones of its page finish" of `tests/server/previews.test.ts` finds what is dropped; only
  // the soak has many pages.
  test.runIf(IN_SOAK)("one account's pages of previews drop no other's", async () => {
    const [ada, eve] = [await somebody(server), await somebody(server)];
    const preview = async (who: Somebody, page: string) => {
      const url = `/v1/data-requests/preview?page=${page}`;
      const made = await who.send("POST", url, request());
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
      await previewOver(server.db, made.body.id);
      return `/v1/data-requests/${made.body.id}/status`;
    };
    const mine = await preview(ada, "mine");
    const first = await preview(eve, "p0");
    // Fifteen more pages of hers, as previews of them leave them.
    const pages = Array.from({ length: 15 }, (_, page) => ({ id: `p${newId()}`, page: `p${page + 1}` }));
    const row = { account_id: eve.id, status: "Finished", meta: "{}", attempt: 1 } as const;
    await server.db
      .insertInto("preview")
      .values(pages.map((one) => ({ ...one, ...row })))
      .execute();
    expect((await eve.send("GET", first)).status).toBe(200);
    await preview(eve, "p16");
    expect((await ada.send("GET", mine)).body.status).toBe("Finished");
    expect((await eve.send("GET", first)).status).toBe(404);
  });

  test("work without a sign-in is bounded for each caller", () => {
    const work = new WorkDone();
    work.add("a", 14_999, 0);
    work.check("a", 1);
    work.add("a", 2, 1);
    expect(() => work.check("a", 2)).toThrow("Too much work");
    work.check("b", 2);
    work.check("a", 60_000);
    work.add("a", 1, 60_000);
    work.check("a", 60_001);
  });
});

test("files are their owner's alone, in a folder that was open before", async () => {
  const folder = join(server.data, "files");
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const umask = process.umask(0);
  try {
    const { ada, id } = await finished();
    expect((await ada.send("GET", `/v1/data-requests/${id}/rows?limit=1`)).status).toBe(200);
    const sent = await server.app.inject({
      method: "GET",
      url: `/v1/data-requests/${id}/export?format=csv`,
      headers: ada.headers,
    });
    expect(sent.statusCode).toBe(200);
  } finally {
    process.umask(umask);
  }
  const modes = new Set<string>();
  for (const entry of [
    { parentPath: server.data, name: "files" },
    ...(await readdir(folder, { recursive: true, withFileTypes: true })),
  ]) {
    modes.add(((await stat(join(entry.parentPath, entry.name))).mode & 0o777).toString(8));
  }
  expect(modes).toEqual(new Set(["700", "600"]));
});

async function finished() {
  const ada = await somebody(server);
  const { id } = (await ada.send("POST", "/v1/data-requests", request())).body;
  expect((await requestEnded(server.db, ada.id, id))?.status).toBe("Finished");
  return { ada, id };
}

test("nothing of all this was an unforeseen mistake of ours", () => {
  expect(logged).not.toContain("unforeseen");
});
