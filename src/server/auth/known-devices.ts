import { sql } from "kysely";
import type { Transaction } from "kysely";
import { DAY_MS } from "../../vocabulary/index.ts";
import { notInTrash, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { Secret } from "./secrets.ts";

/** Identifies a browser in which somebody has signed in; scripts cannot read it. */
export const DEVICE_COOKIE = "__Host-device";
/** How long a browser stays known without a sign-in. */
export const DEVICE_MS = 180 * DAY_MS;
/** Browsers of one account; beyond it the one that was used longest ago is removed. */
const MAX_DEVICES = 20;

/** Whether an account with this address has signed in in this browser; false, after the same look-up, where there is none. */
export async function isKnownDevice(db: Db, email: string, device: string): Promise<boolean> {
  const row = await db
    .selectFrom("known_device as d")
    .innerJoin("account as a", "a.id", "d.account_id")
    .select("d.account_id")
    .where("d.secret_hash", "=", hashOf(device))
    .where("d.used_at", ">", new Date(Date.now() - DEVICE_MS))
    .where("a.email", "=", email)
    .where(notInTrash("account as a"))
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the browser known under a new secret, also for the other accounts that knew it. */
export async function rememberDevice(
  transaction: Transaction<Schema>,
  account: string,
  device: string | null,
): Promise<Secret> {
  const secret = newSecret();
  if (device !== null) {
    await transaction
      .updateTable("known_device")
      .set({ secret_hash: secret.hash })
      .where("secret_hash", "=", hashOf(device))
      .execute();
  }
  await transaction
    .insertInto("known_device")
    .values({ secret_hash: secret.hash, account_id: account })
    .onConflict((conflict) => conflict.columns(["secret_hash", "account_id"]).doUpdateSet({ used_at: sql`now()` }))
    .execute();
  await transaction
    .deleteFrom("known_device")
    .where(own("known_device", account))
    .where("secret_hash", "not in", (kept) =>
      kept
        .selectFrom("known_device")
        .select("secret_hash")
        .where(own("known_device", account))
        .orderBy("used_at", "desc")
        .limit(MAX_DEVICES),
    )
    .execute();
  return secret;
}
