import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { own } from "../db/index.ts";
import type { RunDifference, RunFailure, RunState, Schema } from "../db/index.ts";
import { notify } from "../changes/change.ts";

/** Statuses of a run that has not ended. */
export const OPEN_STATUSES = ["Pending", "Running"] as const satisfies readonly RunState[];
export const isOver = (status: RunState): boolean => status !== "Pending" && status !== "Running";

export const CANCELLED: RunFailure = { code: "cancelled", message: "Cancelled." };

/** A change of a run's status, with the values that its row gets. */
type RunChange =
  /** Returned by a worker that stops, for another one. */
  | { readonly status: "Pending" }
  /** Taken by a worker: its next attempt. */
  | { readonly status: "Running"; readonly marketDate: string | null }
  | { readonly status: "Finished"; readonly finished: FinishedRun; readonly difference: RunDifference | null }
  | { readonly status: "Failed"; readonly error: RunFailure }
  | { readonly status: "Cancelled" };

/** The statuses in which each change is allowed; a run in another is not changed. */
const PREVIOUS_STATUSES = {
  Pending: ["Running"],
  Running: OPEN_STATUSES,
  Finished: ["Running"],
  Failed: OPEN_STATUSES,
  Cancelled: OPEN_STATUSES,
} as const satisfies Record<RunState, readonly RunState[]>;

/** Runs by ids (with `attempt`, only while no later attempt has begun), or all of an account. */
type WhichRuns = { readonly runs: readonly string[]; readonly attempt?: number } | { readonly account: string };

interface ChangedRun {
  readonly id: string;
  readonly data_request_id: string;
  readonly account_id: string;
  readonly meta: { readonly request: unknown };
  readonly attempt: number;
}

/** The columns that change besides the status. */
function columnsOf(change: RunChange) {
  // Not now(): the transaction may have begun long before, and waited for its turn.
  const now = sql<Date>`clock_timestamp()`;
  switch (change.status) {
    case "Pending":
      return {};
    case "Running":
      return { attempt: sql<number>`attempt + 1`, beat_at: now, started_at: now, market_date: change.marketDate };
    case "Finished":
      return {
        finished: JSON.stringify(change.finished),
        difference: change.difference && JSON.stringify(change.difference),
        market_date: change.finished.snapshot.date,
        ended_at: now,
      };
    case "Failed":
      return { error: JSON.stringify(change.error), ended_at: now };
    case "Cancelled":
      return { error: JSON.stringify(CANCELLED), ended_at: now };
  }
}

const statusChange = (run: Omit<ChangedRun, "meta">, status: RunState) => ({
  kind: "status" as const,
  account: run.account_id,
  request: run.data_request_id,
  run: run.id,
  attempt: run.attempt,
  status,
});

/**
 * Locks the open runs of requests before the requests themselves are changed: a worker that ends a run locks the two in
 * this order, and whoever locks them in the other waits for it while it waits for them.
 */
export async function lockOpenRuns(
  transaction: Transaction<Schema>,
  account: string,
  requests: readonly string[],
): Promise<void> {
  await transaction
    .selectFrom("run")
    .select("id")
    .where(own("run", account))
    .where("data_request_id", "in", [...requests])
    .where("status", "in", OPEN_STATUSES)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Changes the status of runs and of the requests whose newest run they are. Returns the runs that were changed. */
export async function changeStatus(
  transaction: Transaction<Schema>,
  which: WhichRuns,
  change: RunChange,
): Promise<readonly ChangedRun[]> {
  const { status } = change;
  if ("runs" in which && which.runs.length === 0) return [];
  let update = transaction
    .updateTable("run")
    .set({ status, progress: null, error: null, ...columnsOf(change) })
    .where("status", "in", PREVIOUS_STATUSES[status]);
  if ("account" in which) update = update.where(own("run", which.account));
  else update = update.where("id", "in", [...which.runs]);
  if ("attempt" in which && which.attempt !== undefined) update = update.where("attempt", "=", which.attempt);
  const changed = await update.returning(["id", "data_request_id", "account_id", "meta", "attempt"]).execute();
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id);
    await transaction.updateTable("data_request").set({ status }).where("run_id", "in", ids).execute();
    await notify(
      transaction,
      changed.map((run) => statusChange(run, status)),
    );
  }
  return changed;
}

/** Columns of a new request, before its first run in the same transaction. */
export const WITHOUT_RUN = { run_id: null, status: "Pending" } as const;

/** Stores a waiting run; its request's status follows it from now on. */
export async function addRun(
  transaction: Transaction<Schema>,
  run: { readonly id: string; readonly data_request_id: string; readonly account_id: string } & {
    readonly cause: "user" | "daily_update" | "admin";
    readonly meta: string;
  },
): Promise<void> {
  const status = "Pending";
  await transaction
    .insertInto("run")
    .values({ ...run, status })
    .execute();
  await transaction
    .updateTable("data_request")
    .set({ run_id: run.id, status })
    .where("id", "=", run.data_request_id)
    .execute();
  await notify(transaction, [statusChange({ ...run, attempt: 0 }, status)]);
}
