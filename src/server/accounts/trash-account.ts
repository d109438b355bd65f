import type { Transaction } from "kysely";
import { enqueueEnd } from "../billing/end-subscriptions.ts";
import type { Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { endAccess } from "./endings.ts";

/**
 * Puts an account into the trash: its sessions end, its scans are cancelled, so is what it subscribed to, its tokens open nothing, and its address is
 * free for another one. Gives false where it lies there already.
 */
export async function trashAccount(transaction: Transaction<Schema>, jobs: Jobs, account: string): Promise<boolean> {
  const now = new Date();
  const { numUpdatedRows } = await transaction
    .updateTable("account")
    .set({ deleted_at: now, updated_at: now })
    .where("id", "=", account)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endAccess(transaction, account, "account-deleted");
  // The process that scans notices at its next beat.
  await transaction
    .updateTable("run")
    .set({ status: "Cancelled", progress: null, ended_at: now })
    .where("account_id", "=", account)
    .where("status", "in", ["Pending", "Running"])
    .execute();
  await transaction
    .updateTable("data_request")
    .set({ status: "Cancelled" })
    .where("account_id", "=", account)
    .where("status", "in", ["Pending", "Running"])
    .execute();
  await enqueueEnd(transaction, jobs, account);
  return true;
}
