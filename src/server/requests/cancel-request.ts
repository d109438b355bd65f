import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { CANCELLED } from "./run-view.ts";

/** Ends a run that waits or runs; whoever scans it notices. One that is over stays as it is. Gives whether it ended it. */
export async function cancelRun(db: Db, run: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable("run")
      .set({ status: "Cancelled", error: JSON.stringify(CANCELLED), progress: null, ended_at: sql`now()` })
      .where("id", "=", run)
      .where("status", "in", ["Pending", "Running"])
      .returning("id")
      .executeTakeFirst();
    if (ended === undefined) return false;
    await transaction.updateTable("data_request").set({ status: "Cancelled" }).where("run_id", "=", run).execute();
    return true;
  });
}
