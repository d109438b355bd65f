import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import { ROUTES } from "../../contract/index.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { cancelSubscription, changeCard, checkout, previewChange, subscribe } from "./change-subscription.ts";
import type { BillingCall } from "./change-subscription.ts";
import { customerOf, ensureCustomer } from "./customer.ts";
import { receiveEvent } from "./payment-event.ts";
import type { Payments } from "./payments.ts";
import { productItem } from "./products.ts";
import type { Card, PaymentProvider, ProviderInvoice } from "./provider.ts";
import { subscriptionItem } from "./subscriptions.ts";
import { withBilling } from "./sync.ts";

interface PaymentRouteParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly payments: Payments;
  readonly publicUrl: string;
  readonly logger: Logger;
}

const cardItem = ({ id, brand, last4, expMonth, expYear, charged }: Card) => ({
  id,
  brand,
  last4,
  exp_month: expMonth,
  exp_year: expYear,
  default: charged,
});

const invoiceItem = (invoice: ProviderInvoice) => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  total: invoice.total,
  amount_due: invoice.amountDue,
  amount_paid: invoice.amountPaid,
  currency: invoice.currency,
  created_at: invoice.createdAt.toISOString(),
  url: invoice.url,
  pdf: invoice.pdf,
});

/** Keys of one call: from the caller's own `Idempotency-Key`, so that a repeated call is done once, else new ones. */
function keysOf(actor: SignedIn, reply: FastifyReply): (step: string) => string {
  const { headers, routeOptions } = reply.request;
  const header = headers["idempotency-key"];
  const own = typeof header === "string" && header !== "" ? header : randomUUID();
  return (step) =>
    createHash("sha256")
      .update(JSON.stringify([actor.account.id, routeOptions.url, own, step]))
      .digest("hex");
}

/** Payment: checkout, subscribing and changing, cards, invoices, the provider's own page, and its webhooks. */
export async function paymentRoutes(app: FastifyInstance, parts: PaymentRouteParts): Promise<void> {
  const { db, jobs, payments, publicUrl, logger } = parts;
  const provider = (): PaymentProvider => {
    if (payments.provider === null) throw new ProblemAnswer("no-payments", "This server takes no payments.");
    return payments.provider;
  };
  const call = (actor: SignedIn, reply: FastifyReply): BillingCall => ({
    db,
    provider: provider(),
    actor,
    key: keysOf(actor, reply),
    logger,
  });
  const cards = async (account: string): Promise<readonly Card[]> => {
    const customer = await customerOf(db, account);
    return customer === null ? [] : provider().cards(customer);
  };
  const listed = async (account: string) => ({ items: (await cards(account)).map(cardItem) });

  answer(app, ROUTES.setupCheckout, async ({ actor, body, reply }) => {
    const product = body.product_id ?? null;
    const back = `${publicUrl}${product === null ? "/user-profile/settings" : "/subscriptions"}`;
    const urls = { success: `${back}?checkout=success`, cancel: `${back}?checkout=cancelled` };
    return checkout(call(actor, reply), product, urls);
  });
  answer(app, ROUTES.subscribe, async ({ actor, body, reply }) => {
    const { row, complete } = await subscribe(call(actor, reply), {
      product: body.product_id,
      card: body.payment_method_id ?? null,
      at: body.proration_date ?? null,
    });
    return { subscription: subscriptionItem(row), complete_url: complete };
  });
  answer(app, ROUTES.subscriptionChange, async ({ actor, body }) => {
    const { product, at, preview } = await previewChange({ db, provider: provider(), actor }, body.product_id);
    const { currency, total, amountDue, lines } = preview;
    return {
      product: productItem(product),
      proration_date: at,
      currency,
      total,
      amount_due: amountDue,
      lines: [...lines],
    };
  });
  answer(app, ROUTES.cancelSubscription, async ({ actor, body, reply }) =>
    subscriptionItem(await cancelSubscription(call(actor, reply), body.subscription_id, body.cancel)),
  );
  answer(app, ROUTES.paymentSource, async ({ actor }) => {
    const charged = (await cards(actor.account.id)).find((card) => card.charged);
    return { payment_method: charged === undefined ? null : cardItem(charged) };
  });
  answer(app, ROUTES.paymentMethods, async ({ actor }) => listed(actor.account.id));
  answer(app, ROUTES.attachPaymentMethod, async ({ actor, body, reply }) => {
    await changeCard(call(actor, reply), body.payment_method_id, "attach");
    return listed(actor.account.id);
  });
  answer(app, ROUTES.detachPaymentMethod, async ({ actor, body, reply }) => {
    await changeCard(call(actor, reply), body.payment_method_id, "detach");
    return listed(actor.account.id);
  });
  answer(app, ROUTES.defaultPaymentMethod, async ({ actor, body, reply }) => {
    await changeCard(call(actor, reply), body.payment_method_id, "default");
    return listed(actor.account.id);
  });
  answer(app, ROUTES.invoices, async ({ actor, query: { page, page_size } }) => {
    const customer = await customerOf(db, actor.account.id);
    const all = customer === null ? [] : await provider().invoices(customer);
    const items = all.slice((page - 1) * page_size, page * page_size).map(invoiceItem);
    return { items, total: all.length, page, page_size };
  });
  answer(app, ROUTES.billingPortal, async ({ actor, reply }) => {
    const account = actor.account.id;
    const customer = await withBilling(db, account, async (transaction) => {
      await record(transaction, { action: "payment", account, actor, details: { what: "portal" } });
      return ensureCustomer(transaction, provider(), actor);
    });
    return { url: await provider().portal(customer, `${publicUrl}/subscriptions`, keysOf(actor, reply)("portal")) };
  });
  await app.register(async (scope) => {
    // The signature is over the bytes as they were received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);
    answer(scope, ROUTES.paymentEvent, async ({ reply: { request } }) => {
      const signature = request.headers["stripe-signature"];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(db, jobs, provider(), body, typeof signature === "string" ? signature : "");
      return { success: true as const };
    });
  });
}
