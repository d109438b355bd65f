import { sql } from "kysely";
import type { z } from "zod";
import type { SessionList } from "../../../contract/index.ts";
import { record } from "../../audit.ts";
import type { SignedIn } from "../../auth/actor.ts";
import { endSessions, IDLE_MS } from "../../auth/sessions.ts";
import { own } from "../../db/index.ts";
import type { Db } from "../../db/index.ts";
import { noSuch } from "../../problem.ts";

const sessionOf = (actor: SignedIn): string | null => (actor.kind === "token" ? null : actor.session);

/** The sessions of the account's owner; those of an admin who uses the app as the account belong to the admin. */
export async function sessions(db: Db, actor: SignedIn): Promise<z.input<typeof SessionList>> {
  const rows = await db
    .selectFrom("session")
    .select(["id", "bind_hash", "address", "agent", "created_at", "used_at", "expires_at"])
    .where(own("session", actor.account.id))
    .where("actor_id", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("used_at", ">", new Date(Date.now() - IDLE_MS))
    .orderBy("used_at", "desc")
    .orderBy("id")
    .execute();
  return {
    items: rows.map(({ bind_hash, created_at, used_at, expires_at, ...row }) => ({
      ...row,
      current: row.id === sessionOf(actor),
      browser: bind_hash !== null,
      created_at: created_at.toISOString(),
      used_at: used_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })),
  };
}

/** Ends one of the own sessions, and with it every use-as that came from it. */
export async function endOwnSession(db: Db, actor: SignedIn, session: string): Promise<void> {
  const account = actor.account.id;
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("session")
      .where(own("session", account, { id: session }))
      .where("actor_id", "is", null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuch("session");
    await record(transaction, { action: "session-ended", account, actor, details: { sessions: 1 } });
  });
}

/** Ends all sessions of the account but the one that calls; gives how many. */
export async function endOtherSessions(db: Db, actor: SignedIn): Promise<number> {
  const account = actor.account.id;
  return db.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction, account, sessionOf(actor));
    await record(transaction, { action: "session-ended", account, actor, details: { sessions: ended } });
    return ended;
  });
}
