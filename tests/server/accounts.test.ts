import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../../src/server/auth/sessions.ts";
import { outboxFolder } from "../../src/server/serve.ts";
import { HERE, makeAccount, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

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
async function mailTo(address: string): Promise<{ subject: string; text: string }> {
  return expect
    .poll(
      async () => {
        const folder = outboxFolder(server.data);
        const names = await readdir(folder).catch(() => []);
        const mails = await Promise.all(
          names
            .filter((name) => name.endsWith(".json"))
            .map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
        );
        return mails.findLast(({ to }) => to === address);
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ to: address })
    .then(async () => {
      const folder = outboxFolder(server.data);
      const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
      const mails = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
      );
      return mails.findLast(({ to }) => to === address);
    });
}

const tokenIn = (text: string): string => /#token=([\w-]+)/.exec(text)?.[1] ?? "";

async function register(email: string): Promise<void> {
  expect((await send("POST", "/v1/users/signup", { name: "Ada", email, password: PASSWORD })).statusCode).toBe(201);
  const { text } = await mailTo(email);
  expect((await send("POST", "/v1/users/verify", { token: tokenIn(text) })).statusCode).toBe(200);
}

describe("signing up", () => {
  test("an account works once its address is confirmed by the mailed link", async () => {
    const email = "ada@example.org";
    const body = { name: "Ada", email: " Ada@Example.org ", password: PASSWORD };
    expect((await send("POST", "/v1/users/signup", body)).statusCode).toBe(201);
    const early = await send("POST", "/v1/auth/jwt", { email, password: PASSWORD });
    expect(early.json()).toMatchObject({ type: "/problems/not-confirmed", status: 403 });
    const { text } = await mailTo(email);
    const token = tokenIn(text);
    expect((await send("POST", "/v1/users/verify", { token })).statusCode).toBe(200);
    expect((await send("POST", "/v1/users/verify", { token })).json()).toMatchObject({
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
    await expect
      .poll(async () => (await mailTo(email)).subject, { timeout: 10_000 })
      .toBe("You already have an account");
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
    await expect.poll(async () => (await mailTo(email)).subject, { timeout: 10_000 }).toBe("Choose a new password");
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
