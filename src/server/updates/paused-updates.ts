import { sql } from "kysely";
import { inForce } from "../billing/limits.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** Records that an account's plan lacks the updates that its requests want, and mails this the first time. */
export async function pauseUpdates(
  { db, jobs }: { readonly db: Db; readonly jobs: Jobs },
  account: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const first = await transaction
      .updateTable("account")
      .set({ updates_paused_at: sql`now()` })
      .where("id", "=", account)
      .where("updates_paused_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (first !== undefined) await jobs.enqueue(transaction, "account-mail", { account, mail: "updates_paused" });
  });
}

/** Removes the record for accounts whose plan has updates again, so that the next downgrade is mailed again. */
export async function resumeUpdates(db: Db): Promise<void> {
  await db
    .updateTable("account")
    .set({ updates_paused_at: null })
    .where("updates_paused_at", "is not", null)
    .where(inForce(sql<string>`account.id`, "daily_updates"), "=", true)
    .execute();
}
