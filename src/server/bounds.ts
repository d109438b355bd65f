import type { Transaction } from "kysely";
import { lockAccount, own } from "./db/index.ts";
import type { Db, Schema } from "./db/index.ts";
import { ProblemAnswer } from "./problem.ts";

/** What of a kind one account may have, and how much more of it may wait in the trash to be removed for good. */
const BOUNDS = {
  folder: { most: 500, trashed: 1_500, what: "folders" },
  template: { most: 500, trashed: 1_500, what: "templates" },
  data_request: { most: 20_000, trashed: 60_000, what: "data requests" },
} as const;

/** Adds one to an account, two at once one after the other. Throws `limit-reached` where it has as many as it may. */
export async function within<T>(
  db: Db,
  account: string,
  kind: keyof typeof BOUNDS,
  add: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await mayHave(transaction, account, kind);
    return add(transaction);
  });
}

/** The same within a transaction. */
export async function mayHave(
  transaction: Transaction<Schema>,
  account: string,
  kind: keyof typeof BOUNDS,
): Promise<void> {
  const { most, trashed, what } = BOUNDS[kind];
  await lockAccount(transaction, account);
  const counted = await transaction
    .selectFrom(kind)
    .select(({ fn }) => [fn.countAll<string>().as("all"), fn.count<string>("deleted_at").as("deleted")])
    .where(own(kind, account, { place: "anywhere" }))
    .executeTakeFirstOrThrow();
  const deleted = Number(counted.deleted);
  if (Number(counted.all) - deleted >= most) {
    const whole = most.toLocaleString("en-US");
    throw new ProblemAnswer("limit-reached", `An account has at most ${whole} ${what}. Delete some first.`);
  }
  if (deleted >= trashed) {
    throw new ProblemAnswer("limit-reached", `Too many deleted ${what} wait to be removed, which takes 30 days.`);
  }
}
