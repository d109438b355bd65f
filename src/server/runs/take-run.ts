import { sql } from "kysely";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { SCANS_AT_ONCE } from "../jobs/job-kinds.ts";
import { enqueueScan, tierOf } from "./enqueue-run.ts";
import { changeStatus, OPEN_STATUSES } from "./run-status.ts";

/** After this time without a heartbeat a worker counts as dead; another takes the run. */
const HEARTBEAT_TIMEOUT_SECONDS = 10;
/** Pause before a run that exceeds its account's limit is tried again. */
const RETRY_SECONDS = 2;

export interface TakenRun {
  readonly attempt: number;
  readonly account_id: string;
  readonly data_request_id: string;
  readonly meta: { readonly request: unknown };
}

/**
 * Takes a run for the caller by starting its next attempt, after which earlier workers cannot end it. Null where there is
 * nothing to do: the run has ended or is deleted, or its account runs as many scans as it may and the job comes again.
 * `full` where as many scans run in all processes as the engine is to run at once.
 */
export async function takeRun(
  { db, jobs, atOnce }: { readonly db: Db; readonly jobs: Jobs; readonly atOnce: number },
  run: string,
  marketDate: string | null,
): Promise<TakenRun | "full" | null> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("run")
      .select(["id", "account_id", "cause"])
      .where("id", "=", run)
      .where("status", "in", OPEN_STATUSES)
      .executeTakeFirst();
    // Cancelled while it waited, deleted, or done by an earlier run of the job.
    if (found === undefined) return null;
    // The queue counts without a lock, and each process for itself, so two workers may take jobs at the same moment.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('scans', 0))`.execute(transaction);
    const { running, ofAccount } = await transaction
      .selectFrom("run")
      .select([
        sql<number>`count(*)::int`.as("running"),
        sql<number>`(count(*) FILTER (WHERE ${own("run", found.account_id)}))::int`.as("ofAccount"),
      ])
      .where("status", "=", "Running")
      .where("id", "!=", run)
      .where("beat_at", ">", sql<Date>`now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`)
      .executeTakeFirstOrThrow();
    if (ofAccount >= SCANS_AT_ONCE.tiers[await tierOf(transaction, found.account_id)]) {
      await enqueueScan(transaction, jobs, found, RETRY_SECONDS);
      return null;
    }
    if (running >= atOnce) return "full";
    const [taken] = await changeStatus(transaction, { runs: [run] }, { status: "Running", marketDate });
    return taken ?? null;
  });
}
