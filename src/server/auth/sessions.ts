import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../../vocabulary/index.ts";
import { newId, notInTrash, own } from "../db/index.ts";
import type { Transaction } from "kysely";
import type { Db, Schema } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Actor } from "./actor.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { Secret } from "./secrets.ts";

/** A session ends after the first without a call, and after the second in any case. */
export const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Length of a use-as session; not prolonged by use. */
const USE_AS_MS = HOUR_MS;
/** Sessions of one account; one more ends the one that was used longest ago. */
const MAX_SESSIONS = 200;
/** A call writes `used_at` at most this often. */
const TOUCH_MS = 60_000;

interface NewSession {
  readonly account: string;
  /** Whether a browser signs in: then half of the session's secret is a cookie that scripts cannot read. */
  readonly browser: boolean;
  readonly address: string;
  readonly agent: string | null;
}

export interface OpenedSession {
  readonly id: string;
  readonly token: Secret;
  readonly bind: Secret | null;
  readonly expires: Date;
}

/** Starts a session; its secrets are only returned here. */
export async function openSession(
  db: Db | Transaction<Schema>,
  { account, browser, address, agent }: NewSession,
): Promise<OpenedSession> {
  const opened = {
    id: newId(),
    token: newSecret(),
    bind: browser ? newSecret() : null,
    expires: new Date(Date.now() + ABSOLUTE_MS),
  };
  await db
    .insertInto("session")
    .values({
      id: opened.id,
      token_hash: opened.token.hash,
      bind_hash: opened.bind?.hash ?? null,
      account_id: account,
      actor_id: null,
      parent_hash: null,
      address,
      agent: agent?.slice(0, 400) ?? null,
      expires_at: opened.expires,
    })
    .execute();
  await db
    .deleteFrom("session")
    .where(own("session", account))
    .where("actor_id", "is", null)
    .where("id", "in", (older) =>
      older
        .selectFrom("session")
        .select("id")
        .where(own("session", account))
        .where("actor_id", "is", null)
        .orderBy("used_at", "desc")
        .orderBy("id", "desc")
        .offset(MAX_SESSIONS),
    )
    .execute();
  return opened;
}

interface NewUseAs {
  readonly account: string;
  readonly admin: string;
  /** The admin's own session, by its id. */
  readonly parent: string;
  readonly address: string;
  readonly agent: string | null;
}

/**
 * Starts a super_admin's session as a user. It ends after an hour and at the latest with its parent, with which it
 * shares the cookie half, so that the browser can go back. Rejects where the parent has ended.
 */
export async function openUseAs(
  transaction: Transaction<Schema>,
  { account, admin, parent, address, agent }: NewUseAs,
): Promise<OpenedSession> {
  const from = await transaction
    .selectFrom("session")
    .select(["token_hash", "bind_hash", "expires_at"])
    .where(own("session", admin, { id: parent }))
    .where("actor_id", "is", null)
    .forShare()
    .executeTakeFirstOrThrow(() => new ProblemAnswer("unauthorized", "The session has ended. Sign in again."));
  const expires = new Date(Math.min(Date.now() + USE_AS_MS, from.expires_at.getTime()));
  const opened = { id: newId(), token: newSecret(), bind: null, expires };
  await transaction
    .insertInto("session")
    .values({
      id: opened.id,
      token_hash: opened.token.hash,
      bind_hash: from.bind_hash,
      account_id: account,
      actor_id: admin,
      parent_hash: from.token_hash,
      address,
      agent: agent?.slice(0, 400) ?? null,
      expires_at: expires,
    })
    .execute();
  return opened;
}

/** A user who signed in, or an admin who acts as a user. */
export type SessionActor = Exclude<Actor, { kind: "anonymous" | "token" }>;

/** The caller with this bearer and, for a browser's session, this cookie half; null where the session has ended or they do not match. */
export async function actorOfSession(
  db: Db,
  bearer: string,
  bind: string | undefined,
  address: string,
): Promise<SessionActor | null> {
  const half = bind === undefined ? null : hashOf(bind);
  return liveActor(
    db,
    hashOf(bearer),
    address,
    (kept) => kept === null || (half !== null && timingSafeEqual(kept, half)),
  );
}

/**
 * The caller of a session, by the hash of its token; null where it has ended, or `admits` refuses the hash of its cookie
 * half. The call counts as use of the session.
 */
export async function liveActor(
  db: Db,
  token: Buffer,
  address: string,
  admits: (bind: Buffer | null) => boolean,
): Promise<SessionActor | null> {
  const row = await db
    .selectFrom("session as s")
    .innerJoin("account as a", "a.id", "s.account_id")
    .leftJoin("account as b", "b.id", "s.actor_id")
    .select([
      "s.id as session",
      "s.bind_hash",
      "s.used_at",
      "s.actor_id",
      "a.id",
      "a.email",
      "a.name",
      "a.role",
      "b.email as admin_email",
      "b.name as admin_name",
      "b.role as admin_role",
      "b.status as admin_status",
      "b.deleted_at as admin_deleted",
      "a.totp_confirmed_at",
      "b.totp_confirmed_at as admin_totp_confirmed_at",
    ])
    .where("s.token_hash", "=", token)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .where("s.used_at", ">", new Date(Date.now() - IDLE_MS))
    .where(notInTrash("account as a"))
    .where("a.status", "=", "active")
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!admits(row.bind_hash)) return null;
  if (Date.now() - row.used_at.getTime() > TOUCH_MS) {
    const now = new Date();
    await db.updateTable("session").set({ used_at: now }).where("token_hash", "=", token).execute();
    // In a use-as session it is the admin who was seen.
    if (row.actor_id === null) {
      await db.updateTable("account").set({ last_seen_at: now }).where("id", "=", row.id).execute();
    }
  }
  const secondFactor = row.totp_confirmed_at !== null;
  const account = { id: row.id, email: row.email, name: row.name, role: row.role, secondFactor };
  if (row.actor_id === null) return { kind: "user", account, address, session: row.session };
  const { admin_email: email, admin_name: name, admin_role: role } = row;
  const allowed =
    row.role === null &&
    role === "super_admin" &&
    row.admin_status === "active" &&
    row.admin_deleted === null &&
    row.admin_totp_confirmed_at !== null;
  if (!allowed || email === null || name === null) return null;
  const admin = { id: row.actor_id, email, name, role, secondFactor: true };
  return { kind: "use-as", account, address, session: row.session, admin };
}

/** Ends one session, and with it every use-as that came from it. */
export async function endSession(db: Db, account: string, session: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where("id", "=", session)
    .where((where) => where.or([own("session", account), where("actor_id", "=", account)]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all sessions of an account, its use-as sessions included, except `except`. Returns how many. */
export async function endSessions(
  db: Db | Transaction<Schema>,
  account: string,
  except: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where((where) => where.or([own("session", account), where("actor_id", "=", account)]))
    .$if(except !== null, (query) => query.where("id", "!=", except ?? ""))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
