import type { Transaction } from "kysely";
import { enqueueEnd } from "../billing/end-subscriptions.ts";
import { notInTrash } from "../db/index.ts";
import type { Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { changeStatus } from "../runs/run-status.ts";
import { endAccess } from "./end-access.ts";

/**
 * Puts an account into the trash: its sessions, scans and subscriptions end, its tokens stop working, and its address is
 * free for another account. Returns false where it is there already.
 */
export async function trashAccount(transaction: Transaction<Schema>, jobs: Jobs, account: string): Promise<boolean> {
  const now = new Date();
  const { numUpdatedRows } = await transaction
    .updateTable("account")
    .set({ deleted_at: now, updated_at: now })
    .where("id", "=", account)
    .where(notInTrash("account"))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endAccess(transaction, account, "account-deleted");
  // The process that scans notices at its next beat.
  await changeStatus(transaction, { account }, { status: "Cancelled" });
  await enqueueEnd(transaction, jobs, account);
  return true;
}
