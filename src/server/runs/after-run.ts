import type { Transaction } from "kysely";
import { notInTrash } from "../db/index.ts";
import type { RunTable, Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** A run that has just come to its end, with what concerns those who are told. */
export interface EndedRun {
  readonly run: string;
  readonly request: string;
  readonly account: string;
  readonly status: "Finished" | "Failed";
  readonly cause: RunTable["cause"];
}

/** Something that follows from the end of a run: rows and jobs made in the transaction that ends it, so all of it happens or nothing. */
export type AfterRun = (transaction: Transaction<Schema>, jobs: Jobs, ended: EndedRun) => Promise<void>;

/** Does what follows from the end of a run, in the order given. Of a request that is in the trash nobody is told. */
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
