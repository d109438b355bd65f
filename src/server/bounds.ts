import type { Transaction } from "kysely";
import { lockAccount, own } from "./db/index.ts";
import type { Db, Schema } from "./db/index.ts";
import { ProblemAnswer } from "./problem.ts";

/** How many of a kind one account may have, and how many more may wait in the trash for their removal. */
const MAX_PER_ACCOUNT = {
  folder: { max: 500, maxTrashed: 1_500, what: "folders" },
  template: { max: 500, maxTrashed: 1_500, what: "templates" },
  data_request: { max: 20_000, maxTrashed: 60_000, what: "data requests" },
} as const;

/** Adds one to an account under its lock. Throws `limit-reached` where the account has the maximum. */
export async function addWithinBound<T>(
  db: Db,
  account: string,
  kind: keyof typeof MAX_PER_ACCOUNT,
  add: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await requireRoomFor(transaction, account, kind);
    return add(transaction);
  });
}

/** The same within a transaction. */
export async function requireRoomFor(
  transaction: Transaction<Schema>,
  account: string,
  kind: keyof typeof MAX_PER_ACCOUNT,
): Promise<void> {
  const { max, maxTrashed, what } = MAX_PER_ACCOUNT[kind];
  await lockAccount(transaction, account);
  const counted = await transaction
    .selectFrom(kind)
    .select(({ fn }) => [fn.countAll<string>().as("all"), fn.count<string>("deleted_at").as("deleted")])
    .where(own(kind, account, { place: "anywhere" }))
    .executeTakeFirstOrThrow();
  const deleted = Number(counted.deleted);
  if (Number(counted.all) - deleted >= max) {
    const whole = max.toLocaleString("en-US");
    throw new ProblemAnswer("limit-reached", `An account has at most ${whole} ${what}. Delete some first.`);
  }
  if (deleted >= maxTrashed) {
    throw new ProblemAnswer("limit-reached", `Too many deleted ${what} wait to be removed, which takes 30 days.`);
  }
}
