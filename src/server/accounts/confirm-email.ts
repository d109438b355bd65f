import type { Transaction } from "kysely";
import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import { isDuplicate } from "../db/index.ts";
import type { Schema } from "../db/index.ts";
import type { AccountParts } from "./account-parts.ts";
import { addressTaken, changeEmail } from "./change-email.ts";
import { spend } from "./mailed-secret.ts";

/** Confirms the address the secret was mailed to, the account's first or another one. */
export async function confirmEmail({ db, jobs, allowances }: AccountParts, actor: Actor, token: string): Promise<void> {
  await allowances.take("secretAddress", actor.address);
  try {
    await db.transaction().execute(async (transaction) => {
      const { account, email } = await spend(transaction, token, ["confirm_email", "change_email"]);
      if (email === null) await confirm(transaction, actor, account);
      else await changeEmail(transaction, jobs, actor, account, email);
    });
  } catch (error) {
    // Somebody else took the address in the same moment.
    throw isDuplicate(error) ? addressTaken() : error;
  }
}

/** A blocked account stays blocked. */
async function confirm(transaction: Transaction<Schema>, actor: Actor, account: string): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ status: "active", updated_at: new Date() })
    .where("id", "=", account)
    .where("status", "=", "pending_confirmation")
    .execute();
  await record(transaction, { action: "email-confirmed", account, actor });
}
