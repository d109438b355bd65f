import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { IN_SOAK } from "../cases.ts";
import { mailsTo, tokenIn } from "./mails.ts";
import type { OutboxMail } from "./mails.ts";
import { HERE, makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const PROGRAM = { host: "localhost:3000" };
const PASSWORD = "correct horse battery";

async function send(method: "GET" | "POST" | "PUT", url: string, payload?: object, headers: object = PROGRAM) {
  return server.app.inject({ method, url, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) });
}

/** The newest mail to an address, once the job has sent it. */
async function mailTo(address: string): Promise<OutboxMail> {
  const mails = await until(
    () => mailsTo(server.data, address),
    (found) => found.length > 0,
  );
  return mails.at(-1) ?? expect.unreachable();
}

async function register(email: string): Promise<void> {
  expect((await send("POST", "/v1/users/signup", { name: "Ada", email, password: PASSWORD })).statusCode).toBe(201);
  const { text } = await mailTo(email);
  expect((await send("POST", "/v1/users/verify", { token: tokenIn(text), password: PASSWORD })).statusCode).toBe(200);
}

describe("signing up", () => {
  test("an account works once its address is confirmed by the mailed link", async () => {
    const email = "ada@example.org";
    const body = { name: "Ada", email: " Ada@Example.org ", password: PASSWORD };
    const made = await send("POST", "/v1/users/signup", body);
    expect(made.statusCode).toBe(201);
    const early = await send("POST", "/v1/auth/jwt", { email, password: PASSWORD });
    expect(early.json()).toMatchObject({ type: "/problems/not-confirmed", status: 403 });
    const { text } = await mailTo(email);
    const token = tokenIn(text);
    const cookie = `__Host-sign-up=${made.cookies.find(({ name }) => name === "__Host-sign-up")?.value}`;
    const confirm = async (headers: object) => send("POST", "/v1/users/verify", { token }, { ...PROGRAM, ...headers });
    expect((await confirm({})).json().errors, "in another browser").toEqual([
      { path: "password", message: "Choose a password for the account." },
    ]);
    expect((await confirm({ cookie })).statusCode).toBe(200);
    expect((await confirm({ cookie })).json()).toMatchObject({
      type: "/problems/invalid-request",
    });
    const signed = await send("POST", "/v1/auth/jwt", { email, password: PASSWORD });
    expect(signed.json()).toMatchObject({ email, name: "Ada", roles: [] });
    const headers = { ...PROGRAM, authorization: `Bearer ${signed.json().token}` };
    expect((await send("GET", "/v1/profile", undefined, headers)).json()).toMatchObject({ email, status: "active" });
  });

  test("an address that has an account answers the same, and its owner is told", async () => {
    const email = "taken@example.org";
    await register(email);
    const again = await send("POST", "/v1/users/signup", { name: "Eve", email, password: "another fine phrase" });
    expect([again.statusCode, again.json()]).toEqual([201, { success: true }]);
    await expect.poll(async () => (await mailTo(email)).subject).toBe("You already have an account");
    expect((await send("POST", "/v1/auth/jwt", { email, password: "another fine phrase" })).statusCode).toBe(401);
  });

  test.each([
    ["1234567", /at least 8/],
    ["x".repeat(129), /at most 128/],
    ["password1", /most common/],
    ["short@example.org", /e-mail address/],
  ])("the password %s is refused", async (password, reason) => {
    const answer = await send("POST", "/v1/users/signup", { name: "Ada", email: "short@example.org", password });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0]).toMatchObject({ path: "password", message: expect.stringMatching(reason) });
  });
});

describe("sessions", () => {
  test("a browser needs both halves: the bearer alone and the cookie alone are nobody", async () => {
    await register("both@example.org");
    const signed = await send("POST", "/v1/auth/jwt", { email: "both@example.org", password: PASSWORD }, HERE);
    const cookie = signed.cookies.find(({ name }) => name === "__Host-bind");
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
    const bearer = { authorization: `Bearer ${signed.json().token}` };
    const half = { cookie: `__Host-bind=${cookie?.value}` };
    const status = async (headers: object) =>
      (await send("GET", "/v1/profile", undefined, { ...HERE, ...headers })).statusCode;
    expect(await status({ ...bearer, ...half })).toBe(200);
    expect(await status(bearer)).toBe(401);
    expect(await status(half)).toBe(401);
    expect(await status({ ...bearer, cookie: "__Host-bind=wrong" })).toBe(401);
  });

  test("signing out ends the session", async () => {
    const headers = await signedIn(server.db, await makeAccount(server.db));
    expect((await send("POST", "/v1/profile/signout", {}, headers)).statusCode).toBe(200);
    expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(401);
  });

  test("one that was not used for seven days, or is thirty days old, has ended", async () => {
    const account = await makeAccount(server.db);
    const day = 86_400_000;
    for (const aged of [{ used_at: new Date(Date.now() - 8 * day) }, { expires_at: new Date(Date.now() - 1000) }]) {
      const { id, token } = await openSession(server.db, { account, browser: false, address: "", agent: null });
      await server.db.updateTable("session").set(aged).where("id", "=", id).execute();
      const headers = { ...PROGRAM, authorization: `Bearer ${token.text}` };
      expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(401);
    }
  });

  test("a blocked account is nobody from one call to the next", async () => {
    const account = await makeAccount(server.db);
    const headers = await signedIn(server.db, account);
    expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(200);
    await server.db.updateTable("account").set({ status: "blocked" }).where("id", "=", account).execute();
    expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(401);
  });
});

describe("passwords", () => {
  test("a forgotten one is replaced by the mailed link, once, and every session ends", async () => {
    const email = "forgot@example.org";
    await register(email);
    const old = (await send("POST", "/v1/auth/jwt", { email, password: PASSWORD })).json().token;
    expect((await send("POST", "/v1/users/forgot-password", { email })).json()).toEqual({ success: true });
    await expect.poll(async () => (await mailTo(email)).subject).toBe("Choose a new password");
    const token = tokenIn((await mailTo(email)).text);
    const weak = await send("POST", "/v1/users/reset-password", { token, password: "password" });
    expect(weak.statusCode).toBe(422);
    const fresh = "a much better phrase";
    expect((await send("POST", "/v1/users/reset-password", { token, password: fresh })).statusCode).toBe(200);
    expect((await send("POST", "/v1/users/reset-password", { token, password: fresh })).statusCode).toBe(422);
    expect(
      (await send("GET", "/v1/profile", undefined, { ...PROGRAM, authorization: `Bearer ${old}` })).statusCode,
    ).toBe(401);
    expect((await send("POST", "/v1/auth/jwt", { email, password: PASSWORD })).statusCode).toBe(401);
    expect((await send("POST", "/v1/auth/jwt", { email, password: fresh })).statusCode).toBe(200);
  });

  test("nobody learns whether an address has an account", async () => {
    const unknown = await send("POST", "/v1/users/forgot-password", { email: "nobody@example.org" });
    expect([unknown.statusCode, unknown.json()]).toEqual([200, { success: true }]);
    const wrong = await send("POST", "/v1/auth/jwt", { email: "nobody@example.org", password: "x" });
    await register("somebody@example.org");
    const known = await send("POST", "/v1/auth/jwt", { email: "somebody@example.org", password: "x" });
    expect(known.json()).toEqual(wrong.json());
  });

  test("changing it takes the old one and ends the other sessions", async () => {
    const email = "change@example.org";
    await register(email);
    const signIn = async () => (await send("POST", "/v1/auth/jwt", { email, password: PASSWORD })).json().token;
    const [here, there] = [await signIn(), await signIn()].map((token) => ({
      ...PROGRAM,
      authorization: `Bearer ${token}`,
    }));
    const body = { old_password: "wrong", new_password: "quite another phrase" };
    expect((await send("POST", "/v1/profile/change-password", body, here)).json().errors[0].path).toBe("old_password");
    expect(
      (await send("POST", "/v1/profile/change-password", { ...body, old_password: PASSWORD }, here)).statusCode,
    ).toBe(200);
    expect((await send("GET", "/v1/profile", undefined, here)).statusCode).toBe(200);
    expect((await send("GET", "/v1/profile", undefined, there)).statusCode).toBe(401);
  });

  test("guessing is slowed down per account, and the right password does not help then", async () => {
    const email = "guess@example.org";
    await register(email);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await send("POST", "/v1/auth/jwt", { email, password: "x" })).statusCode).toBe(401);
    }
    const late = await send("POST", "/v1/auth/jwt", { email, password: PASSWORD });
    expect(late.statusCode).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("another e-mail address", () => {
  const CHANGE = "/v1/profile/change-email";
  const bearer = (token: string) => ({ ...PROGRAM, authorization: `Bearer ${token}` });
  const signIn = async (email: string) => send("POST", "/v1/auth/jwt", { email, password: PASSWORD });
  const subjectTo = (address: string) => expect.poll(async () => (await mailTo(address)).subject);

  test("is in force once the link mailed there is opened; the old one is told, sessions and older links end", async () => {
    const [old, fresh] = ["moves@example.org", "moved@example.org"];
    await register(old);
    const { token: mine } = (await signIn(old)).json();
    const ask = async (body: object) => send("POST", CHANGE, body, bearer(mine));
    expect((await ask({ email: fresh })).json().errors[0].path).toBe("password");
    expect((await ask({ email: fresh, password: "wrong" })).json().errors[0].path).toBe("password");
    expect((await ask({ email: old, password: PASSWORD })).json().errors[0].path).toBe("email");
    expect((await ask({ email: " Moved@Example.org ", password: PASSWORD })).statusCode).toBe(202);
    await subjectTo(fresh).toBe("Confirm your new e-mail address");
    await subjectTo(old).toBe("A change of your e-mail address was requested");
    const profile = async () => (await send("GET", "/v1/profile", undefined, bearer(mine))).json();
    expect(await profile()).toMatchObject({ email: old, new_email: fresh });
    // A link to choose a new password that went to the old address.
    await send("POST", "/v1/users/forgot-password", { email: old });
    await subjectTo(old).toBe("Choose a new password");
    const stale = tokenIn((await mailTo(old)).text);

    const token = tokenIn((await mailTo(fresh)).text);
    expect((await send("POST", "/v1/users/verify", { token })).statusCode).toBe(200);
    expect((await send("POST", "/v1/users/verify", { token })).statusCode, "once").toBe(422);
    expect((await send("GET", "/v1/profile", undefined, bearer(mine))).statusCode).toBe(401);
    expect([(await signIn(old)).statusCode, (await signIn(fresh)).statusCode]).toEqual([401, 200]);
    await subjectTo(old).toBe("Your e-mail address was changed");
    const reset = await send("POST", "/v1/users/reset-password", { token: stale, password: "a phrase of a thief" });
    expect(reset.statusCode).toBe(422);
    const log = await server.db
      .selectFrom("security_log as l")
      .innerJoin("account as a", "a.id", "l.account_id")
      .select(["l.action", "l.details"])
      .where("a.email", "=", fresh)
      .where("l.action", "like", "email-change%")
      .orderBy("l.id")
      .execute();
    expect(log).toEqual([
      { action: "email-change-asked", details: { to: fresh } },
      { action: "email-changed", details: { from: old, to: fresh } },
    ]);
  });

  test("that has an account is told so by mail, and answered like any other", async () => {
    await register("first@example.org");
    await register("second@example.org");
    const { token } = (await signIn("first@example.org")).json();
    const body = { email: "second@example.org", password: PASSWORD };
    const answer = await send("POST", CHANGE, body, bearer(token));
    expect([answer.statusCode, answer.json()]).toEqual([202, { success: true }]);
    await subjectTo("second@example.org").toBe("This address has an account already");
    expect((await mailTo("second@example.org")).text).not.toContain("#token=");
  });

  // `tests/server/ways-in.test.ts` voids every other link to an address as well; only the soak does so for a change
  // of it.
  test.runIf(IN_SOAK)(
    "of a link is the one it was mailed to, not one asked for later, and none that somebody took meanwhile",
    async () => {
      await register("again@example.org");
      const { token: mine } = (await signIn("again@example.org")).json();
      const ask = async (email: string) => {
        expect((await send("POST", CHANGE, { email, password: PASSWORD }, bearer(mine))).statusCode).toBe(202);
        return tokenIn((await mailTo(email)).text);
      };
      const [one, two] = [await ask("one@example.org"), await ask("two@example.org")];
      expect((await send("POST", "/v1/users/verify", { token: one })).statusCode).toBe(422);
      await makeAccount(server.db, { email: "two@example.org" });
      const late = await send("POST", "/v1/users/verify", { token: two });
      expect(late.json().errors).toEqual([{ path: "token", message: "This address already has an account." }]);
      expect((await signIn("again@example.org")).statusCode).toBe(200);
    },
  );

  // Only the soak lets two accounts confirm one address at the same moment.
  test.runIf(IN_SOAK)("that two confirm at the same moment is one's", async () => {
    const wanted = "wanted@example.org";
    const tokens = [];
    for (const email of ["left@example.org", "right@example.org"]) {
      await register(email);
      const { token } = (await signIn(email)).json();
      await send("POST", CHANGE, { email: wanted, password: PASSWORD }, bearer(token));
      await subjectTo(email).toBe("A change of your e-mail address was requested");
      const known = newSecret();
      tokens.push(known.text);
      // As soon as the link has gone out, a known one in its place.
      await expect
        .poll(async () => {
          const { numUpdatedRows } = await server.db
            .updateTable("mailed_secret")
            .set({ secret_hash: known.hash })
            .where("purpose", "=", "change_email")
            .where("email", "=", wanted)
            .where("account_id", "in", (select) => select.selectFrom("account").select("id").where("email", "=", email))
            .executeTakeFirst();
          return numUpdatedRows;
        })
        .toBe(1n);
    }
    const answers = await Promise.all(tokens.map((token) => send("POST", "/v1/users/verify", { token })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test("of an account without a password takes a sign-in of a few minutes ago", async () => {
    const account = await makeAccount(server.db);
    const headers = await signedIn(server.db, account);
    const ask = async () => (await send("POST", CHANGE, { email: "google@example.org" }, headers)).statusCode;
    await server.db
      .updateTable("session")
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where("account_id", "=", account)
      .execute();
    expect(await ask()).toBe(409);
    await server.db.updateTable("session").set({ created_at: new Date() }).where("account_id", "=", account).execute();
    expect(await ask()).toBe(202);
  });
});

test("what was kept holds no secret as it is", async () => {
  const { rows } = await server.db.executeQuery<{ row: string }>({
    sql: "SELECT row_to_json(a)::text || coalesce((SELECT string_agg(encode(token_hash, 'hex'), '') FROM session), '') AS row FROM account a",
    parameters: [],
    query: { kind: "RawNode", sqlFragments: [], parameters: [] },
    queryId: { queryId: "secrets" },
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toContain(PASSWORD);
});
