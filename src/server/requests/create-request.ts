import type { Transaction } from "kysely";
import type { ScanRequest } from "../../request/index.ts";
import { requireRoomFor } from "../bounds.ts";
import { holdPlan, requireWithinLimits } from "../billing/limits.ts";
import { newId, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { ProblemAnswer } from "../problem.ts";
import { WITHOUT_RUN } from "../runs/run-status.ts";
import { enqueueRun } from "../runs/enqueue-run.ts";

/** Runs of one account that may wait. */
const MAX_WAITING_RUNS = 50;
/** Runs of all accounts that may wait; beyond it the server is overloaded. */
const MAX_QUEUED_RUNS = 5_000;

export interface CreatedRequest {
  readonly id: string;
  readonly run: string;
}

/** Stores a request within the account's plan and enqueues its first run, both or neither; `also` runs in the same transaction. */
export async function createRequest(
  db: Db,
  jobs: Jobs,
  account: string,
  request: ScanRequest,
  also?: (transaction: Transaction<Schema>, made: CreatedRequest) => Promise<void>,
): Promise<CreatedRequest> {
  return db.transaction().execute(async (transaction) => {
    await holdPlan(transaction, account);
    await requireWithinLimits(transaction, account, request);
    await requireQueueRoom(transaction, account);
    await requireRoomFor(transaction, account, "data_request");
    const id = newId();
    const { data_updates, email_notification } = request.options;
    await transaction
      .insertInto("data_request")
      .values({
        id,
        account_id: account,
        name: request.name,
        body: JSON.stringify(request.source),
        folder_id: null,
        data_updates,
        email_notification,
        ...WITHOUT_RUN,
      })
      .execute();
    const run = await enqueueRun(transaction, jobs, { account, request: id, scan: request, cause: "user" });
    await also?.(transaction, { id, run });
    return { id, run };
  });
}

/** Throws the answer `overloaded` where too many wait. */
export async function requireQueueRoom(transaction: Transaction<Schema>, account: string): Promise<void> {
  const { mine, all } = await transaction
    .selectFrom("run")
    .select(({ fn }) => [
      fn.countAll<string>().as("all"),
      fn.countAll<string>().filterWhere(own("run", account)).as("mine"),
    ])
    .where("status", "=", "Pending")
    // Updates have a bound of their own and a lower priority.
    .where("cause", "=", "user")
    .executeTakeFirstOrThrow();
  if (Number(mine) >= MAX_WAITING_RUNS || Number(all) >= MAX_QUEUED_RUNS) {
    throw new ProblemAnswer("overloaded", "Too many requests are waiting. Try again soon.", [], 30);
  }
}
