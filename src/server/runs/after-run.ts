import type { Transaction } from "kysely";
import { notInTrash } from "../db/index.ts";
import type { RunTable, Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** A run that has just ended, as the functions that follow it need it. */
export interface EndedRun {
  readonly run: string;
  readonly request: string;
  readonly account: string;
  readonly status: "Finished" | "Failed";
  readonly cause: RunTable["cause"];
}

/** Makes rows and jobs that follow the end of a run, in the transaction that ends it, so that all is stored or nothing. */
export type AfterRun = (transaction: Transaction<Schema>, jobs: Jobs, ended: EndedRun) => Promise<void>;

/** Calls the functions that follow the end of a run, in order; none for a request in the trash. */
export async function runEnded(
  transaction: Transaction<Schema>,
  { jobs, afterRun }: { readonly jobs: Jobs; readonly afterRun: readonly AfterRun[] },
  { run, status }: Pick<EndedRun, "run" | "status">,
): Promise<void> {
  const found = await transaction
    .selectFrom("run as r")
    .innerJoin("data_request as q", "q.id", "r.data_request_id")
    .select(["q.id as request", "q.account_id as account", "r.cause"])
    .where("r.id", "=", run)
    .where(notInTrash("data_request as q"))
    .executeTakeFirst();
  if (found === undefined) return;
  for (const after of afterRun) await after(transaction, jobs, { run, status, ...found });
}
