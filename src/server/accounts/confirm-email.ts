import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import type { AccountParts } from "./account-parts.ts";
import { changeEmail } from "./change-email.ts";
import { spend } from "./mailed-secret.ts";

/** Confirms the address the secret was mailed to, the account's first or another one. A blocked account stays blocked. */
export async function confirmEmail({ db, jobs, allowances }: AccountParts, actor: Actor, token: string): Promise<void> {
  await allowances.take("secretAddress", actor.address);
  await db.transaction().execute(async (transaction) => {
    const { account, email } = await spend(transaction, token, ["confirm_email", "change_email"]);
    if (email !== null) return changeEmail(transaction, jobs, actor, account, email);
    await transaction
      .updateTable("account")
      .set({ status: "active", updated_at: new Date() })
      .where("id", "=", account)
      .where("status", "=", "pending_confirmation")
      .execute();
    await record(transaction, { action: "email-confirmed", account, actor });
  });
}
