import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import { takeAttempt } from "../auth/allowances.ts";
import type { Db } from "../db/index.ts";
import { spend } from "./mailed-secret.ts";

/** Confirms the address the secret was mailed to. A blocked account stays blocked. */
export async function confirmEmail(db: Db, actor: Actor, token: string): Promise<void> {
  await takeAttempt(db, "secretAddress", actor.address);
  await db.transaction().execute(async (transaction) => {
    const account = await spend(transaction, token, "confirm_email");
    await transaction
      .updateTable("account")
      .set({ status: "active", updated_at: new Date() })
      .where("id", "=", account)
      .where("status", "=", "pending_confirmation")
      .execute();
    await record(transaction, { action: "email-confirmed", account, actor });
  });
}
