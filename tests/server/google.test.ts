import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { totp } from "../../src/server/accounts/access/second-factor.ts";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import { readConfig } from "../../src/server/index.ts";
import { IN_SOAK } from "../cases.ts";
import { CLIENT, startOpenIdProvider } from "./open-id-provider.ts";
import type { OpenIdProvider, Person } from "./open-id-provider.ts";
import { HERE, makeAccount, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const ORIGIN = "http://localhost:3000";
const PASSWORD = "correct horse battery";

let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOpenIdProvider(`${ORIGIN}/v1/auth/google/callback`);
  const env = { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: provider.issuer };
  server = await startTestServer({ config: readConfig(env) });
});
afterAll(async () => {
  await server.end();
  await provider.close();
});

interface Cookie {
  readonly name: string;
  readonly value: string;
}
/** A browser: keeps cookies, sends them to our server, and looks at what stands behind the #. */
class Browser {
  readonly cookies = new Map<string, string>();

  async call(method: "GET" | "POST", url: string, payload?: object, headers: object = {}) {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await server.app.inject({
      method,
      url,
      headers: { ...HERE, ...headers, cookie },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies as readonly Cookie[]) {
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** From the button to the login page. */
  async google(person: Person | null) {
    const start = await this.call("GET", "/v1/auth/google");
    return this.back(await provider.visit(start.headers.location ?? "", person));
  }

  async back(callback: URL) {
    const answer = await this.call("GET", `${callback.pathname}${callback.search}`, undefined, {
      "sec-fetch-site": "cross-site",
    });
    expect(answer.statusCode).toBe(302);
    const [path, fragment = ""] = (answer.headers.location ?? "").split("#");
    expect(path).toBe("/login");
    return Object.fromEntries(new URLSearchParams(fragment));
  }

  async profile(token = "") {
    return this.call("GET", "/v1/profile", undefined, { authorization: `Bearer ${token}` });
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

async function withPassword(email: string, change: object = {}): Promise<string> {
  const id = await makeAccount(server.db, { email });
  const password_hash = await hashPassword(PASSWORD);
  await server.db
    .updateTable("account")
    .set({ password_hash, ...change })
    .where("id", "=", id)
    .execute();
  return id;
}

describe("somebody new", () => {
  test("gets an account and a session of both halves", async () => {
    const person = { sub: "new", email: "New@Example.org", email_verified: true, name: "Newton" };
    const { token } = await browser.google(person);
    expect((await browser.profile(token)).json()).toMatchObject({
      email: "new@example.org",
      name: "Newton",
      status: "active",
      password: false,
    });
    expect((await new Browser().profile(token)).statusCode, "the bearer alone").toBe(401);
    const log = await server.db
      .selectFrom("security_log as l")
      .innerJoin("account as a", "a.id", "l.account_id")
      .select("l.action")
      .where("a.email", "=", "new@example.org")
      .orderBy("l.id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual(["sign-up", "identity-linked", "sign-in"]);
  });

  test("whose address the ID token tells, as Google's does", async () => {
    provider.emailInToken(true);
    const { token } = await browser.google({ sub: "told", email: "told@example.org", email_verified: true });
    provider.emailInToken(false);
    expect((await browser.profile(token)).json()).toMatchObject({ email: "told@example.org", name: "told" });
  });

  test.each([
    [{ sub: "unverified", email: "unverified@example.org", email_verified: false }],
    [{ sub: "silent", email: "silent@example.org" }],
    [{ sub: "without" }],
  ])("%j is not vouched for", async (person) => {
    expect(await browser.google(person)).toEqual({ google: "unverified" });
    const made = await server.db.selectFrom("account").select("id").where("email", "like", `${person.sub}@%`).execute();
    expect(made).toEqual([]);
  });
});

describe("the identity is issuer and subject, never the address", () => {
  test("who comes back with another address has the same account", async () => {
    await browser.google({ sub: "same", email: "before@example.org", email_verified: true });
    const { token } = await browser.google({ sub: "same", email: "after@example.org", email_verified: true });
    expect((await browser.profile(token)).json()).toMatchObject({ email: "before@example.org" });
  });

  test("who comes with the address of another identity's account does not get it", async () => {
    await browser.google({ sub: "owner", email: "theirs@example.org", email_verified: true });
    const other = await new Browser().google({ sub: "other", email: "theirs@example.org", email_verified: true });
    expect(other).toEqual({ google: "link", email: "theirs@example.org" });
  });
});

describe("an account with the same address", () => {
  const person = (name: string): Person => ({ sub: name, email: `${name}@example.org`, email_verified: true });
  const signIn = async (email: string, more: object = {}, by = browser) =>
    by.call("POST", "/v1/auth/jwt", { email, password: PASSWORD, ...more });

  test("is connected by its password, once, and then opened by Google", async () => {
    const id = await withPassword("link@example.org");
    const said = await browser.google(person("link"));
    expect(said).toEqual({ google: "link", email: "link@example.org" });
    const wrong = await browser.call("POST", "/v1/auth/jwt", { email: said.email, password: "x", link: true });
    expect(wrong.statusCode).toBe(401);
    expect((await signIn("link@example.org", { link: true })).statusCode).toBe(200);
    expect((await signIn("link@example.org", { link: true })).json().errors[0].path, "once").toBe("link");
    const { token } = await new Browser().google(person("link"));
    expect(token).toMatch(/^[\w-]{43}$/);
    const linked = await server.db.selectFrom("identity").selectAll().where("account_id", "=", id).execute();
    expect(linked).toMatchObject([{ issuer: provider.issuer, subject: "link" }]);
  });

  test("is not connected by a sign-in that did not ask for it, in another browser, or of another account", async () => {
    const id = await withPassword("plain@example.org");
    await withPassword("mallory@example.org");
    await browser.google(person("plain"));
    expect((await signIn("plain@example.org")).statusCode).toBe(200);
    expect((await signIn("plain@example.org", { link: true }, new Browser())).statusCode).toBe(422);
    expect((await signIn("mallory@example.org", { link: true })).statusCode).toBe(422);
    expect(await server.db.selectFrom("identity").selectAll().where("account_id", "=", id).execute()).toEqual([]);
  });

  test("that nobody has confirmed is whoever's Google vouches for, and no password of a sign-up opens it", async () => {
    const email = "squat@example.org";
    const signedUp = await new Browser().call("POST", "/v1/users/signup", { name: "Eve", email, password: PASSWORD });
    expect(signedUp.statusCode).toBe(201);
    expect(await browser.google(person("squat"))).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await signIn(email)).statusCode).toBe(401);
    const account = await server.db.selectFrom("account").selectAll().where("email", "=", email).execute();
    expect(account).toMatchObject([{ status: "active", password_hash: null }]);
    const id = account[0]?.id ?? "";
    expect(account[0]?.name).not.toBe("Eve");
    for (const table of ["sign_up", "mailed_secret"] as const) {
      expect(await server.db.selectFrom(table).selectAll().where("account_id", "=", id).execute()).toEqual([]);
    }
  });

  test("in the trash does not stand in the way", async () => {
    await browser.google(person("phoenix"));
    const trashed = { deleted_at: new Date() };
    await server.db.updateTable("account").set(trashed).where("email", "=", "phoenix@example.org").execute();
    const { token } = await browser.google(person("phoenix"));
    expect((await browser.profile(token)).statusCode).toBe(200);
  });

  test("that is blocked stays closed", async () => {
    await browser.google(person("blocked"));
    await server.db
      .updateTable("account")
      .set({ status: "blocked" })
      .where("email", "=", "blocked@example.org")
      .execute();
    expect(await browser.google(person("blocked"))).toEqual({ google: "refused" });
  });

  test("with a second factor opens by its code, in the browser that came from Google", async () => {
    await browser.google(person("factor"));
    const secret = Buffer.from("12345678901234567890");
    await server.db
      .updateTable("account")
      .set({ totp_secret: secret.toString("base64"), totp_confirmed_at: new Date() })
      .where("email", "=", "factor@example.org")
      .execute();
    expect(await browser.google(person("factor"))).toEqual({ google: "second-factor", email: "factor@example.org" });
    const code = totp(secret, Math.floor(Date.now() / 30_000));
    const url = "/v1/auth/google/second-factor";
    expect((await new Browser().call("POST", url, { code })).json().type).toBe("/problems/unauthorized");
    expect((await browser.call("POST", url, { code: "x" })).json().type).toBe("/problems/second-factor");
    const opened = await browser.call("POST", url, { code });
    expect(opened.json()).toMatchObject({ email: "factor@example.org", roles: [] });
    expect((await browser.profile(opened.json().token)).statusCode).toBe(200);
    expect((await browser.call("POST", url, { code })).statusCode).toBe(401);
  });
});

describe("coming back", () => {
  const person = { sub: "way", email: "way@example.org", email_verified: true };

  async function begun(): Promise<URL> {
    const start = await browser.call("GET", "/v1/auth/google");
    return provider.visit(start.headers.location ?? "", person);
  }
  function tampered(change: object): void {
    const kept = JSON.parse(Buffer.from(browser.cookies.get("__Host-google") ?? "", "base64url").toString());
    const text = JSON.stringify({ ...kept, ...change });
    browser.cookies.set("__Host-google", Buffer.from(text).toString("base64url"));
  }

  test("the way is kept in a cookie of ten minutes that no script reads", async () => {
    const start = await browser.call("GET", "/v1/auth/google");
    expect(start.statusCode).toBe(302);
    const to = new URL(start.headers.location ?? "");
    expect(to.origin).toBe(provider.issuer);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${ORIGIN}/v1/auth/google/callback`,
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(to.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const flags = { httpOnly: true, secure: true, sameSite: "Lax", path: "/", maxAge: 600 };
    expect(start.cookies[0]).toMatchObject({ name: "__Host-google", ...flags });
  });

  test.each(["state", "nonce", "verifier"])("with another %s fails", async (part) => {
    const callback = await begun();
    tampered({ [part]: "x".repeat(43) });
    expect(await browser.back(callback)).toEqual({ google: "failed" });
  });

  test("in another browser fails, and so does a cookie that is none", async () => {
    const callback = await begun();
    expect(await new Browser().back(callback)).toEqual({ google: "failed" });
    browser.cookies.set("__Host-google", "e30");
    expect(await browser.back(callback)).toEqual({ google: "failed" });
  });

  test("works once", async () => {
    const callback = await begun();
    const way = browser.cookies.get("__Host-google") ?? "";
    expect(await browser.back(callback)).toHaveProperty("token");
    expect(browser.cookies.has("__Host-google")).toBe(false);
    browser.cookies.set("__Host-google", way);
    expect(await browser.back(callback)).toEqual({ google: "failed" });
  });

  test("who thought better of it is told apart", async () => {
    expect(await browser.google(null)).toEqual({ google: "cancelled" });
  });
});

// Only the soak starts a server without Google.
test.runIf(IN_SOAK)("without a client id there is no such way", async () => {
  expect((await browser.call("GET", "/v1/auth/ways")).json()).toEqual({ google: true });
  const bare = await startTestServer();
  try {
    const call = async (url: string) => bare.app.inject({ method: "GET", url, headers: HERE });
    expect((await call("/v1/auth/ways")).json()).toEqual({ google: false });
    expect((await call("/v1/auth/google")).statusCode).toBe(404);
    expect((await call("/v1/auth/google/callback?code=x&state=y")).statusCode).toBe(404);
  } finally {
    await bare.end();
  }
});
