import { describe, expect, test } from "vitest";
import { openSession } from "../../src/server/auth/sessions.ts";
import { openKeyring } from "../../src/server/auth/keyring.ts";
import { stepOf, totp } from "../../src/server/accounts/access/second-factor.ts";
import { base32 } from "../../src/server/accounts/access/second-factor-setup.ts";
import { IN_SOAK } from "../cases.ts";
import { PASSWORD, PROGRAM, useSignInServer } from "./sign-in-server.ts";
import type { Headers } from "./sign-in-server.ts";
import { HERE, makeAccount, signedIn } from "./test-server.ts";

const at = useSignInServer();

async function send(method: "GET" | "POST" | "DELETE", url: string, payload?: object, headers: Headers = PROGRAM) {
  return at.server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** An account with a password, and headers of a session of it. */
async function person(email: string, change: Parameters<typeof makeAccount>[1] = {}) {
  const id = await makeAccount(at.server.db, { email, ...change });
  await at.server.db.updateTable("account").set({ password_hash: at.hashed }).where("id", "=", id).execute();
  return { id, email, headers: await signedIn(at.server.db, id) };
}

const signIn = async (email: string, code?: string) =>
  send("POST", "/v1/auth/jwt", { email, password: PASSWORD, ...(code === undefined ? {} : { code }) });
const log = async (account: string) =>
  (
    await at.server.db
      .selectFrom("security_log")
      .select("action")
      .where("account_id", "=", account)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("sessions", () => {
  test("are listed with where they come from, the own one marked, and never with their secrets", async () => {
    const { id, headers } = await person("list@example.org");
    const there = { account: id, browser: true, address: "192.0.2.7", agent: "Some browser" };
    const opened = await openSession(at.server.db, there);
    const answer = await send("GET", "/v1/profile/sessions", undefined, headers);
    expect(answer.json().items).toHaveLength(2);
    expect(answer.json().items.find((item: { id: string }) => item.id === opened.id)).toMatchObject({
      current: false,
      browser: true,
      address: "192.0.2.7",
      agent: "Some browser",
    });
    expect(answer.json().items.filter((item: { current: boolean }) => item.current)).toHaveLength(1);
    expect(answer.body).not.toContain(opened.token.hash.toString("hex"));
  });

  test("one is ended by its id, another account's is not there", async () => {
    const { id, headers } = await person("end@example.org");
    const there = await openSession(at.server.db, { account: id, browser: false, address: "", agent: null });
    const bearer = { ...PROGRAM, authorization: `Bearer ${there.token.text}` };
    const stranger = await signedIn(at.server.db, await makeAccount(at.server.db));
    const url = `/v1/profile/sessions/${there.id}`;
    expect((await send("DELETE", url, undefined, stranger)).statusCode).toBe(404);
    expect((await send("GET", "/v1/profile", undefined, bearer)).statusCode).toBe(200);
    expect((await send("DELETE", url, undefined, headers)).statusCode).toBe(200);
    expect((await send("GET", "/v1/profile", undefined, bearer)).statusCode).toBe(401);
    expect((await send("DELETE", url, undefined, headers)).statusCode).toBe(404);
    expect(await log(id)).toEqual(["session-ended"]);
  });

  test("all others end at once, this one stays", async () => {
    const { id, headers } = await person("others@example.org");
    const others = [await signedIn(at.server.db, id), await signedIn(at.server.db, id)];
    expect((await send("DELETE", "/v1/profile/sessions", undefined, headers)).json()).toEqual({ changed: 2 });
    for (const other of others) expect((await send("GET", "/v1/profile", undefined, other)).statusCode).toBe(401);
    expect((await send("GET", "/v1/profile", undefined, headers)).statusCode).toBe(200);
  });
});

describe("API tokens", () => {
  test("one is shown once, works for its scopes, and is over when it is revoked", async () => {
    const { id, headers } = await person("token@example.org");
    const body = { name: "Notebook", scopes: ["user"] };
    const made = await send("POST", "/v1/profile/tokens", body, headers);
    expect([made.statusCode, made.headers["cache-control"]]).toEqual([201, "no-store"]);
    expect(made.json().token).toMatch(/^sbk_[\w-]{43}$/);
    const bearer = { ...PROGRAM, authorization: `Bearer ${made.json().token}` };
    expect((await send("GET", "/v1/profile", undefined, bearer)).json()).toMatchObject({ email: "token@example.org" });
    expect((await send("GET", "/v1/folders", undefined, bearer)).statusCode).toBe(403);
    const listed = await send("GET", "/v1/profile/tokens", undefined, headers);
    expect(listed.json().items).toMatchObject([{ id: made.json().id, name: "Notebook", scopes: ["user"] }]);
    expect(listed.body).not.toContain(made.json().token);
    const url = `/v1/profile/tokens/${made.json().id}`;
    const stranger = await signedIn(at.server.db, await makeAccount(at.server.db));
    expect((await send("DELETE", url, undefined, stranger)).statusCode).toBe(404);
    expect((await send("DELETE", url, undefined, headers)).statusCode).toBe(200);
    expect((await send("GET", "/v1/profile", undefined, bearer)).statusCode).toBe(401);
    expect((await send("GET", "/v1/profile/tokens", undefined, headers)).json().items).toEqual([]);
    // The scope that the token lacked was denied, and that was noted too.
    expect(await log(id)).toEqual(["token-made", "denied", "token-revoked"]);
  });

  test.each([
    [{ name: "x", scopes: ["user"], expires_at: "2020-01-01T00:00:00Z" }, 422],
    [{ name: "x", scopes: [] }, 400],
    [{ name: "x", scopes: ["everything"] }, 400],
    [{ name: " ", scopes: ["user"] }, 400],
  ])("%j is refused", async (body, status) => {
    const headers = await signedIn(at.server.db, await makeAccount(at.server.db));
    expect((await send("POST", "/v1/profile/tokens", body, headers)).statusCode).toBe(status);
  });

  // Only the soak makes more tokens at once than an account may have.
  test.runIf(IN_SOAK)("an account has fifty at most", async () => {
    const headers = await signedIn(at.server.db, await makeAccount(at.server.db));
    const make = async () => send("POST", "/v1/profile/tokens", { name: "x", scopes: ["user"] }, headers);
    const made = await Promise.all(Array.from({ length: 55 }, make));
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
  });
});

describe("the second factor", () => {
  // RFC 4648, 10.
  test.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("base32 of %j is %j", (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
  });

  // RFC 6238, appendix B, its last six digits.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("the code at second %i is %s", (second, code) => {
    const secret = Buffer.from("12345678901234567890");
    expect(totp(secret, Math.floor(second / 30))).toBe(code);
    expect(stepOf(secret, code, second * 1000)).toBe(Math.floor(second / 30));
    expect(stepOf(secret, code, (second + 90) * 1000)).toBeNull();
  });

  const secretOf = async (id: string): Promise<Buffer> => {
    const row = await at.server.db.selectFrom("account").select("totp_secret").where("id", "=", id).executeTakeFirst();
    return (await openKeyring(at.server.data, null)).open(row?.totp_secret ?? "", id) ?? Buffer.alloc(0);
  };
  /** The code of a step from now on; a later step each time, since each counts once. */
  const codeOf = async (id: string, later = 0): Promise<string> =>
    totp(await secretOf(id), Math.floor(Date.now() / 30_000) + later);

  async function switchOn(email: string) {
    const someone = await person(email);
    const made = await send("POST", "/v1/profile/second-factor", { password: PASSWORD }, someone.headers);
    expect(made.statusCode).toBe(201);
    const confirmed = await send(
      "POST",
      "/v1/profile/second-factor/confirm",
      { code: await codeOf(someone.id) },
      someone.headers,
    );
    expect(confirmed.statusCode).toBe(200);
    return { ...someone, made: made.json(), codes: confirmed.json().recovery_codes };
  }

  test("is asked for once its first code is confirmed, not before", async () => {
    const { id, headers } = await person("totp@example.org");
    const url = "/v1/profile/second-factor";
    expect((await send("POST", url, {}, headers)).json().errors[0].path).toBe("password");
    expect((await send("POST", url, { password: "wrong" }, headers)).json().errors[0].path).toBe("password");
    const made = (await send("POST", url, { password: PASSWORD }, headers)).json();
    expect(made.secret).toBe(base32(await secretOf(id)));
    expect(made.otpauth_url).toBe(`otpauth://totp/Scanbook:totp%40example.org?secret=${made.secret}&issuer=Scanbook`);
    const other = (await signIn("totp@example.org")).json().token;
    expect((await send("POST", `${url}/confirm`, { code: "000000x" }, headers)).json().errors[0].path).toBe("code");
    const first = await codeOf(id);
    const confirmed = await send("POST", `${url}/confirm`, { code: first }, headers);
    expect(confirmed.json().recovery_codes).toHaveLength(10);
    // Opened without it.
    const stale = { ...PROGRAM, authorization: `Bearer ${other}` };
    expect((await send("GET", "/v1/profile", undefined, stale)).statusCode).toBe(401);
    expect((await signIn("totp@example.org")).json()).toMatchObject({ type: "/problems/second-factor", status: 401 });
    expect((await signIn("totp@example.org", first)).statusCode, "used already").toBe(401);
    expect((await signIn("totp@example.org", await codeOf(id, 1))).statusCode).toBe(200);
    expect(await log(id)).toContain("second-factor-on");
  });

  test("a recovery code opens the account once; kept is its hash only", async () => {
    const { id, email, codes } = await switchOn("recover@example.org");
    expect(codes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect((await signIn(email, codes[0])).statusCode).toBe(200);
    expect((await signIn(email, codes[0])).statusCode).toBe(401);
    expect((await signIn(email, codes[1].toUpperCase().replaceAll("-", " "))).statusCode).toBe(200);
    const stranger = await switchOn("recover2@example.org");
    expect((await signIn(email, stranger.codes[0])).statusCode).toBe(401);
    const kept = await at.server.db.selectFrom("recovery_code").selectAll().where("account_id", "=", id).execute();
    expect(kept).toHaveLength(10);
    expect(kept.filter(({ used_at }) => used_at !== null)).toHaveLength(2);
  });

  test("new recovery codes take a code and replace the old ones", async () => {
    const { id, email, headers, codes } = await switchOn("renew@example.org");
    const url = "/v1/profile/second-factor/recovery-codes";
    expect((await send("POST", url, { code: "123" }, headers)).statusCode).toBe(422);
    const fresh = (await send("POST", url, { code: await codeOf(id, 1) }, headers)).json().recovery_codes;
    expect((await signIn(email, codes[0])).statusCode).toBe(401);
    expect((await signIn(email, fresh[0])).statusCode).toBe(200);
  });

  test("is switched off by a code, and then not asked for", async () => {
    const { id, email, headers } = await switchOn("off@example.org");
    const url = "/v1/profile/second-factor/off";
    expect((await send("POST", "/v1/profile/second-factor", { password: PASSWORD }, headers)).statusCode).toBe(409);
    expect((await send("POST", url, { code: "000" }, headers)).statusCode).toBe(422);
    expect((await send("POST", url, { code: await codeOf(id, 1) }, headers)).statusCode).toBe(200);
    expect((await send("POST", url, { code: "000" }, headers)).statusCode).toBe(409);
    expect((await signIn(email)).statusCode).toBe(200);
    expect(await log(id)).toContain("second-factor-off");
  });

  test("its codes cannot be guessed while signed in either", async () => {
    const { id, headers } = await switchOn("codes@example.org");
    const url = "/v1/profile/second-factor/off";
    for (let attempt = 0; attempt < 10; attempt += 1) await send("POST", url, { code: "x" }, headers);
    expect((await send("POST", url, { code: await codeOf(id, 1) }, headers)).statusCode).toBe(429);
  });
});

describe("deleting the own account", () => {
  test("takes the password, ends sessions and tokens, and frees the address", async () => {
    const { id, email, headers } = await person("gone@example.org");
    const token = (await send("POST", "/v1/profile/tokens", { name: "x", scopes: ["all"] }, headers)).json().token;
    const url = "/v1/profile/delete-account";
    expect((await send("POST", url, { password: "wrong" }, headers)).json().errors[0].path).toBe("password");
    expect((await send("POST", url, { password: PASSWORD }, headers)).statusCode).toBe(200);
    for (const bearer of [headers, { ...PROGRAM, authorization: `Bearer ${token}` }]) {
      expect((await send("GET", "/v1/profile", undefined, bearer)).statusCode).toBe(401);
    }
    expect((await signIn(email)).statusCode).toBe(401);
    expect(await log(id)).toContain("account-deleted");
    await makeAccount(at.server.db, { email });
  });

  test("an admin gives up the role first", async () => {
    const { headers } = await person("last@example.org", { role: "super_admin" });
    expect((await send("POST", "/v1/profile/delete-account", { password: PASSWORD }, headers)).statusCode).toBe(409);
  });
});

test("the older name of changing the profile does the same", async () => {
  const headers = await signedIn(at.server.db, await makeAccount(at.server.db));
  const answer = await send("POST", "/v1/profile/update-profile", { name: "Grace" }, { ...HERE, ...headers });
  expect(answer.json()).toMatchObject({ name: "Grace" });
});
