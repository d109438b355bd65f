import type { Db } from "../db/index.ts";
import { changeStatus } from "../runs/run-status.ts";

/** Cancels a run that waits or runs; its worker notices. Returns false where it has ended already. */
export async function cancelRun(db: Db, run: string): Promise<boolean> {
  const ended = await db
    .transaction()
    .execute(async (transaction) => changeStatus(transaction, { runs: [run] }, { status: "Cancelled" }));
  return ended.length > 0;
}
