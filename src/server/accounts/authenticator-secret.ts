import { sql } from "kysely";
import type { Keyring } from "../auth/keyring.ts";
import type { Db } from "../db/index.ts";

/** Before there was a keyring, secrets were kept in base64, which has no dot. */
const isSealed = (kept: string): boolean => kept.includes(".");

/** The secret of an authenticator as it is kept; null where there is none, or its key is not there. */
export function openSecret(keyring: Keyring, kept: string | null, account: string): Buffer | null {
  if (kept === null) return null;
  return isSealed(kept) ? keyring.open(kept, account) : Buffer.from(kept, "base64");
}

/** What to keep of it from now on: sealed with the newest key. */
export function sealedAnew(keyring: Keyring, kept: string, secret: Buffer, account: string): string {
  return keyring.isCurrent(kept) ? kept : keyring.seal(secret, account);
}

/** How many accounts have a second factor that no key here opens: after a data folder was restored without its keys. */
export async function unopened(db: Db, keyring: Keyring): Promise<number> {
  const { accounts } = await db
    .selectFrom("account")
    .select(({ fn }) => fn.countAll<string>().as("accounts"))
    .where("totp_secret", "like", "%.%")
    .where(sql<string>`split_part(totp_secret, '.', 2)`, "not in", [...keyring.names])
    .executeTakeFirstOrThrow();
  return Number(accounts);
}
