import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { record } from "../audit.ts";
import type { Db, Schema, SubscriptionStatus } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { customerOf } from "./customer.ts";
import type { PaymentProvider } from "./provider.ts";
import { refreshSubscriptions, withBilling } from "./sync.ts";

/** Under these the provider collects nothing any more. */
const OVER = ["canceled", "incomplete_expired"] as const satisfies readonly SubscriptionStatus[];
/** Under these the period is paid for, or is a gift. */
const PAID = ["active", "trialing"] as const satisfies readonly SubscriptionStatus[];

/** Enqueues the end of the subscriptions of an account that was blocked or is in the trash; nothing where it never paid. */
export async function enqueueEnd(transaction: Transaction<Schema>, jobs: Jobs, account: string): Promise<void> {
  const customer = await customerOf(transaction, account);
  if (customer !== null) await jobs.enqueue(transaction, "billing-end", { account, customer });
}

type Ending = "now" | "with-period" | "not";

/** The same for a customer that was refreshed: a checkout may be completed after its account was removed. */
export async function endWhereGone(db: Db, jobs: Jobs, customer: string): Promise<void> {
  const found = await db
    .selectFrom("billing_customer as c")
    .innerJoin("account as a", "a.id", "c.account_id")
    .select("a.id")
    .where("c.provider_id", "=", customer)
    .where((where) =>
      where.exists(
        where
          .selectFrom("subscription as s")
          .select("s.id")
          .whereRef("s.account_id", "=", "a.id")
          .where("s.provider_id", "is not", null)
          .where("s.status", "not in", [...OVER])
          .where((or) =>
            or.or([
              or("a.deleted_at", "is not", null),
              or.and([
                or("a.status", "=", "blocked"),
                or.not(or.and([or("s.cancel_at_period_end", "=", true), or("s.status", "in", [...PAID])])),
              ]),
            ]),
          ),
      ),
    )
    .executeTakeFirst();
  if (found !== undefined) await db.transaction().execute((transaction) => enqueueEnd(transaction, jobs, found.id));
}

/** How the subscriptions of an account end: at once where it is removed, with their period where it is blocked. */
async function endingOf(db: Db, account: string): Promise<Ending> {
  const found = await db
    .selectFrom("account")
    .select(["status", "deleted_at"])
    .where("id", "=", account)
    .executeTakeFirst();
  if (found === undefined || found.deleted_at !== null) return "now";
  return found.status === "blocked" ? "with-period" : "not";
}

interface EndParts {
  readonly db: Db;
  readonly provider: PaymentProvider;
  readonly logger: Logger;
  /** Idempotency key of this job, so that a second run repeats no write. */
  readonly job: string;
}

/**
 * Ends the subscriptions of an account that is removed or blocked, by the current state of the provider and of the
 * account: a second run finds nothing to do, and an account that was restored meanwhile keeps its subscriptions.
 */
export async function endSubscriptions(
  { db, provider, logger, job }: EndParts,
  { account, customer }: { readonly account: string; readonly customer: string },
): Promise<void> {
  await withBilling(db, account, async (transaction) => {
    const ending = await endingOf(db, account);
    if (ending === "not") return;
    const ended: string[] = [];
    for (const { id, status, cancelAtPeriodEnd } of await provider.subscriptions(customer)) {
      if (includes(OVER, status)) continue;
      if (ending === "with-period" && includes(PAID, status)) {
        if (cancelAtPeriodEnd) continue;
        await provider.cancelAtPeriodEnd(id, true, `${job} ${id}`);
      } else {
        await provider.end(id, `${job} ${id}`);
      }
      ended.push(id);
    }
    // A deleted account has no rows to update.
    if ((await customerOf(transaction, account)) === customer) {
      await refreshSubscriptions(transaction, provider, { account, customer }, logger);
    }
    if (ended.length === 0) return;
    await record(transaction, {
      action: "payment",
      account,
      actor: { kind: "anonymous", address: "server" },
      details: { what: ending === "now" ? "end: the account is gone" : "cancel: the account is blocked", ended },
    });
  });
}

const includes = (statuses: readonly SubscriptionStatus[], status: SubscriptionStatus): boolean =>
  statuses.includes(status);
