import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Subscription } from "../../contract/index.ts";
import { newId, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { noSuch } from "../problem.ts";
import { IN_FORCE } from "./limits.ts";
import { productItem } from "./products.ts";

/** An account's subscriptions with their products, newest first. */
function subscriptionsOf(db: Db, account: string) {
  return db
    .selectFrom("subscription as s")
    .innerJoin("product as p", "p.id", "s.product_id")
    .selectAll("p")
    .select([
      "s.id as subscription",
      "s.provider_id",
      "s.status",
      "s.period_start",
      "s.period_end",
      "s.cancel_at_period_end",
      "s.canceled_at",
      "s.ended_at",
      "s.created_at",
    ])
    .where(own("subscription as s", account))
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc");
}

export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptionsOf>["executeTakeFirstOrThrow"]>>;

const text = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A subscription as the contract shows it. */
export const subscriptionItem = (row: SubscriptionRow): z.input<typeof Subscription> => ({
  id: row.subscription,
  status: row.status,
  given: row.provider_id === null,
  product: productItem(row),
  current_period_start: text(row.period_start),
  current_period_end: text(row.period_end),
  cancel_at_period_end: row.cancel_at_period_end,
  canceled_at: text(row.canceled_at),
  ended_at: text(row.ended_at),
  created_at: row.created_at.toISOString(),
});

/** Every subscription of an account, of any status, newest first. */
export async function listSubscriptions(db: Db, account: string): Promise<SubscriptionRow[]> {
  return subscriptionsOf(db, account).execute();
}

/** The subscription whose product is in force; null on the free plan. */
export async function activeSubscription(db: Db, account: string): Promise<SubscriptionRow | null> {
  const row = await subscriptionsOf(db, account)
    .clearOrderBy()
    .where("s.status", "in", [...IN_FORCE])
    .orderBy("p.rank", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A subscription of the account; `not-found` where it belongs to another. */
export async function findSubscription(db: Db, account: string, id: string): Promise<SubscriptionRow> {
  const row = await subscriptionsOf(db, account).where("s.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuch("subscription");
  return row;
}

/** Gives an account a product without payment. */
export async function giveProduct(db: Db | Transaction<Schema>, account: string, product: string): Promise<void> {
  await db
    .insertInto("subscription")
    .values({ id: newId(), account_id: account, product_id: product, provider_id: null, status: "active" })
    .execute();
}
