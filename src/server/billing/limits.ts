import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { ScanRequest } from "../../request/index.ts";
import { own } from "../db/index.ts";
import type { Db, ProductTable, Schema, SubscriptionStatus } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/**
 * Statuses under which a subscription's product is in force. A payment that is overdue keeps it while the provider still
 * tries to collect; when it gives up, the status becomes unpaid or canceled and the free plan applies.
 */
export const IN_FORCE = ["active", "trialing", "past_due"] as const satisfies readonly SubscriptionStatus[];

/** Statuses under which the provider collects money. */
export const PAYING = ["active", "past_due"] as const satisfies readonly SubscriptionStatus[];

const DAILY_UPDATES_HINT = "Upgrade subscription to enable daily updates";

type DbOrTransaction = Db | Transaction<Schema>;

/** The product of an account: that of its best subscription in force, else the free plan. */
export async function productOf(db: DbOrTransaction, account: string): Promise<ProductTable> {
  const subscribed = await db
    .selectFrom("subscription as s")
    .innerJoin("product as p", "p.id", "s.product_id")
    .selectAll("p")
    .where(own("subscription as s", account))
    .where("s.status", "in", [...IN_FORCE])
    .orderBy("p.rank", "desc")
    .limit(1)
    .executeTakeFirst();
  return subscribed ?? db.selectFrom("product").selectAll().where("plan_type", "=", "free").executeTakeFirstOrThrow();
}

/** A field of an account's product, as `productOf` finds it, for statements over many accounts. */
export const inForce = <Field extends "id" | "name" | "daily_updates">(
  account: RawBuilder<string>,
  field: Field,
): RawBuilder<ProductTable[Field]> => sql`COALESCE(
  (SELECT p.${sql.ref(field)} FROM subscription s JOIN product p ON p.id = s.product_id
    WHERE s.account_id = ${account} AND s.status IN (${sql.join([...IN_FORCE])}) ORDER BY p.rank DESC LIMIT 1),
  (SELECT p.${sql.ref(field)} FROM product p WHERE p.plan_type = 'free'))`;

/** The limits of an account. */
interface Limits {
  /** Name of the product they come from. */
  readonly plan: string;
  readonly filters: number;
  readonly columns: number;
  readonly dailyUpdates: boolean;
  /** Scans of the account that run at the same time. */
  readonly requestsAtOnce: number;
}

/** The limits in force for an account. */
export async function limitsOf(db: DbOrTransaction, account: string): Promise<Limits> {
  const product = await productOf(db, account);
  return {
    plan: product.name,
    filters: product.number_of_filter,
    columns: product.number_of_columns,
    dailyUpdates: product.daily_updates,
    requestsAtOnce: product.requests_at_once,
  };
}

/** Locks the account's plan until the transaction ends, so that changes of the subscription wait. */
export async function holdPlan(transaction: Transaction<Schema>, account: string): Promise<void> {
  await transaction
    .selectFrom("account")
    .select("id")
    .where("id", "=", account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Throws the answer `limit-reached`, naming each limit, where a request is larger than the account's plan allows. */
export async function requireWithinLimits(
  db: DbOrTransaction,
  account: string,
  { filters, columns, options }: Pick<ScanRequest, "filters" | "columns" | "options">,
): Promise<void> {
  const limits = await limitsOf(db, account);
  const counted = [
    { path: "filters", code: "number_of_filter", count: filters.length, limit: limits.filters },
    { path: "columns", code: "number_of_columns", count: columns.length, limit: limits.columns },
  ];
  const errors = counted
    .filter(({ count, limit }) => count > limit)
    .map(({ path, code, count, limit }) => ({
      path,
      code,
      message: `The plan ${limits.plan} allows ${limit} ${path} in a request; this one has ${count}.`,
    }));
  if (options.data_updates && !limits.dailyUpdates) {
    errors.push({ path: "options.data_updates", code: "daily_updates", message: DAILY_UPDATES_HINT });
  }
  const [first] = errors;
  if (first !== undefined) throw new ProblemAnswer("limit-reached", first.message, errors);
}

/** Throws `limit-reached` where the account's plan has no daily updates. */
export async function requireDailyUpdates(db: DbOrTransaction, account: string): Promise<void> {
  await requireWithinLimits(db, account, {
    filters: [],
    columns: [],
    options: { data_updates: true, email_notification: false, overwrite: false },
  });
}
