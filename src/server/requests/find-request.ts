import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { OPEN_STATUSES } from "../runs/run-status.ts";
import type { KeptResult, RunView } from "../runs/run-view.ts";

/** A request of that account with its newest run; null where there is none, or it is in the trash. */
export async function findRequest(db: Db, account: string, id: string): Promise<RunView | null> {
  const row = await db
    .selectFrom("data_request as q")
    .innerJoin("run as r", "r.id", "q.run_id")
    .select([
      "q.id",
      "r.id as run",
      "q.name",
      "q.created_at",
      "r.status",
      "r.meta",
      "r.progress",
      "r.error",
      "r.finished",
    ])
    .where(own("data_request as q", account, { id }))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { created_at: created, ...view } = row;
  const older = view.status === "Finished" ? null : await olderResult(db, id);
  return { ...view, created, preview: false, older };
}

/** The body of a request in the trash of that account; null where there is none. */
export async function trashedRequest(db: Db, account: string, id: string): Promise<object | null> {
  const row = await db
    .selectFrom("data_request")
    .select("body")
    .where(own("data_request", account, { id, place: "trash" }))
    .executeTakeFirst();
  return row?.body ?? null;
}

/** The last result of the request, which stays while a new run is running or has failed. */
async function olderResult(db: Db, request: string): Promise<KeptResult | null> {
  const row = await db
    .selectFrom("run")
    .select(["id as run", "meta", "finished", "ended_at as ended"])
    .where("data_request_id", "=", request)
    .where("status", "=", "Finished")
    .where("result_dropped_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { finished, ended, ...result } = row;
  return finished === null || ended === null ? null : { ...result, finished, ended };
}

/** Number of runs that started to wait before this one and have not ended. */
export async function waitingBefore(db: Db, run: string): Promise<number> {
  const { before } = await db
    .selectFrom("run as r")
    .innerJoin("run as mine", (join) => join.on("mine.id", "=", run).on("mine.status", "=", "Pending"))
    .select(({ fn }) => fn.countAll<string>().as("before"))
    .where("r.status", "in", OPEN_STATUSES)
    .whereRef("r.created_at", "<", "mine.created_at")
    .executeTakeFirstOrThrow();
  return Number(before);
}
