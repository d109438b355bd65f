/** What leads into an account: who owns a sign-up, who can lock whom out. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { callerOf } from "../../src/server/auth/caller.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { mailsTo, tokenIn } from "./mails.ts";
import { somebody } from "./people.ts";
import { FRESH, PASSWORD, PROGRAM, useSignInServer } from "./sign-in-server.ts";
import type { Headers } from "./sign-in-server.ts";
import { makeAccount } from "./test-server.ts";
import { until } from "./until.ts";

const BROWSER = { ...PROGRAM, "sec-fetch-site": "same-origin" };
const THIEF = "the phrase of a thief";

const at = useSignInServer();
const { send, signIn } = at;
const links = async (email: string, subject: string, count: number): Promise<readonly string[]> => {
  const found = await until(
    async () => (await mailsTo(at.server.data, email)).filter((mail) => mail.subject === subject),
    (mails) => mails.length >= count,
  );
  return found.map(({ text }) => tokenIn(text));
};
async function person(email: string): Promise<string> {
  const id = await makeAccount(at.server.db, { email });
  await at.server.db.updateTable("account").set({ password_hash: at.hashed }).where("id", "=", id).execute();
  return id;
}

describe("signing up with somebody's address first", () => {
  const CONFIRM = "Confirm your e-mail address";
  const signUp = async (email: string, name: string, password: string) => {
    const made = await send("/v1/users/signup", { name, email, password }, BROWSER);
    expect([made.statusCode, made.json()]).toEqual([201, { success: true }]);
    const cookie = made.cookies.find(({ name: one }) => one === "__Host-sign-up");
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: "/" });
    return { ...BROWSER, cookie: `__Host-sign-up=${cookie?.value}` };
  };
  const confirm = async (body: object, headers: Headers) => send("/v1/users/verify", body, headers);
  const opens = async (email: string) =>
    (await Promise.all([THIEF, PASSWORD, FRESH].map((one) => signIn(email, one)))).map((answer) => answer.statusCode);

  const LINKS = [
    ["his own link in his own browser", 1, true, {}, [401, 200, 401]],
    ["the thief's link in another one", 0, false, { password: FRESH }, [401, 401, 200]],
    ["his own link in another one", 1, false, { password: FRESH }, [401, 401, 200]],
    ["the thief's link in his own browser", 0, true, { password: FRESH }, [401, 401, 200]],
  ] as const;
  test.each(LINKS.slice(0, rounds(2, LINKS.length)))(
    "opens nothing: whoever reads the mail has the account, by %s",
    async (how, which, own, body, opened) => {
      const email = `${how.replaceAll(/\W/g, "-")}@example.org`;
      await signUp(email, "Thief", THIEF);
      const [first = ""] = await links(email, CONFIRM, 1);
      const mine = await signUp(email, "Ada", PASSWORD);
      const [, second = ""] = await links(email, CONFIRM, 2);
      const headers = own ? mine : BROWSER;
      const token = [first, second][which] ?? "";
      if (Object.keys(body).length > 0) {
        const withoutPassword = await confirm({ token }, headers);
        expect(withoutPassword.json().errors).toEqual([
          { path: "password", message: "Choose a password for the account." },
        ]);
        const weak = await confirm({ token, password: "password" }, headers);
        expect(weak.json().errors[0].path).toBe("password");
      }
      expect(await opens(email)).toEqual([401, 403, 401]);
      const done = await confirm({ token, ...body }, headers);
      expect(done.json()).toMatchObject({ success: true, email });
      // The session of the browser that signed up and reads the mail; nobody else's.
      const begins = which === 1 && own;
      expect(done.json().session === null).toBe(!begins);
      expect(done.cookies.some(({ name }) => name === "__Host-bind")).toBe(begins);
      if (begins) {
        const bind = done.cookies.find(({ name }) => name === "__Host-bind")?.value;
        const session = {
          ...BROWSER,
          authorization: `Bearer ${done.json().session.token}`,
          cookie: `__Host-bind=${bind}`,
        };
        const profile = await at.server.app.inject({ method: "GET", url: "/v1/profile", headers: session });
        expect(profile.json()).toMatchObject({ email, name: "Ada" });
      }
      expect(await opens(email)).toEqual(opened);
      // Every other link to the address is void.
      for (const one of [first, second])
        expect((await confirm({ token: one, password: THIEF }, headers)).statusCode).toBe(422);
      expect(await opens(email)).toEqual(opened);
    },
  );

  test("goes on without more mails than three an hour, and without a word about it", async () => {
    const email = "flood@example.org";
    for (let more = 0; more < 5; more += 1) await signUp(email, "Thief", THIEF);
    const [link = ""] = await links(email, CONFIRM, 3);
    const { id } = await at.server.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const waiting = await at.server.db.selectFrom("sign_up").select("id").where("account_id", "=", id).execute();
    expect(waiting).toHaveLength(3);
    expect((await confirm({ token: link, password: PASSWORD }, PROGRAM)).statusCode).toBe(200);
    expect(await opens(email)).toEqual([401, 200, 401]);
  });

  test("a program that signed up and confirms is given no session", async () => {
    const email = "program@example.org";
    const { cookie } = await signUp(email, "Ada", PASSWORD);
    const [token = ""] = await links(email, CONFIRM, 1);
    const done = await confirm({ token }, { ...PROGRAM, cookie });
    expect([done.json(), done.cookies.map(({ name }) => name)]).toEqual([
      { success: true, email, session: null },
      ["__Host-sign-up"],
    ]);
  });

  // "goes on without more mails than three an hour" counts the mails; only the soak asks for a link again.
  test.runIf(IN_SOAK)(
    "the link is sent again, of the own sign-up in its browser, until three mails went out within the hour",
    async () => {
      const email = "again@example.org";
      const again = async (headers: Headers, to = email) =>
        send("/v1/users/resend-confirmation", { email: to }, headers).then(({ statusCode, body }) => [
          statusCode,
          body,
        ]);
      const mine = await signUp(email, "Ada", PASSWORD);
      await links(email, CONFIRM, 1);
      await signUp(email, "Thief", THIEF);
      await links(email, CONFIRM, 2);
      const said = [200, '{"success":true}'];
      expect([await again(mine), await again(mine), await again(BROWSER)]).toEqual([said, said, said]);
      const [, , third = ""] = await links(email, CONFIRM, 3);
      expect((await confirm({ token: third }, mine)).json().session).not.toBeNull();
      expect(await opens(email)).toEqual([401, 200, 401]);
      expect(await links(email, CONFIRM, 3)).toHaveLength(3);
    },
  );

  test("asking for the link again does the same for an account that waits, one that is open and none", async () => {
    await person("open@example.org");
    await signUp("waits@example.org", "Ada", PASSWORD);
    await links("waits@example.org", CONFIRM, 1);
    const counted = async (email: string) => {
      const jobs = async () => {
        const { rows } = await sql<{
          n: string;
        }>`SELECT count(*) AS n FROM job.job WHERE name = 'account-mail'`.execute(at.server.db);
        return Number(rows[0]?.n);
      };
      const before = await jobs();
      const answer = await send("/v1/users/resend-confirmation", { email }, BROWSER);
      return [answer.statusCode, answer.body, (await jobs()) - before];
    };
    expect(await counted("waits@example.org")).toEqual([200, '{"success":true}', 1]);
    expect(await counted("open@example.org")).toEqual([200, '{"success":true}', 1]);
    expect(await counted("nobody-waits@example.org")).toEqual([200, '{"success":true}', 1]);
    expect(await links("waits@example.org", CONFIRM, 2)).toHaveLength(2);
    for (const email of ["open@example.org", "nobody-waits@example.org"])
      expect(await mailsTo(at.server.data, email)).toEqual([]);
  });

  test("an address that an admin confirms has no password of any sign-up", async () => {
    const email = "by-admin@example.org";
    await signUp(email, "Thief", THIEF);
    const { id } = await at.server.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const admin = await somebody(at.server, { role: "super_admin" });
    expect((await admin.send("POST", "/v1/users/status/change", { id, status: "active" })).status).toBe(200);
    expect(await opens(email)).toEqual([401, 401, 401]);
  });
});

describe("locking out", () => {
  const DEVICE = "__Host-device";
  const cookieOf = (answer: Awaited<ReturnType<typeof send>>): Headers => {
    const cookie = answer.cookies.find(({ name }) => name === DEVICE);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: "/" });
    return { ...BROWSER, cookie: `${DEVICE}=${cookie?.value}` };
  };
  /** As after a hundred guesses from as many addresses. */
  const guessed = async (email: string) => {
    const used = { used: 100, resets_at: new Date(Date.now() + 600_000) };
    await at.server.db
      .insertInto("allowance")
      .values({ key: `signInEverywhere ${email}`, ...used })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(used))
      .execute();
  };
  const guess = async (email: string, from: string) => (await signIn(email, "wrong guess", PROGRAM, from)).statusCode;

  test("guesses from one address hold nobody up at another", async () => {
    await person("victim@example.org");
    for (let more = 0; more < 10; more += 1) expect(await guess("victim@example.org", "198.51.100.1")).toBe(401);
    expect(await guess("victim@example.org", "198.51.100.1")).toBe(429);
    expect((await signIn("victim@example.org", PASSWORD, PROGRAM, "198.51.100.2")).statusCode).toBe(200);
  });

  test("many addresses guess a hundred times an hour; a browser that was there before, and a mailed link, come in", async () => {
    const email = "hunted@example.org";
    const id = await person(email);
    const known = cookieOf(await signIn(email, PASSWORD, BROWSER));
    await guessed(email);
    const refused = await signIn(email, PASSWORD, PROGRAM, "198.51.100.3");
    expect([refused.statusCode, refused.json().detail]).toEqual([429, expect.stringMatching(/Forgot password/)]);
    expect((await signIn("nobody-there@example.org", PASSWORD)).statusCode, "counted alike").toBe(401);

    const again = await signIn(email, PASSWORD, known, "198.51.100.4");
    expect(again.statusCode).toBe(200);
    expect((await signIn(email, PASSWORD, known)).statusCode, "its secret is new each time").toBe(429);
    const now = cookieOf(again);
    for (let more = 0; more < 10; more += 1) expect((await signIn(email, "wrong guess", now)).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD, now)).statusCode, "counted by itself").toBe(429);

    await send("/v1/users/forgot-password", { email });
    const [token = ""] = await links(email, "Choose a new password", 1);
    const reset = await send("/v1/users/reset-password", { token, password: FRESH }, BROWSER);
    expect((await signIn(email, FRESH, cookieOf(reset), "198.51.100.5")).statusCode).toBe(200);
    const other = await person("other@example.org");
    expect(other).not.toBe(id);
    await guessed("other@example.org");
    expect((await signIn("other@example.org", PASSWORD, now)).statusCode, "of another account").toBe(429);
  });

  // "guesses from one address hold nobody up at another" finds the same for who signs in.
  test.runIf(IN_SOAK)("who changes his password is held up by nobody's guesses", async () => {
    const email = "changes@example.org";
    await person(email);
    const { token } = (await signIn(email, PASSWORD)).json();
    for (let more = 0; more < 11; more += 1) await guess(email, "192.0.2.1");
    const body = { old_password: PASSWORD, new_password: FRESH };
    const headers = { ...PROGRAM, authorization: `Bearer ${token}` };
    expect((await send("/v1/profile/change-password", body, headers)).statusCode).toBe(200);
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["no address", "no address"],
  ])("the caller at %s is %s", (address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });
});

test("a forgotten password does the same for an address with an account and one without", async () => {
  await person("forgets@example.org");
  const counted = async (email: string) => {
    const count = async () => {
      const { rows } = await at.server.db.executeQuery<{ jobs: string }>({
        sql: "SELECT count(*) AS jobs FROM job.job WHERE name = 'account-mail'",
        parameters: [],
        query: { kind: "RawNode", sqlFragments: [], parameters: [] },
        queryId: { queryId: "jobs" },
      });
      const log = await at.server.db
        .selectFrom("security_log")
        .select("account_id")
        .where("action", "=", "password-forgotten")
        .execute();
      return [Number(rows[0]?.jobs), log.length];
    };
    const before = await count();
    const answer = await send("/v1/users/forgot-password", { email });
    const after = await count();
    return [answer.statusCode, answer.body, ...after.map((one, n) => one - (before[n] ?? 0))];
  };
  const known = await counted("forgets@example.org");
  expect(known).toEqual([200, '{"success":true}', 1, 1]);
  expect(await counted("forgets-nobody@example.org")).toEqual(known);
  expect(await links("forgets@example.org", "Choose a new password", 1)).toHaveLength(1);
  expect(await mailsTo(at.server.data, "forgets-nobody@example.org")).toEqual([]);
});
