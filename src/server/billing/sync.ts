import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { newId, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { holdPlan } from "./limits.ts";
import type { PaymentProvider } from "./provider.ts";

/** Customers that one run refreshes; the next run takes the others. */
const MAX_CUSTOMERS_PER_SWEEP = 500;

/** Serializes changes and refreshes of one account's billing over all processes, so that the last state read is the last one written. */
export async function withBilling<Result>(
  db: Db,
  account: string,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('billing'), hashtext(${account}))`.execute(transaction);
    return work(transaction);
  });
}

/** Replaces the stored subscriptions of a customer by those of the provider. */
export async function refreshSubscriptions(
  transaction: Transaction<Schema>,
  provider: PaymentProvider,
  { account, customer }: { readonly account: string; readonly customer: string },
  logger: Logger,
): Promise<void> {
  const found = await provider.subscriptions(customer);
  const products = new Set((await transaction.selectFrom("product").select("id").execute()).map(({ id }) => id));
  await holdPlan(transaction, account);
  for (const { id, product, ...is } of found) {
    if (product === null || !products.has(product)) {
      logger.warn({ subscription: id }, "a subscription at the payment provider has none of our products");
      continue;
    }
    const state = {
      product_id: product,
      status: is.status,
      period_start: is.periodStart,
      period_end: is.periodEnd,
      cancel_at_period_end: is.cancelAtPeriodEnd,
      canceled_at: is.canceledAt,
      ended_at: is.endedAt,
    };
    await transaction
      .insertInto("subscription")
      .values({ id: newId(), account_id: account, provider_id: id, created_at: is.createdAt, ...state })
      .onConflict((conflict) => conflict.column("provider_id").doUpdateSet({ ...state, updated_at: sql`now()` }))
      .execute();
  }
  // A subscription that the provider no longer has is over.
  await transaction
    .updateTable("subscription")
    .set({ status: "canceled", ended_at: sql`now()`, updated_at: sql`now()` })
    .where(own("subscription", account))
    .where("provider_id", "is not", null)
    .where("status", "not in", ["canceled", "incomplete_expired"])
    .$if(found.length > 0, (rest) =>
      rest.where(
        "provider_id",
        "not in",
        found.map(({ id }) => id),
      ),
    )
    .execute();
  await transaction
    .updateTable("billing_customer")
    .set({ synced_at: sql`now()` })
    .where(own("billing_customer", account))
    .execute();
}

/** Refreshes one customer; one that is unknown here is ignored. */
export async function syncCustomer(db: Db, provider: PaymentProvider, customer: string, logger: Logger): Promise<void> {
  const ours = await db
    .selectFrom("billing_customer")
    .select("account_id as account")
    .where("provider_id", "=", customer)
    .executeTakeFirst();
  if (ours === undefined) return;
  await withBilling(db, ours.account, async (transaction) =>
    refreshSubscriptions(transaction, provider, { account: ours.account, customer }, logger),
  );
}

/** Customers to refresh without an event: not read for six hours, or a period has ended since. */
export async function staleCustomers(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("billing_customer as c")
    .select("c.provider_id")
    .where((where) =>
      where.or([
        where("c.synced_at", "is", null),
        where("c.synced_at", "<", sql<Date>`now() - interval '6 hours'`),
        where.exists(
          where
            .selectFrom("subscription as s")
            .select("s.id")
            .whereRef("s.account_id", "=", "c.account_id")
            .whereRef("s.period_end", ">", "c.synced_at")
            .where("s.period_end", "<=", sql<Date>`now()`),
        ),
      ]),
    )
    .orderBy("c.synced_at", (order) => order.asc().nullsFirst())
    .limit(MAX_CUSTOMERS_PER_SWEEP)
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}
