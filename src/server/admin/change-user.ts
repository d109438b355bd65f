import type { Transaction } from "kysely";
import type { z } from "zod";
import type { StatusChangeBody } from "../../contract/index.ts";
import { endAccess } from "../accounts/end-access.ts";
import { trashAccount } from "../accounts/trash-account.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { enqueueEnd } from "../billing/end-subscriptions.ts";
import { notInTrash, own } from "../db/index.ts";
import type { Db, Schema, UserStatus } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";

interface Target {
  readonly status: UserStatus;
  readonly email: string;
  readonly deleted: boolean;
}

/** The user to be changed, locked. Administrators, oneself among them, are changed by the command line only. */
async function target(transaction: Transaction<Schema>, id: string): Promise<Target> {
  const row = await transaction
    .selectFrom("account")
    .select(["email", "role", "status", "deleted_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw noSuch("user");
  if (row.role !== null) {
    throw new ProblemAnswer("conflict", "An administrator has to give up the role first, by the command line.");
  }
  return { email: row.email, status: row.status, deleted: row.deleted_at !== null };
}

/** Blocks a user, whose sessions end, or makes them active, which also confirms the address; the user then sets a password by mail. */
export async function changeUserStatus(
  db: Db,
  jobs: Jobs,
  actor: SignedIn,
  { id, status, reason }: z.output<typeof StatusChangeBody>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await target(transaction, id);
    if (before.deleted) throw noSuch("user");
    if (before.status === status) return;
    await transaction.updateTable("account").set({ status, updated_at: new Date() }).where("id", "=", id).execute();
    if (status === "blocked") {
      await endAccess(transaction, id, "status-changed");
      await enqueueEnd(transaction, jobs, id);
    } else if (before.status === "pending_confirmation") await endAccess(transaction, id, "email-confirmed");
    const details = { from: before.status, to: status, ...(reason === undefined ? {} : { reason }) };
    await record(transaction, { action: "status-changed", account: id, actor, details });
  });
}

export async function softDeleteUser(db: Db, jobs: Jobs, actor: SignedIn, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await target(transaction, id);
    if (!(await trashAccount(transaction, jobs, id))) throw noSuch("user");
    await record(transaction, { action: "account-deleted", account: id, actor });
  });
}

/** Out of the trash, unless his address has another account by now. */
export async function restoreUser(db: Db, actor: SignedIn, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { email, deleted } = await target(transaction, id);
    if (!deleted) throw noSuch("user");
    const other = await transaction
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .where(notInTrash("account"))
      .executeTakeFirst();
    if (other !== undefined) throw new ProblemAnswer("conflict", "Another account uses this address now.");
    await transaction
      .updateTable("account")
      .set({ deleted_at: null, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
    await record(transaction, { action: "account-restored", account: id, actor });
  });
}

/** Deletes a user in the trash with everything they made; returns the runs whose rows are left in the market engine. */
export async function deleteUser(db: Db, actor: SignedIn, id: string): Promise<{ readonly runs: readonly string[] }> {
  return db.transaction().execute(async (transaction) => {
    const { deleted } = await target(transaction, id);
    if (!deleted) throw new ProblemAnswer("conflict", "Move the user to trash first.");
    const runs = await transaction.selectFrom("run").select("id").where(own("run", id)).execute();
    await transaction.deleteFrom("account").where("id", "=", id).execute();
    await record(transaction, { action: "account-deleted", account: id, actor, details: { for_good: true } });
    return { runs: runs.map((run) => run.id) };
  });
}
