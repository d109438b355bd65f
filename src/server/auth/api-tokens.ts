import { sql } from "kysely";
import { Scope } from "../../contract/index.ts";
import { notInTrash } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import type { Actor } from "./actor.ts";
import { hashOf } from "./secrets.ts";

/** Prefix of every API token, so that a leaked one is recognized. */
export const TOKEN_PREFIX = "sbk_";
const TOUCH_MS = 60_000;

/** The account an API token belongs to and what it may be used for; null where it is no longer valid. */
export async function actorOfToken(
  db: Db,
  bearer: string,
  address: string,
): Promise<Extract<Actor, { kind: "token" }> | null> {
  const row = await db
    .selectFrom("api_token as t")
    .innerJoin("account as a", "a.id", "t.account_id")
    .select(["t.id as token", "t.scopes", "t.used_at", "a.id", "a.email", "a.name", "a.role", "a.totp_confirmed_at"])
    .where("t.token_hash", "=", hashOf(bearer))
    .where("t.revoked_at", "is", null)
    .where((where) => where.or([where("t.expires_at", "is", null), where("t.expires_at", ">", sql<Date>`now()`)]))
    .where(notInTrash("account as a"))
    .where("a.status", "=", "active")
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.used_at === null || Date.now() - row.used_at.getTime() > TOUCH_MS) {
    const now = new Date();
    await db.updateTable("api_token").set({ used_at: now }).where("id", "=", row.token).execute();
    await db.updateTable("account").set({ last_seen_at: now }).where("id", "=", row.id).execute();
  }
  const { token, id, email, name, role } = row;
  // A scope that no longer exists gives no rights.
  const scopes = row.scopes.flatMap((scope) => Scope.safeParse(scope).data ?? []);
  return {
    kind: "token",
    account: { id, email, name, role, secondFactor: row.totp_confirmed_at !== null },
    address,
    token,
    scopes,
  };
}
