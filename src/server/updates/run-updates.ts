import type { UpdateRun } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { lastDayWanted } from "../../request/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { holdPlan } from "../billing/limits.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { enqueueRun } from "../runs/enqueue-run.ts";
import { marketDate } from "../runs/market-date.ts";
import { movedEnd, withEnd } from "./moved-end.ts";
import { pauseUpdates, resumeUpdates } from "./paused-updates.ts";
import { updatedRequests, verdictOn } from "./verdicts.ts";
import type { UpdatedRequest } from "./verdicts.ts";

export interface UpdateParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly market: Market;
  /** Reads a stored request; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
}

/** Updates that may wait at once; the next run continues from there. */
const WAITING = 500;
/** Requests read in one statement. */
const BATCH = 200;

/**
 * Runs again every request with daily updates that has not seen the market's last session. An admin's call also runs those
 * whose newest run failed on it. Safe to run twice and at the same time.
 */
export async function runUpdates(parts: UpdateParts, options: { readonly retryFailed: boolean }): Promise<UpdateRun> {
  const { db, market } = parts;
  const now = await marketDate(market);
  const counts = { started: 0, invalid: 0, deferred: 0 };
  if (now === null) return { market_date: null, ...counts };
  const { waiting } = await db
    .selectFrom("run")
    .select(({ fn }) => fn.countAll<string>().as("waiting"))
    .where("status", "=", "Pending")
    .where("cause", "!=", "user")
    .executeTakeFirstOrThrow();
  await resumeUpdates(db);
  const paused = new Set<string>();
  let places = Math.max(0, WAITING - Number(waiting));
  for (let last = ""; ;) {
    const batch = await updatedRequests(db).where("q.id", ">", last).orderBy("q.id").limit(BATCH).execute();
    for (const found of batch) {
      const verdict = verdictOn(found, now);
      if (verdict === "not-in-plan" && (found.seen ?? "") < now) paused.add(found.account);
      if (verdict !== "new-session" && !(verdict === "failed" && options.retryFailed)) continue;
      if (places === 0) {
        counts.deferred += 1;
        continue;
      }
      const started = await runUpdate(parts, found, now, options);
      counts.started += started === "started" ? 1 : 0;
      counts.invalid += started === "invalid" ? 1 : 0;
      places -= started === "started" ? 1 : 0;
    }
    const end = batch.at(-1);
    if (end === undefined || batch.length < BATCH) break;
    last = end.id;
  }
  for (const account of paused) await pauseUpdates(parts, account);
  return { market_date: now, ...counts };
}

/** Runs one request, checked again under its lock. */
async function runUpdate(
  { db, jobs, read }: UpdateParts,
  { id, account }: Pick<UpdatedRequest, "id" | "account">,
  now: string,
  { retryFailed }: { readonly retryFailed: boolean },
): Promise<"started" | "invalid" | "not-needed"> {
  return db.transaction().execute(async (transaction) => {
    // Locks the plan first and the request second, as all code does.
    await holdPlan(transaction, account);
    await transaction.selectFrom("data_request").select("id").where("id", "=", id).forUpdate().execute();
    const found = await updatedRequests(transaction).where("q.id", "=", id).executeTakeFirst();
    if (found === undefined) return "not-needed";
    const verdict = verdictOn(found, now);
    if (verdict !== "new-session" && !(verdict === "failed" && retryFailed)) return "not-needed";
    const request = read(found.source);
    if (request === null) return "invalid";
    const lastDay = lastDayWanted(request);
    const end = movedEnd(lastDay, found.seen ?? now, now);
    const moved = end === lastDay ? request : read(withEnd(request.source, end));
    if (moved === null) return "invalid";
    const run = await enqueueRun(transaction, jobs, {
      account: found.account,
      request: id,
      scan: moved,
      cause: retryFailed ? "admin" : "daily_update",
    });
    // Stored before the run starts, so that one cancelled while it waits does not run again on the same data.
    await transaction.updateTable("run").set({ market_date: now }).where("id", "=", run).execute();
    await transaction
      .updateTable("data_request")
      .set({ body: JSON.stringify(moved.source) })
      .where("id", "=", id)
      .execute();
    return "started";
  });
}
