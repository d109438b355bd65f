import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { ScanRequest } from "../../request/index.ts";
import { holdPlan, requireDailyUpdates, requireWithinLimits } from "../billing/limits.ts";
import type { SignedIn } from "../auth/actor.ts";
import { own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";
import { enqueueRun } from "../runs/enqueue-run.ts";
import { changeStatus, isOver, lockOpenRuns } from "../runs/run-status.ts";
import { createRequest, requireQueueRoom } from "./create-request.ts";
import type { CreatedRequest } from "./create-request.ts";

/** Changes name, favourite and daily updates of a request of the account that is not in the trash. */
export async function changeRequest(
  db: Db | Transaction<Schema>,
  account: string,
  id: string,
  change: { readonly name?: string; readonly favourite?: boolean; readonly data_updates?: boolean },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("data_request")
    .set({ ...change, updated_at: sql`now()` })
    .where(own("data_request", account, { id }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw noSuch("request");
}

/** Switches daily updates of a request of the account; on only where its plan has them. */
export async function switchDailyUpdates(db: Db, account: string, id: string, on: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await holdPlan(transaction, account);
    // First whether the request exists, so that an unknown one is not answered with the limits of the plan.
    await changeRequest(transaction, account, id, { data_updates: on });
    if (on) await requireDailyUpdates(transaction, account);
  });
}

/** Marks several at once; returns how many were changed, without those of other accounts and those that are so already. */
export async function favouriteRequests(
  db: Db,
  account: string,
  ids: readonly string[],
  favourite: boolean,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("data_request")
    .set({ favourite, updated_at: sql`now()` })
    .where(own("data_request", account))
    .where("favourite", "!=", favourite)
    .where("id", "in", [...ids])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Runs an edited request as a new one; with `overwrite` the original is moved to trash in the same transaction. */
export async function editRequest(
  db: Db,
  jobs: Jobs,
  account: string,
  id: string,
  edited: ScanRequest,
): Promise<CreatedRequest> {
  const original = await db
    .selectFrom("data_request")
    .select("id")
    .where(own("data_request", account, { id }))
    .executeTakeFirst();
  if (original === undefined) throw noSuch("request");
  return createRequest(db, jobs, account, edited, async (transaction, made) => {
    if (!edited.options.overwrite) return;
    await lockOpenRuns(transaction, account, [id]);
    // Read again, since its folder may be gone, or another call may have edited it too.
    const now = await transaction
      .selectFrom("data_request")
      .select(["folder_id", "favourite"])
      .where(own("data_request", account, { id }))
      .forUpdate()
      .executeTakeFirst();
    if (now === undefined) throw noSuch("request");
    // The new one takes the place of the old one, folder and star included.
    await transaction
      .updateTable("data_request")
      .set(now)
      .where(own("data_request", account, { id: made.id }))
      .execute();
    await trash(transaction, account, [id]);
  });
}

/** Runs the request again on the current data. One that still runs is left as it is. */
export async function rerunRequest(
  db: Db,
  jobs: Jobs,
  account: string,
  id: string,
  scan: ScanRequest,
): Promise<CreatedRequest> {
  return db.transaction().execute(async (transaction) => {
    await holdPlan(transaction, account);
    const request = await transaction
      .selectFrom("data_request")
      .select("status")
      .where(own("data_request", account, { id }))
      .forUpdate()
      .executeTakeFirst();
    if (request === undefined) throw noSuch("request");
    if (!isOver(request.status)) throw new ProblemAnswer("conflict", "The request runs already.");
    // The plan may have become smaller, and the number of waiting runs is bounded here too.
    await requireWithinLimits(transaction, account, scan);
    await requireQueueRoom(transaction, account);
    return { id, run: await enqueueRun(transaction, jobs, { account, request: id, scan, cause: "user" }) };
  });
}

/** Puts requests into the trash and cancels their runs. Returns how many there were. */
export async function trash(
  transaction: Transaction<Schema>,
  account: string,
  ids: readonly string[],
): Promise<number> {
  await lockOpenRuns(transaction, account, ids);
  const trashed = await transaction
    .updateTable("data_request")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where(own("data_request", account))
    .where("id", "in", [...ids])
    .returning("run_id")
    .execute();
  const runs = trashed.flatMap(({ run_id }) => run_id ?? []);
  await changeStatus(transaction, { runs }, { status: "Cancelled" });
  return trashed.length;
}

/** Puts a request into the trash, or deletes it from there, which an admin who acts as the user cannot. */
export async function deleteRequest(
  db: Db,
  actor: SignedIn,
  id: string,
): Promise<{ readonly runs: readonly string[] }> {
  const account = actor.account.id;
  return db.transaction().execute(async (transaction) => {
    if ((await trash(transaction, account, [id])) > 0) return { runs: [] };
    if (actor.kind === "use-as") {
      const there = await transaction
        .selectFrom("data_request")
        .select("id")
        .where(own("data_request", account, { id, place: "anywhere" }))
        .executeTakeFirst();
      if (there === undefined) throw noSuch("request");
      throw new ProblemAnswer("forbidden", "Nothing is deleted for good while using the app as another user.");
    }
    const runs = await transaction
      .selectFrom("run as r")
      .innerJoin("data_request as q", "q.id", "r.data_request_id")
      .select("r.id")
      .where(own("data_request as q", account, { id, place: "anywhere" }))
      .execute();
    const { numDeletedRows } = await transaction
      .deleteFrom("data_request")
      .where(own("data_request", account, { id, place: "trash" }))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuch("request");
    return { runs: runs.map((run) => run.id) };
  });
}

/** Out of the trash; in no folder where its folder is gone. */
export async function restoreRequest(db: Db, account: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("data_request")
    .set({ deleted_at: null, updated_at: sql`now()` })
    .where(own("data_request", account, { id, place: "trash" }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw noSuch("request");
}

/** Moves a request into one of the account's folders, or out of any. */
export async function moveRequest(db: Db, account: string, id: string, folder: string | null): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (folder !== null) {
      const found = await transaction
        .selectFrom("folder")
        .select("id")
        .where(own("folder", account, { id: folder }))
        // Locks the folder, so that deleting it at the same time finds this request in it.
        .forShare()
        .executeTakeFirst();
      if (found === undefined) throw noSuch("folder");
    }
    const { numUpdatedRows } = await transaction
      .updateTable("data_request")
      .set({ folder_id: folder, left_folder_id: null, updated_at: sql`now()` })
      .where(own("data_request", account, { id }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuch("request");
  });
}
