import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import { z } from "zod";
import { DEMO_EMAIL } from "../../contract/index.ts";
import { hashPassword } from "../auth/passwords.ts";
import { giveProduct } from "../billing/subscriptions.ts";
import { newId } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";

const StoredSignIn = z.strictObject({ email: z.string(), password: z.string() });
type DemoAccount = z.infer<typeof StoredSignIn> & { readonly id: string };

export const demoFile = (data: string): string => join(data, "demo-account.json");

/** The account that `start` makes in an empty database, so that a newcomer can sign in at once; null where there are accounts. */
export async function makeDemoAccount(db: Db, data: string): Promise<DemoAccount | null> {
  if (await hasAccounts(db)) return null;
  // Three groups that one can type; 90 bits.
  const password =
    randomBytes(12)
      .toString("base64url")
      .match(/.{4,6}/g)
      ?.join("-") ?? "";
  const kept = { email: DEMO_EMAIL, password };
  const id = newId();
  const hashed = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    // Two servers that start at once on one database must make only one account.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('demo account', 0))`.execute(transaction);
    if (await hasAccounts(transaction)) return null;
    await transaction
      .insertInto("account")
      .values({
        id,
        email: DEMO_EMAIL,
        name: "Demo",
        password_hash: hashed,
        role: null,
        status: "active",
        totp_secret: null,
        totp_last_step: null,
      })
      .execute();
    // A newcomer tries everything; the limits of the plans are for those who sign up.
    await giveProduct(transaction, id, "unlimited");
    await writeFile(demoFile(data), JSON.stringify(kept), { mode: 0o600 });
    return { ...kept, id };
  });
}

async function hasAccounts(db: Db | Transaction<Schema>): Promise<boolean> {
  return (await db.selectFrom("account").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** How to sign in as the demo account, as long as its file lies in the data folder; null where there is none. */
export async function demoSignIn(data: string): Promise<{ readonly email: string; readonly password: string } | null> {
  try {
    return StoredSignIn.parse(JSON.parse(await readFile(demoFile(data), "utf8")));
  } catch {
    // Removed, or never made.
    return null;
  }
}
