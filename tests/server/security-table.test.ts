/** docs/security.md, row by row: each claim names the test that proves it, and what no other file proves is proved here. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { BODY_LIMIT, RequestBody, ROUTES } from "../../src/contract/index.ts";
import type { Route } from "../../src/contract/index.ts";
import { currentSnapshot } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { RunStatements } from "../../src/scan/statements.ts";
import { bareApp } from "../../src/server/bare-app.ts";
import { newId } from "../../src/server/db/index.ts";
import { readConfig, requestEnded } from "../../src/server/index.ts";
import { withRedactedErrors } from "../../src/server/log.ts";
import { answer } from "../../src/server/route.ts";
import { IN_SOAK } from "../cases.ts";
import { byGoogle, byOtherMeans, byPassword, Secrets, whileBroken } from "./every-way-in.ts";
import { mailsTo } from "./mails.ts";
import { CLIENT, startOpenIdProvider } from "./open-id-provider.ts";
import type { OpenIdProvider } from "./open-id-provider.ts";
import { somebody } from "./people.ts";
import { ROWS } from "./security-rows.ts";
import { HERE, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PUBLIC = "https://scanbook.example";

let server: TestServer;
let provider: OpenIdProvider;
let logged = "";
beforeAll(async () => {
  provider = await startOpenIdProvider(`${PUBLIC}/v1/auth/google/callback`);
  const destination = new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  });
  const config = readConfig({
    PUBLIC_URL: PUBLIC,
    CHART_URL: "https://charts.example.org",
    WEBHOOKS: "loopback",
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: provider.issuer,
    RATE_LIMITS: "sessions=3/60, proofAccount=5/900",
  });
  server = await startTestServer({ config, logger: pino({ level: "trace" }, destination), own: "market" });
});
afterAll(async () => {
  await server.end();
  await provider.close();
});

/** What `test(` and `it(` of a file are called, those over tables as they are written. */
function titlesIn(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, "tests", `${file}.test.ts`), "utf8");
  return [...text.matchAll(/(?:\b(?:test|it)|\))\(\s*(["`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , title = ""]) => title,
  );
}

test("the page has twenty rows", () => {
  expect(Object.keys(ROWS)).toHaveLength(20);
});

test("every claim of a row names a test that there is", () => {
  const missing = Object.entries(ROWS).flatMap(([row, claims]) =>
    claims
      .filter(
        ({ file, title }) =>
          !titlesIn(file).some((one) => one === title || (one.includes("${") && one.includes(title))),
      )
      .map(({ says, file, title }) => `${row}: ${says}: ${file} has no test "${title}"`),
  );
  expect(missing).toEqual([]);
});

describe("guessing", () => {
  test.each([
    "parse",
    "parse=10",
    "parse=0/60",
    "parse=10/0",
    "parse=10/90000",
    "parse=1e3/60",
    "parse=-1/60",
    "parse=2000000/60",
    "nothing=1/1",
    "constructor=1/1",
    "parse=1/1,parse=2/2",
    "parse=1/1;signIn=2/2",
  ])("limits that cannot be used stop the start: %s", (text) => {
    expect(() => readConfig({ RATE_LIMITS: text })).toThrow(/^RATE_LIMITS: /);
  });

  test("limits of the configuration hold for routes and for guessing", async () => {
    const ada = await somebody(server);
    const sessions = async () =>
      server.app.inject({ method: "GET", url: "/v1/profile/sessions", headers: ada.headers });
    const answers = [await sessions(), await sessions(), await sessions(), await sessions()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    const wait = Number(answers[3]?.headers["retry-after"]);
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    const { limits } = readConfig({ RATE_LIMITS: " default=7/8 ,signUp=1/2" });
    expect([limits.of(ROUTES.profile), limits.of(ROUTES.signUp), limits.guessing("mailAccount")]).toEqual([
      { calls: 7, seconds: 8 },
      { calls: 1, seconds: 2 },
      { calls: 3, seconds: 3600 },
    ]);
    expect(limits.of(ROUTES.parse), "what a route says of itself goes before the default").toEqual(ROUTES.parse.limit);
    const prove = async () => (await ada.send("POST", "/v1/profile/second-factor/confirm", { code: "000000" })).status;
    const proofs = [await prove(), await prove(), await prove(), await prove(), await prove(), await prove()];
    expect(proofs).toEqual([409, 409, 409, 409, 409, 429]);
  });
});

test("a mailed link leads to the configured address, whatever name the caller used", async () => {
  const email = "link@example.org";
  const body = { name: "Ada", email, password: "a phrase for links" };
  const headers = { ...HERE, host: "127.0.0.1:3000", "x-forwarded-host": "evil.example" };
  const answered = await server.app.inject({ method: "POST", url: "/v1/users/signup", headers, payload: body });
  expect(answered.statusCode).toBe(201);
  const [mail] = await until(
    () => mailsTo(server.data, email),
    (mails) => mails.length > 0,
  );
  expect(mail?.text).toMatch(/^https:\/\/scanbook\.example\/confirm-email#token=[\w-]{43}$/m);
});

describe("input", () => {
  const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);

  test.each(routes.flatMap(([name, { body }]) => (body === undefined ? [] : [[name, body] as const])))(
    "%s refuses a field that it does not know",
    (_, body) => {
      const unknown = { "no such field": 1 };
      // Requests have a reader of their own, which names every mistake at its place.
      const mistakes =
        body === RequestBody
          ? readRequest(request(unknown)).diagnostics.map(({ code }) => code)
          : body.safeParse(unknown).error?.issues.map(({ code }) => code);
      expect(mistakes).toContain(body === RequestBody ? "unknown-key" : "unrecognized_keys");
    },
  );

  test("no route takes a body above 256 KiB, but files of one's own, up to 12 MiB", () => {
    expect(BODY_LIMIT).toBe(256 * 1024);
    const larger = routes.filter(([, { bodyLimit = 0 }]) => bodyLimit > BODY_LIMIT);
    expect(larger.map(([, { access, bodyLimit }]) => [access, bodyLimit])).toEqual(
      Array.from({ length: 3 }, () => ["user", 12 << 20]),
    );
    expect(larger.every(([, { path }]) => path.startsWith("/v1/profile/lists"))).toBe(true);
  });

  test("an answer that its schema does not know is not sent", async () => {
    const logger = withRedactedErrors(pino({ level: "silent" }));
    const config = readConfig({});
    const { db, metrics, readiness } = server;
    const parts = { config, db, logger, metrics, readiness };
    const app = await bareApp({ ...parts, publicUrl: null, services: null, forms: false });
    const row = { name: "Ada", password_hash: "$argon2id$kept" };
    const shown = z.strictObject({ name: z.string() });
    const route = { method: "GET", path: "/row", summary: "A row", access: "public", problems: [] } as const;
    answer(app, { ...route, answer: shown, status: 200 }, async () => row);
    const sent = await app.inject({ method: "GET", url: "/row", headers: HERE });
    expect([sent.statusCode, sent.body.includes("argon2id")]).toEqual([500, false]);
    await app.close();
  });

  test("a list holds 10,000 symbols, and no more", () => {
    const mistakes = (count: number) => {
      const value = Array.from({ length: count }, (_, n) => `S${n}`);
      const filters = { Identity: [{ data_point: "symbol", condition: "IS", value }] };
      return readRequest(request({ filters }), { earliest: null }).diagnostics.map(({ path }) => path);
    };
    expect(mistakes(10_000)).toEqual([]);
    expect(mistakes(10_001)).toEqual(["filters.Identity[0].value"]);
  });
});

test("every statement of a scan is bounded in rows, bytes and time", async () => {
  const { market } = server;
  const settings = ["max_execution_time", "max_rows_to_read", "max_bytes_to_read"];
  const sql = `SELECT ${settings.map((name) => `toFloat64(getSetting('${name}')) > 0 AS ${name}`).join(", ")}`;
  const bounds = Object.fromEntries(settings.map((name) => [name, 1]));
  const snapshot = await currentSnapshot(market);
  expect(await new RunStatements(snapshot, { run: "bounds" }).one(sql)).toEqual(bounds);
  const much = { sql: "SELECT sum(number) FROM numbers(100000000)", settings: { max_rows_to_read: 1_000 } };
  await expect(market.query(much)).rejects.toMatchObject({ code: "too-much" });
});

describe("headers", () => {
  test("every answer asks for https, and none opens the server to another origin", async () => {
    const foreign = { ...HERE, origin: "https://evil.example", "access-control-request-method": "GET" };
    for (const method of ["GET", "OPTIONS"] as const) {
      for (const url of ["/health", "/v1/profile", "/v1/chart/product", "/nowhere"]) {
        const { headers } = await server.app.inject({ method, url, headers: foreign });
        expect(Number(/max-age=(\d+)/.exec(String(headers["strict-transport-security"]))?.[1])).toBeGreaterThan(1e7);
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    }
  });

  test("no page listens to messages of other windows, and none sends any", () => {
    const sources = ["src/client", "src/charting"].flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => join(ROOT, room, path)),
    );
    expect(sources.length).toBeGreaterThan(100);
    const messages = /\bpostMessage\(|\bonmessage\b|addEventListener\(\s*["'`]message/;
    expect(sources.filter((path) => messages.test(readFileSync(path, "utf8")))).toEqual([]);
  });
});

describe("limits under load", () => {
  // `tests/server/several-servers.test.ts` has accounts of which one leaves room to the other.
  test.runIf(IN_SOAK)("one account's queue does not hold another's request back", async () => {
    const [ada, eve] = [await somebody(server, { product: null }), await somebody(server, { product: null })];
    const send = async (who: typeof ada) => (await who.send("POST", "/v1/data-requests", request())).body.id;
    const waiting = [await send(ada), await send(ada), await send(ada), await send(ada)];
    const one = await send(eve);
    for (const id of waiting) await requestEnded(server.db, ada.id, id);
    await requestEnded(server.db, eve.id, one);
    const started = async (who: typeof ada) =>
      (
        await server.db
          .selectFrom("run")
          .select("started_at")
          .where("account_id", "=", who.id)
          .orderBy("started_at")
          .execute()
      ).map(({ started_at }) => started_at?.getTime() ?? Number.NaN);
    const [, , , last = 0] = await started(ada);
    expect((await started(eve))[0]).toBeLessThan(last);
  });

  test("whoever has fifty waiting is told to come back", async () => {
    const full = await somebody(server);
    const id = newId();
    const row = { id, account_id: full.id, name: "Waits", body: "{}", folder_id: null, run_id: null };
    await server.db
      .insertInto("data_request")
      .values({ ...row, status: "Pending" })
      .execute();
    const run = { data_request_id: id, account_id: full.id, cause: "user", status: "Pending", meta: "{}" } as const;
    await server.db
      .insertInto("run")
      .values(Array.from({ length: 50 }, () => ({ ...run, id: newId() })))
      .execute();
    const payload = request();
    const url = "/v1/data-requests";
    const refused = await server.app.inject({ method: "POST", url, headers: full.headers, payload });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
    await server.db.deleteFrom("account").where("id", "=", full.id).execute();
  });
});

// `tests/server/account-security.test.ts` looks for a password, a token and a cookie in both logs; only the soak for
// every secret.
test.runIf(IN_SOAK)("neither log holds a secret of any way in, nor a value of a formula", async () => {
  const secrets = new Secrets();
  await byPassword(server, secrets);
  await byGoogle(server, secrets, provider);
  await byOtherMeans(server, secrets);
  await whileBroken(server, secrets);

  // Statements that the engine cannot carry out: it answers with what was bound to them.
  const value = secrets.keep("value of a formula", "ZZVERYSECRETZZ");
  const ada = await somebody(server);
  const { market } = server;
  for (const sql of [
    `SELECT nope FROM ${market.database}.security WHERE name = {value:String}`,
    "SELECT toFloat64({value:String})",
    "SELECT [1] = {value:Array(UInt8)}",
  ]) {
    const error: unknown = await market.query({ sql, params: { value } }).catch((reason: unknown) => reason);
    expect(String(error)).toContain(value);
    server.app.log.error({ err: error }, "as after a scan");
    server.app.log.error({ err: new Error("its cause", { cause: error }) }, "as after an export");
  }
  const table = `ALTER TABLE ${(await currentSnapshot(market)).table("security")}`;
  await market.command(`${table} RENAME COLUMN name TO name_away`);
  try {
    const filters = { Custom: [{ tag: "hidden", formula: `[identity name] = "${value}" & [daily close] > 0` }] };
    const { body } = await ada.send("POST", "/v1/data-requests", request({ filters }));
    expect((await requestEnded(server.db, ada.id, body.id))?.status).toBe("Failed");
  } finally {
    await market.command(`${table} RENAME COLUMN name_away TO name`);
  }

  expect(logged.match(/"msg":"unforeseen"/g)?.length).toBeGreaterThanOrEqual(8);
  expect(logged).toContain('"msg":"scan failed"');
  const rows = await server.db.selectFrom("security_log").selectAll().execute();
  expect(new Set(rows.map(({ action }) => action)).size).toBeGreaterThan(12);
  const both = logged + JSON.stringify(rows);
  expect(secrets.found.size).toBeGreaterThan(40);
  // Codes are short: numbers of processes and times may hold their digits.
  const holds = (secret: string): boolean =>
    /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(both) : both.includes(secret);
  expect([...secrets.found].filter(([, secret]) => holds(secret)).map(([name]) => name)).toEqual([]);
});
