import type { Transaction } from "kysely";
import type { ScanRequest } from "../../request/index.ts";
import { limitsOf } from "../billing/limits.ts";
import { newId } from "../db/index.ts";
import type { RunTable, Schema } from "../db/index.ts";
import { SCANS_AT_ONCE } from "../jobs/job-kinds.ts";
import type { Tier } from "../jobs/job-kinds.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { exportMeta } from "./export-meta.ts";
import { addRun } from "./run-status.ts";

/** The tier of an account, by the plan in force. */
export async function tierOf(transaction: Transaction<Schema>, account: string): Promise<Tier> {
  const { requestsAtOnce } = await limitsOf(transaction, account);
  return requestsAtOnce >= SCANS_AT_ONCE.tiers.paid ? "paid" : "free";
}

/** Enqueues the job of a run. The queue runs as many of an account at once as its plan allows. */
export async function enqueueScan(
  transaction: Transaction<Schema>,
  jobs: Jobs,
  { id, account_id, cause }: { readonly id: string } & Pick<RunTable, "account_id" | "cause">,
  afterSeconds = 0,
): Promise<void> {
  const tier = await tierOf(transaction, account_id);
  await jobs.enqueue(
    transaction,
    "run",
    { run: id },
    {
      group: { id: account_id, tier },
      // Runs that a user waits for go first.
      priority: cause === "user" ? 0 : -1,
      ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
    },
  );
}

interface NewRun {
  readonly account: string;
  readonly request: string;
  readonly scan: ScanRequest;
  readonly cause: RunTable["cause"];
}

/** Makes the request's next run and the job for it; the request's status follows it from now on. */
export async function enqueueRun(
  transaction: Transaction<Schema>,
  jobs: Jobs,
  { account, request, scan, cause }: NewRun,
): Promise<string> {
  const run = newId();
  const meta = JSON.stringify(exportMeta(scan));
  await addRun(transaction, { id: run, data_request_id: request, account_id: account, cause, meta });
  await enqueueScan(transaction, jobs, { id: run, account_id: account, cause });
  return run;
}
