import type { Db } from "../db/index.ts";
import { changeStatus } from "../runs/run-status.ts";

/** Ends a run that waits or runs; whoever scans it notices. One that is over stays as it is. Gives whether it ended it. */
export async function cancelRun(db: Db, run: string): Promise<boolean> {
  const ended = await db
    .transaction()
    .execute(async (transaction) => changeStatus(transaction, { runs: [run] }, { status: "Cancelled" }));
  return ended.length > 0;
}
