import { sql } from "kysely";
import { openSecret, resealSecret } from "./accounts/access/authenticator-secret.ts";
import type { Keyring } from "./auth/keyring.ts";
import type { Db } from "./db/index.ts";
import { openedSecret, sealedSecret } from "./webhooks/secret.ts";

/** Counts of the encrypted secrets at a start. */
interface SealedSecrets {
  /** Secrets encrypted with the newest key, some for the first time. */
  readonly moved: number;
  /** Accounts and webhooks whose secret no key opens, for example after a restore without the keys. */
  readonly closed: number;
}

/**
 * Encrypts every secret with the first key: those that older versions stored in plain text, and those of a replaced key. A
 * row that changes meanwhile is skipped; an interrupted run is finished by the next start.
 */
export async function sealSecrets(db: Db, keyring: Keyring): Promise<SealedSecrets> {
  let moved = 0;
  let closed = 0;
  const stale = `${keyring.current}%`;
  const webhooks = await db.selectFrom("webhook").select(["id", "secret"]).where("secret", "not like", stale).execute();
  for (const { id, secret: kept } of webhooks) {
    const secret = openedSecret(keyring, kept, id);
    if (secret === null) {
      closed += 1;
      continue;
    }
    const { numUpdatedRows } = await db
      .updateTable("webhook")
      .set({ secret: sealedSecret(keyring, secret, id) })
      .where("id", "=", id)
      .where("secret", "=", kept)
      .executeTakeFirst();
    moved += Number(numUpdatedRows);
  }
  const accounts = await db
    .selectFrom("account")
    .select(["id", sql<string>`totp_secret`.as("kept")])
    .where("totp_secret", "not like", stale)
    .execute();
  for (const { id, kept } of accounts) {
    const secret = openSecret(keyring, kept, id);
    if (secret === null) {
      closed += 1;
      continue;
    }
    const { numUpdatedRows } = await db
      .updateTable("account")
      .set({ totp_secret: resealSecret(keyring, kept, secret, id) })
      .where("id", "=", id)
      .where("totp_secret", "=", kept)
      .executeTakeFirst();
    moved += Number(numUpdatedRows);
  }
  return { moved, closed };
}
