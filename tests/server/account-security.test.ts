/** Rows of docs/security.md that concern accounts, as far as no other suite proves them: access, account-access, admin, google. */
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { hash } from "@node-rs/argon2";
import fastify from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { newId } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { outboxFolder, outboxPage } from "../../src/server/mail/outbox-page.ts";
import { StartError } from "../../src/server/start-error.ts";
import { passwordWork } from "../password-work.ts";
import { HERE, makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const PROGRAM = { host: "localhost:3000" };
const PASSWORD = "correct horse battery";
type Headers = Readonly<Record<string, string>>;

let server: TestServer;
let logged = "";
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  });
  server = await startTestServer({ logger: pino({ level: "trace" }, destination) });
});
afterAll(() => server.end());
beforeEach(async () => {
  await server.db.deleteFrom("allowance").execute();
});

async function send(method: "GET" | "POST", url: string, payload?: object, headers: Headers = PROGRAM) {
  return server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
const signIn = async (email: string, password = PASSWORD) => send("POST", "/v1/auth/jwt", { email, password });

async function person(email: string, change: object = {}): Promise<string> {
  const id = await makeAccount(server.db, { email });
  const password_hash = await hashPassword(PASSWORD);
  await server.db
    .updateTable("account")
    .set({ password_hash, ...change })
    .where("id", "=", id)
    .execute();
  return id;
}

const mailJobs = async (): Promise<number> => {
  const { rows } = await server.db.executeQuery<{ jobs: string }>({
    sql: "SELECT count(*) AS jobs FROM job.job WHERE name = 'account-mail'",
    parameters: [],
    query: { kind: "RawNode", sqlFragments: [], parameters: [] },
    queryId: { queryId: "mails" },
  });
  return Number(rows[0]?.jobs);
};

describe("sessions", () => {
  test("each sign-in makes new secrets of 256 bits, of which hashes are kept", async () => {
    const id = await person("fresh@example.org");
    const [one, two] = [
      (await signIn("fresh@example.org")).json().token,
      (await signIn("fresh@example.org")).json().token,
    ];
    for (const token of [one, two]) expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(one).not.toBe(two);
    const kept = await server.db.selectFrom("session").select("token_hash").where("account_id", "=", id).execute();
    expect(kept.map(({ token_hash }) => token_hash.length)).toEqual([32, 32]);
    expect(kept.some(({ token_hash }) => token_hash.equals(Buffer.from(one, "base64url")))).toBe(false);
  });
});

describe("passwords", () => {
  test("are argon2id of 19 MiB in two passes", async () => {
    expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("one hashed with less is hashed again at the next sign-in", async () => {
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const id = await person("weak@example.org", { password_hash: weak });
    expect((await signIn("weak@example.org")).statusCode).toBe(200);
    const row = await server.db.selectFrom("account").select("password_hash").where("id", "=", id).executeTakeFirst();
    expect(row?.password_hash).toMatch(/m=19456,t=2,p=1/);
    expect((await signIn("weak@example.org")).statusCode).toBe(200);
  });
});

describe("guessing", () => {
  test("unknown, without password, blocked or wrong: the same answer after the same work", async () => {
    await person("known@example.org");
    await person("blocked@example.org", { status: "blocked" });
    await makeAccount(server.db, { email: "bare@example.org" });
    // The decoy is made once.
    await signIn("nobody-yet@example.org");
    const answers = [];
    for (const [email, password] of [
      ["nobody@example.org", PASSWORD],
      ["bare@example.org", PASSWORD],
      ["blocked@example.org", PASSWORD],
      ["known@example.org", "wrong"],
    ] as const) {
      Object.assign(passwordWork, { hash: 0, verify: 0 });
      const answer = await signIn(email, password);
      answers.push({ status: answer.statusCode, body: answer.json(), ...passwordWork });
    }
    expect(answers[0]).toMatchObject({ status: 401, hash: 0, verify: 1 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("signing up with an address that has an account: the same answer after the same work", async () => {
    await person("there@example.org");
    const answers = [];
    for (const email of ["there@example.org", "fresh-one@example.org"]) {
      Object.assign(passwordWork, { hash: 0, verify: 0 });
      const answer = await send("POST", "/v1/users/signup", { name: "Ada", email, password: PASSWORD });
      answers.push({ status: answer.statusCode, body: answer.json(), ...passwordWork });
    }
    expect(answers[0]).toMatchObject({ status: 201, hash: 1, verify: 0 });
    expect(answers[1]).toEqual(answers[0]);
  });

  test("nobody is locked out for good: the allowance comes back", async () => {
    await person("patient@example.org");
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn("patient@example.org", "x");
    expect((await signIn("patient@example.org")).statusCode).toBe(429);
    await server.db.updateTable("allowance").set({ resets_at: new Date() }).execute();
    expect((await signIn("patient@example.org")).statusCode).toBe(200);
  });

  test("one address cannot try many accounts without end", async () => {
    await server.db
      .insertInto("allowance")
      .values({ key: "signInAddress 127.0.0.1", used: 300, resets_at: new Date(Date.now() + 60_000) })
      .execute();
    expect((await signIn("whoever@example.org")).statusCode).toBe(429);
  });

  test("where attempts cannot be counted nobody signs in", async () => {
    await person("closed@example.org");
    const rename = async (from: string, to: string) => server.db.schema.alterTable(from).renameTo(to).execute();
    await rename("allowance", "allowance_away");
    try {
      const answer = await signIn("closed@example.org");
      expect([answer.statusCode, answer.json().detail]).toEqual([500, "Something went wrong please try again"]);
    } finally {
      await rename("allowance_away", "allowance");
    }
    expect((await signIn("closed@example.org")).statusCode).toBe(200);
  });
});

describe("recovery", () => {
  test("a mailed secret is over after its hour, and kept as its hash", async () => {
    const id = await person("late@example.org");
    await send("POST", "/v1/users/forgot-password", { email: "late@example.org" });
    const secrets = async () =>
      server.db.selectFrom("mailed_secret").selectAll().where("account_id", "=", id).execute();
    await expect.poll(async () => (await secrets()).length).toBe(1);
    const [secret] = await secrets();
    const life = (secret?.expires_at.getTime() ?? 0) - (secret?.created_at.getTime() ?? 0);
    expect(Math.round(life / 60_000)).toBe(60);
    expect(secret?.secret_hash).toHaveLength(32);
    // A known secret in its place, an hour and a moment later.
    const known = newSecret();
    await server.db
      .updateTable("mailed_secret")
      .set({ secret_hash: known.hash, expires_at: new Date(Date.now() - 1) })
      .where("account_id", "=", id)
      .execute();
    const body = { token: known.text, password: "quite another phrase" };
    expect((await send("POST", "/v1/users/reset-password", body)).statusCode).toBe(422);
    const hour = new Date(Date.now() + 3_600_000);
    await server.db.updateTable("mailed_secret").set({ expires_at: hour }).where("account_id", "=", id).execute();
    const confirm = await send("POST", "/v1/users/verify", { token: known.text });
    expect(confirm.statusCode, "for its purpose only").toBe(422);
    expect((await send("POST", "/v1/users/reset-password", body)).statusCode).toBe(200);
  });

  test("three mails an hour to one account", async () => {
    const before = await mailJobs();
    await person("mails@example.org");
    const ask = async () =>
      (await send("POST", "/v1/users/forgot-password", { email: "mails@example.org" })).statusCode;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
    expect(await mailJobs()).toBe(before + 3);
  });
});

describe("secrets and logs", () => {
  test("a security log tells sign-ins, failures, denials and sign-outs", async () => {
    const id = await person("story@example.org");
    await signIn("story@example.org", "wrong");
    const headers = { ...HERE, authorization: `Bearer ${(await signIn("story@example.org")).json().token}` };
    await send("GET", "/v1/users", undefined, headers);
    await send("POST", "/v1/profile/signout", {}, headers);
    await send("POST", "/v1/users/forgot-password", { email: "story@example.org" });
    const log = await server.db
      .selectFrom("security_log")
      .select(["action", "address"])
      .where("account_id", "=", id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      "sign-in-failed",
      "sign-in",
      "denied",
      "sign-out",
      "password-forgotten",
    ]);
    for (const { address } of log) expect(address).toBe("127.0.0.1");
  });

  test("neither log holds a password, a token or a cookie", async () => {
    await person("quiet@example.org");
    const signed = await send("POST", "/v1/auth/jwt", { email: "quiet@example.org", password: PASSWORD }, HERE);
    const bind = signed.cookies.find(({ name }) => name === "__Host-bind")?.value ?? "";
    const { token } = signed.json();
    const headers = { ...HERE, authorization: `Bearer ${token}`, cookie: `__Host-bind=${bind}` };
    const made = await send("POST", "/v1/profile/tokens", { name: "x", scopes: ["all"] }, headers);
    const factor = await send("POST", "/v1/profile/second-factor", { password: PASSWORD }, headers);
    await send("POST", "/v1/profile/change-password", { old_password: "guessed wrongly", new_password: "x" }, headers);
    await send("GET", `/v1/profile?token=${token}`, undefined, { ...headers, cookie: `__Host-bind=${token}` });
    // Something that does go wrong, so that something is logged.
    await server.db.schema.alterTable("saved_formula").renameTo("saved_formula_away").execute();
    expect((await send("GET", ROUTES.savedFormulas.path, undefined, headers)).statusCode).toBe(500);
    await server.db.schema.alterTable("saved_formula_away").renameTo("saved_formula").execute();
    expect(logged).toContain("unforeseen");
    const rows = await server.db.selectFrom("security_log").selectAll().execute();
    const both = logged + JSON.stringify(rows);
    const secrets = [PASSWORD, "guessed wrongly", token, bind, made.json().token, factor.json().secret];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(both).not.toContain(secret);
    }
  });

  test.each([
    ["changeme", "is still a placeholder"],
    ["your-secret-here", "is still a placeholder"],
    ["3kd9f", "is too short"],
  ])("the secret %j is refused and not repeated: it %s", (secret, reason) => {
    const read = () => readConfig({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: secret });
    expect(read).toThrow(new StartError(`GOOGLE_CLIENT_SECRET: ${reason}`));
  });
});

describe("the outbox page", () => {
  test("shows mails as text on this machine, and to no other", async () => {
    const email = "mail@example.org";
    await send("POST", "/v1/users/signup", { name: "Ada", email, password: PASSWORD });
    const hostile = { from: "x", to: "y@example.org", subject: "<i>s", text: "<b>Ada</b>", sent_at: "now" };
    await mkdir(outboxFolder(server.data), { recursive: true });
    await writeFile(join(outboxFolder(server.data), `${newId()}.json`), JSON.stringify(hostile));
    const page = async (remoteAddress = "127.0.0.1", url = server.outbox ?? "", headers: Headers = PROGRAM) =>
      server.app.inject({ method: "GET", url, headers, remoteAddress });
    await expect.poll(async () => (await page()).body).toContain(email);
    const { body, headers } = await page();
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toMatch(/<a href="http:\/\/localhost:3000\/confirm-email#token=[\w-]{43}">/);
    expect(body).toContain("&lt;b&gt;Ada&lt;/b&gt;");
    expect(body).toContain("&lt;i&gt;s");
    expect(body).not.toMatch(/<[bi]>/);
    expect((await page("192.0.2.1")).statusCode).toBe(404);
    // Another user of the machine, or somebody behind a proxy on it that sends our own name.
    const proxied = { host: "127.0.0.1", "x-forwarded-for": "198.51.100.1" };
    const wrong = ["/dev/outbox", "/dev/outbox?key=", `/dev/outbox?key=${"A".repeat(43)}`, "/dev/outbox?key=a&key=b"];
    for (const url of wrong) {
      for (const how of [PROGRAM, proxied]) expect((await page("127.0.0.1", url, how)).statusCode).toBe(404);
    }
    expect((await stat(join(server.data, "outbox.key"))).mode & 0o777).toBe(0o600);
  });

  test("is named by the page before the sign-in, its key by nothing that the server answers", async () => {
    const key = new URL(server.outbox ?? "", "http://localhost").searchParams.get("key") ?? "";
    const email = "outbox@example.org";
    const shell = await server.app.inject({ method: "GET", url: "/v1/shell", headers: PROGRAM });
    expect(shell.json().mail).toBe("outbox");
    const calls = ["signup", "resend-confirmation", "forgot-password"].map(async (call) =>
      send("POST", `/v1/users/${call}`, call === "signup" ? { name: "Ada", email, password: PASSWORD } : { email }),
    );
    for (const { body, headers } of [shell, ...(await Promise.all(calls))])
      expect(body + JSON.stringify(headers)).not.toContain(key);
  });

  test.each([
    ["production", { NODE_ENV: "production" }],
    ["a server that sends mails", { SMTP_URL: "smtp://127.0.0.1:2525" }],
    ["a server with a public name", { PUBLIC_URL: "https://scanbook.example" }],
  ])("does not exist in %s", async (_, env) => {
    const app = fastify();
    expect(await outboxPage(app, server.data, readConfig(env))).toBeNull();
    const url = server.outbox ?? "";
    expect((await app.inject({ method: "GET", url })).statusCode).toBe(404);
    const local = fastify();
    expect(await outboxPage(local, server.data, readConfig({}))).toBe(url);
    expect((await local.inject({ method: "GET", url })).statusCode).toBe(200);
  });
});

test("a session is nobody's after the account went to the trash, by whatever way", async () => {
  const id = await person("away@example.org");
  const headers = await signedIn(server.db, id);
  await server.db.updateTable("account").set({ deleted_at: new Date() }).where("id", "=", id).execute();
  expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(401);
  expect((await signIn("away@example.org")).statusCode).toBe(401);
});
