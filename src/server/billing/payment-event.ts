import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { ProblemAnswer } from "../problem.ts";
import type { PaymentProvider } from "./provider.ts";

/**
 * Receives an event of the provider. The state in it is not used: it only causes the customer to be read again, so that
 * events may come twice, late and out of order. Returns after the commit, that of the job included.
 */
export async function receiveEvent(
  db: Db,
  jobs: Jobs,
  provider: PaymentProvider,
  body: Buffer,
  signature: string,
): Promise<void> {
  const event = provider.readEvent(body, signature);
  if (event === null) throw new ProblemAnswer("bad-request", "The signature is not valid.");
  const { id, type, customer } = event;
  await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("billing_event")
      .values({ id, type, customer })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n || customer === null) return;
    await jobs.enqueue(transaction, "billing-sync", { customer });
  });
}
