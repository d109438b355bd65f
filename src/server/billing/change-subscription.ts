import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { HOUR_SECONDS } from "../../vocabulary/index.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { own } from "../db/index.ts";
import type { Db, ProductTable, Schema, SubscriptionStatus } from "../db/index.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";
import { customerOf, ensureCustomer } from "./customer.ts";
import type { ChangePreview, PaymentProvider } from "./provider.ts";
import { noCard } from "./stripe-provider.ts";
import { findSubscription } from "./subscriptions.ts";
import type { SubscriptionRow } from "./subscriptions.ts";
import { refreshSubscriptions, withBilling } from "./sync.ts";

/** What every change of a subscription needs. */
export interface BillingCall {
  readonly db: Db;
  readonly provider: PaymentProvider;
  readonly actor: SignedIn;
  /** Idempotency key for one step of this call; a repeated call has the same keys. */
  readonly key: (step: string) => string;
  readonly logger: Logger;
}

/** Statuses in which a subscription can be changed; in the others a new one may be started. */
const CHANGEABLE = ["active", "trialing", "past_due", "unpaid"] as const satisfies readonly SubscriptionStatus[];
/** Seconds for which a preview is good. */
const PREVIEW_SECONDS = HOUR_SECONDS;

/** A product that costs money. */
async function paidProduct(db: Db, id: string): Promise<ProductTable> {
  const product = await db
    .selectFrom("product")
    .selectAll()
    .where("id", "=", id)
    .where("offered", "=", true)
    .executeTakeFirst();
  if (product === undefined) throw noSuch("product");
  if (product.plan_type === "free") {
    throw new ProblemAnswer("invalid-request", "The free plan is there by itself: cancel the subscription instead.");
  }
  return product;
}

interface RunningSubscription {
  readonly id: string;
  readonly provider_id: string;
  readonly product_id: string;
  readonly cancel_at_period_end: boolean;
}

async function runningSubscription(db: Db | Transaction<Schema>, account: string): Promise<RunningSubscription | null> {
  const row = await db
    .selectFrom("subscription")
    .select(["id", "provider_id", "product_id", "cancel_at_period_end"])
    .where(own("subscription", account))
    .where("provider_id", "is not", null)
    .where("status", "in", [...CHANGEABLE])
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.provider_id === null ? null : { ...row, provider_id: row.provider_id };
}

/** Runs a change of an account's billing under its lock, with the provider's current state read before and after it. */
async function withBillingChange<Result>(
  call: BillingCall,
  what: string,
  work: (transaction: Transaction<Schema>, customer: string) => Promise<Result>,
): Promise<Result> {
  const { db, provider, actor, logger } = call;
  const account = actor.account.id;
  // Stored even where the change fails, so that the provider has only one customer for the account.
  const customer = await withBilling(db, account, async (transaction) => ensureCustomer(transaction, provider, actor));
  return withBilling(db, account, async (transaction) => {
    await refreshSubscriptions(transaction, provider, { account, customer }, logger);
    const result = await work(transaction, customer);
    await refreshSubscriptions(transaction, provider, { account, customer }, logger);
    await record(transaction, { action: "payment", account, actor, details: { what } });
    return result;
  });
}

/** Opens the provider's page to subscribe to a product or, without one, to save a card. */
export async function checkout(
  call: BillingCall,
  product: string | null,
  urls: { readonly success: string; readonly cancel: string },
): Promise<{ readonly id: string; readonly url: string }> {
  const wanted = product === null ? null : await paidProduct(call.db, product);
  return withBillingChange(call, "checkout", async (transaction, customer) => {
    if (wanted !== null && (await runningSubscription(transaction, call.actor.account.id)) !== null) {
      throw new ProblemAnswer("conflict", "There is a subscription already. Change it instead.");
    }
    return call.provider.checkout({ customer, product: wanted, ...urls }, call.key("checkout"));
  });
}

interface SubscribeResult {
  readonly row: SubscriptionRow;
  /** The page on which the payment is completed; null where it is complete. */
  readonly complete: string | null;
}

/** Subscribes with a saved card, or changes the running subscription, charged as previewed. */
export async function subscribe(
  call: BillingCall,
  wanted: { readonly product: string; readonly card: string | null; readonly at: number | null },
): Promise<SubscribeResult> {
  const { db, provider, actor, key } = call;
  const account = actor.account.id;
  const product = await paidProduct(db, wanted.product);
  const now = Math.floor(Date.now() / 1000);
  if (wanted.at !== null && (wanted.at > now + 60 || wanted.at < now - PREVIEW_SECONDS)) {
    throw new ProblemAnswer("invalid-request", "The preview has expired. Ask for a new one.", [
      { path: "proration_date", message: "Not within the last hour." },
    ]);
  }
  const { providerId, complete } = await withBillingChange(
    call,
    `subscribe ${product.id}`,
    async (transaction, customer) => {
      const cards = await provider.cards(customer);
      if (wanted.card !== null && !cards.some(({ id }) => id === wanted.card)) throw noCard();
      const live = await runningSubscription(transaction, account);
      if (live !== null) {
        if (live.product_id !== product.id)
          await provider.change(live.provider_id, product, wanted.at ?? now, key("change"));
        if (live.cancel_at_period_end) await provider.cancelAtPeriodEnd(live.provider_id, false, key("keep"));
        return { providerId: live.provider_id, complete: null };
      }
      for (const id of await unpaidSubscriptions(transaction, account)) await provider.end(id, key(`end ${id}`));
      const card = wanted.card ?? cards.find(({ charged }) => charged)?.id ?? cards[0]?.id ?? null;
      if (card === null) throw new ProblemAnswer("payment-failed", "There is no payment method yet.");
      const made = await provider.subscribe({ customer, product, card }, key("subscribe"));
      return { providerId: made.id, complete: made.complete };
    },
  );
  const { id } = await db
    .selectFrom("subscription")
    .select("id")
    .where(own("subscription", account))
    .where("provider_id", "=", providerId)
    .executeTakeFirstOrThrow();
  return { row: await findSubscription(db, account, id), complete };
}

/** Subscriptions whose first payment never came. */
async function unpaidSubscriptions(transaction: Transaction<Schema>, account: string): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom("subscription")
    .select("provider_id")
    .where(own("subscription", account))
    .where("status", "=", "incomplete")
    .execute();
  return rows.flatMap(({ provider_id }) => provider_id ?? []);
}

/** What a change to a product would cost now, and at which second. */
export async function previewChange(
  { db, provider, actor }: Pick<BillingCall, "db" | "provider" | "actor">,
  id: string,
): Promise<{ readonly product: ProductTable; readonly at: number; readonly preview: ChangePreview }> {
  const product = await paidProduct(db, id);
  const live = await runningSubscription(db, actor.account.id);
  const customer = await customerOf(db, actor.account.id);
  if (live === null || customer === null) {
    throw new ProblemAnswer("not-found", "There is no subscription to change. Subscribe instead.");
  }
  const at = Math.floor(Date.now() / 1000);
  if (live.product_id === product.id) {
    return { product, at, preview: { currency: product.currency, total: 0, amountDue: 0, lines: [] } };
  }
  return { product, at, preview: await provider.previewChange(customer, live.provider_id, product, at) };
}

/** Cancels a subscription at the end of its period, or takes that back. */
export async function cancelSubscription(call: BillingCall, id: string, on: boolean): Promise<SubscriptionRow> {
  const { db, provider, actor, key } = call;
  const { provider_id: given } = await findSubscription(db, actor.account.id, id);
  if (given === null)
    throw new ProblemAnswer("conflict", "This subscription is complimentary; there is nothing to cancel.");
  await withBillingChange(call, on ? "cancel" : "keep", async (transaction) => {
    const live = await runningSubscription(transaction, actor.account.id);
    if (live?.provider_id !== given) throw new ProblemAnswer("conflict", "This subscription is over already.");
    if (live.cancel_at_period_end !== on) await provider.cancelAtPeriodEnd(given, on, key("cancel"));
  });
  return findSubscription(db, actor.account.id, id);
}

/** Saves a card, removes it, or makes it the one that is charged. */
export async function changeCard(
  call: BillingCall,
  card: string,
  change: "attach" | "detach" | "default",
): Promise<void> {
  const { provider, key } = call;
  await withBillingChange(call, `${change} card`, async (_, customer) => {
    if (change === "attach") return provider.attach(customer, card, key("attach"));
    if (!(await provider.cards(customer)).some(({ id }) => id === card)) throw noCard();
    return change === "detach"
      ? provider.detach(card, key("detach"))
      : provider.setDefault(customer, card, key("default"));
  });
}
