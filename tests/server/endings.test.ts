/** What leads into an account, and which of it each event ends. */
import { describe, expect, test } from "vitest";
import { totp } from "../../src/server/accounts/access/second-factor.ts";
import { ENDED_BY_EVENT } from "../../src/server/accounts/end-access.ts";
import { revokeAdmin } from "../../src/server/admin/roles.ts";
import { openKeyring } from "../../src/server/auth/keyring.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { newId } from "../../src/server/db/index.ts";
import { somebody } from "./people.ts";
import { FRESH, PASSWORD, PROGRAM, useSignInServer } from "./sign-in-server.ts";
import { makeAccount } from "./test-server.ts";

const at = useSignInServer();
const { send, signIn } = at;
describe("every event and what it ends", () => {
  /** Everything that leads into an account, made at once; gives the session that acts, and looks what is left. */
  async function world(role: "super_admin" | null) {
    const email = `${newId()}@example.org`;
    const id = await makeAccount(at.server.db, { email, role, secondFactor: false });
    const { db } = at.server;
    await db
      .updateTable("account")
      .set({ password_hash: at.hashed, new_email: `new-${email}`, new_email_at: new Date() })
      .where("id", "=", id)
      .execute();
    const session = async () => openSession(db, { account: id, browser: false, address: "", agent: null });
    const [own, other] = [await session(), await session()];
    const somebodyElse = await makeAccount(db);
    const soon = new Date(Date.now() + 600_000);
    const asSomebody = { id: newId(), token_hash: newSecret().hash, bind_hash: null, parent_hash: null };
    await db
      .insertInto("session")
      .values({ ...asSomebody, account_id: somebodyElse, actor_id: id, address: null, agent: null, expires_at: soon })
      .execute();
    const sign_up_id = newId();
    const signUp = { id: sign_up_id, account_id: id, name: "x", password_hash: at.hashed, browser_hash: null };
    await db.insertInto("sign_up").values(signUp).execute();
    const reset = newSecret();
    const move = newSecret();
    const mailed = { account_id: id, expires_at: soon };
    await db
      .insertInto("mailed_secret")
      .values([
        { ...mailed, secret_hash: reset.hash, purpose: "reset_password" },
        { ...mailed, secret_hash: newSecret().hash, purpose: "reset_password" },
        { ...mailed, secret_hash: move.hash, purpose: "change_email", email: `new-${email}` },
        { ...mailed, secret_hash: newSecret().hash, purpose: "confirm_email", sign_up_id },
      ])
      .execute();
    const pending = { account_id: id, issuer: "i", subject: "s", missing: "second_factor" as const, expires_at: soon };
    await db
      .insertInto("pending_sign_in")
      .values({ ...pending, secret_hash: newSecret().hash })
      .execute();
    await db.insertInto("known_device").values({ secret_hash: newSecret().hash, account_id: id }).execute();
    const token = { id: newId(), account_id: id, name: "x", token_hash: newSecret().hash, scopes: ["all"] };
    await db.insertInto("api_token").values(token).execute();
    const request = { id: newId(), account_id: id, name: "x", body: "{}", folder_id: null, run_id: null };
    await db
      .insertInto("data_request")
      .values({ ...request, status: "Finished" })
      .execute();
    const run = { id: newId(), data_request_id: request.id, account_id: id, cause: "user", meta: "{}" } as const;
    await db
      .insertInto("run")
      .values({ ...run, status: "Finished" })
      .execute();
    const ticket = {
      secret_hash: newSecret().hash,
      account_id: id,
      run_id: run.id,
      format: "csv",
      acted: false,
    } as const;
    await db
      .insertInto("download_ticket")
      .values({ ...ticket, expires_at: soon })
      .execute();

    const isThere = async (query: { execute(): Promise<readonly unknown[]> }) => (await query.execute()).length > 0;
    const sessionLeft = async (one: string) => isThere(db.selectFrom("session").select("id").where("id", "=", one));
    const rows = (table: "sign_up" | "pending_sign_in" | "known_device" | "download_ticket") =>
      isThere(db.selectFrom(table).select("account_id").where("account_id", "=", id));
    const left = async (): Promise<string> => {
      const found: readonly (readonly [string, boolean])[] = [
        ["own", await sessionLeft(own.id)],
        ["other", await sessionLeft(other.id)],
        ["as-somebody", await sessionLeft(asSomebody.id)],
        [
          "links",
          await isThere(
            db.selectFrom("mailed_secret").select("purpose").where("account_id", "=", id).where("used_at", "is", null),
          ),
        ],
        ["sign-ups", await rows("sign_up")],
        [
          "address",
          await isThere(db.selectFrom("account").select("id").where("id", "=", id).where("new_email", "is not", null)),
        ],
        ["google", await rows("pending_sign_in")],
        ["tickets", await rows("download_ticket")],
        ["devices", await rows("known_device")],
        [
          "tokens",
          await isThere(
            db.selectFrom("api_token").select("id").where("account_id", "=", id).where("revoked_at", "is", null),
          ),
        ],
      ];
      return found.flatMap(([name, there]) => (there ? [name] : [])).join(" ");
    };
    const headers = { ...PROGRAM, authorization: `Bearer ${own.token.text}` };
    return { id, email, headers, left, reset: reset.text, move: move.text };
  }
  type World = Awaited<ReturnType<typeof world>>;

  const ALL = "own other as-somebody links sign-ups address google tickets devices tokens";
  const change = (more: object) => async (w: World) =>
    send("/v1/profile/change-password", { old_password: PASSWORD, new_password: FRESH, ...more }, w.headers);
  const resetBy = (more: object) => async (w: World) =>
    send("/v1/users/reset-password", { token: w.reset, password: FRESH, ...more });
  /** Its code of now. */
  async function setUp(w: World): Promise<string> {
    expect((await send("/v1/profile/second-factor", { password: PASSWORD }, w.headers)).statusCode).toBe(201);
    const { totp_secret } = await at.server.db
      .selectFrom("account")
      .select("totp_secret")
      .where("id", "=", w.id)
      .executeTakeFirstOrThrow();
    const key = (await openKeyring(at.server.data, null)).open(totp_secret ?? "", w.id) ?? Buffer.alloc(0);
    return totp(key, Math.floor(Date.now() / 30_000));
  }
  const block = (status: string) => async (w: World) => {
    const admin = await somebody(at.server, { role: "super_admin" });
    return (await admin.send("POST", "/v1/users/status/change", { id: w.id, status })).status;
  };

  const EVENTS: Readonly<Record<string, readonly [event: (w: World) => Promise<unknown>, left: string]>> = {
    "password-reset": [resetBy({}), "devices tokens"],
    "password-reset, tokens too": [resetBy({ revoke_tokens: true }), "devices"],
    "password-changed": [change({}), "own tokens"],
    "password-changed, tokens too": [change({ revoke_tokens: true }), "own"],
    "email-change-asked": [
      async (w) => send("/v1/profile/change-email", { email: `more-${w.email}`, password: PASSWORD }, w.headers),
      ALL,
    ],
    "email-changed": [async (w) => send("/v1/users/verify", { token: w.move }), "tokens"],
    "second-factor-on": [
      async (w) => {
        const code = await setUp(w);
        return send("/v1/profile/second-factor/confirm", { code }, w.headers);
      },
      "own tokens",
    ],
    "second-factor-off": [
      async (w) => {
        const code = await setUp(w);
        const on = { totp_confirmed_at: new Date() };
        await at.server.db.updateTable("account").set(on).where("id", "=", w.id).execute();
        return send("/v1/profile/second-factor/off", { code }, w.headers);
      },
      "own other links sign-ups address tickets devices tokens",
    ],
    "status-changed": [block("blocked"), "tokens"],
    "role-changed": [async (w) => revokeAdmin(at.server.db, w.email), "tokens"],
    "account-deleted": [async (w) => send("/v1/profile/delete-account", { password: PASSWORD }, w.headers), "tokens"],
    "email-confirmed": [
      async (w) => {
        const waits = { status: "pending_confirmation" } as const;
        await at.server.db.updateTable("account").set(waits).where("id", "=", w.id).execute();
        return block("active")(w);
      },
      "own other as-somebody tokens",
    ],
  };

  test("the table has every event", () => {
    const events = new Set(Object.keys(EVENTS).map((name) => name.split(",")[0]));
    expect(events).toEqual(new Set(Object.keys(ENDED_BY_EVENT)));
  });

  test.each(Object.entries(EVENTS))("%s", async (name, [event, left]) => {
    const w = await world(name === "role-changed" ? "super_admin" : null);
    expect(await w.left()).toBe(ALL);
    await event(w);
    expect(await w.left()).toBe(left);
  });

  test("an address that a thief asked for is not his once the owner has another password", async () => {
    const w = await world(null);
    expect((await change({})(w)).statusCode).toBe(200);
    expect((await send("/v1/users/verify", { token: w.move })).statusCode).toBe(422);
    expect((await resetBy({})(w)).statusCode, "nor is an older link to choose a password").toBe(422);
    expect((await signIn(w.email, FRESH)).statusCode).toBe(200);
  });
});
