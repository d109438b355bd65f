import { sql } from "kysely";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { SCANS_AT_ONCE } from "../jobs/job-kinds.ts";
import { enqueueScan, tierOf } from "./enqueue-run.ts";
import { changeStatus, OPEN } from "./run-status.ts";

/** A worker that has not said for so long that it works is no longer there; its job goes to another. */
const SILENT_SECONDS = 10;
/** Until a run that its account has no place for is looked at again. */
const LATER_SECONDS = 2;

export interface TakenRun {
  readonly attempt: number;
  readonly meta: { readonly request: unknown };
}

/**
 * Takes a run up: its next attempt is the caller's, and whoever worked on it before can end it no more. Null where there is
 * nothing to do: it is over or deleted, or its account has as many scans running as it may, and its job comes again later.
 */
export async function takeRun(db: Db, jobs: Jobs, run: string, marketDate: string | null): Promise<TakenRun | null> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("run")
      .select(["id", "account_id", "cause"])
      .where("id", "=", run)
      .where("status", "in", OPEN)
      .executeTakeFirst();
    // Cancelled while it waited, deleted, or a job that had done its work already.
    if (found === undefined) return null;
    // The queue counts without a lock: two workers that look in the same moment both find a place.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scans of ${found.account_id}`}, 0))`.execute(
      transaction,
    );
    const { running } = await transaction
      .selectFrom("run")
      .select(({ fn }) => fn.countAll<string>().as("running"))
      .where(own("run", found.account_id))
      .where("status", "=", "Running")
      .where("id", "!=", run)
      .where("beat_at", ">", sql<Date>`now() - make_interval(secs => ${SILENT_SECONDS})`)
      .executeTakeFirstOrThrow();
    if (Number(running) >= SCANS_AT_ONCE.tiers[await tierOf(transaction, found.account_id)]) {
      await enqueueScan(transaction, jobs, found, LATER_SECONDS);
      return null;
    }
    const [taken] = await changeStatus(transaction, { runs: [run] }, { status: "Running", marketDate });
    return taken ?? null;
  });
}
