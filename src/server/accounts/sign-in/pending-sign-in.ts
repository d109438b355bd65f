import { sql } from "kysely";
import type { Transaction } from "kysely";
import { hashOf, newSecret } from "../../auth/secrets.ts";
import type { Secret } from "../../auth/secrets.ts";
import { own } from "../../db/index.ts";
import type { Db, PendingSignInTable, Schema } from "../../db/index.ts";

/** How long the password or the code may take. */
export const PENDING_MS = 600_000;

interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Keeps a proved identity until the missing proof comes. Its secret goes to the browser in a cookie that no script can read. */
export async function keepPending(
  db: Db,
  account: string,
  { issuer, subject }: Identity,
  missing: PendingSignInTable["missing"],
): Promise<Secret> {
  const secret = newSecret();
  await db
    .insertInto("pending_sign_in")
    .values({
      secret_hash: secret.hash,
      account_id: account,
      issuer,
      subject,
      missing,
      expires_at: new Date(Date.now() + PENDING_MS),
    })
    .execute();
  return secret;
}

/** The account whose second factor is awaited; null where there is none, or it is too late. */
export async function awaitedFactor(db: Db, secret: string): Promise<string | null> {
  const row = await db
    .selectFrom("pending_sign_in")
    .select("account_id")
    .where("secret_hash", "=", hashOf(secret))
    .where("missing", "=", "second_factor")
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Takes a kept identity, once and for this account only; null where it is unknown, used or too old. */
export async function takePending(
  transaction: Transaction<Schema>,
  secret: string,
  account: string,
  missing: PendingSignInTable["missing"],
): Promise<Identity | null> {
  const row = await transaction
    .deleteFrom("pending_sign_in")
    .where("secret_hash", "=", hashOf(secret))
    .where(own("pending_sign_in", account))
    .where("missing", "=", missing)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["issuer", "subject"])
    .executeTakeFirst();
  return row ?? null;
}

/** Connects an identity with an account. One that belongs to an account in the trash moves to this account. */
export async function connect(
  transaction: Transaction<Schema>,
  account: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await transaction
    .insertInto("identity")
    .values({ issuer, subject, account_id: account })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet({ account_id: account }))
    .execute();
}
