import { Stripe } from "stripe";
import { isOneOf, SUBSCRIPTION_STATUSES } from "../../vocabulary/index.ts";
import type { ProductTable } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { PaymentProvider, ProviderInvoice, ProviderSubscription } from "./provider.ts";

interface StripeSettings {
  readonly key: string;
  /** Null where none is configured: webhooks are refused then. */
  readonly webhookSecret: string | null;
  /** Port on loopback of the test provider; null for the real one. */
  readonly testPort: number | null;
}

/** Seconds of a webhook's age after which its signature no longer counts. */
const WEBHOOK_TOLERANCE_SECONDS = 300;
const MAX_INVOICES = 1_000;
const INVOICE_STATUSES = ["open", "paid", "uncollectible", "void"] as const;
const RUNNING_STATUSES = new Set<string>(["active", "trialing", "past_due", "unpaid", "incomplete"]);

const moment = (time: number): Date => new Date(time * 1000);
const idOf = (field: string | { readonly id: string }): string => (typeof field === "string" ? field : field.id);

/** Awaits a call and turns the provider's errors into our answers; a mistake of ours stays an exception. */
async function callStripe<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new ProblemAnswer("payment-failed", error.message);
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      throw new ProblemAnswer("conflict", "The Idempotency-Key was used for something else.");
    }
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    ) {
      throw new ProblemAnswer("payment-provider", "The payment provider does not answer. Try again soon.", [], 10);
    }
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** The lookup key of a price contains its amount, so that a changed product gets a new price and running subscriptions keep theirs. */
const lookupKey = ({ id, price, currency, billing_interval: interval }: ProductTable): string =>
  `scanbook_${id}_${price}_${currency}_${interval}`;

const isStatus = isOneOf(SUBSCRIPTION_STATUSES);

function subscription(from: Stripe.Subscription): ProviderSubscription | null {
  const [item] = from.items.data;
  // A paused or empty subscription gives no product.
  if (item === undefined || !isStatus(from.status)) return null;
  return {
    id: from.id,
    product: item.price.metadata["product"] ?? null,
    status: from.status,
    periodStart: moment(item.current_period_start),
    periodEnd: moment(item.current_period_end),
    cancelAtPeriodEnd: from.cancel_at_period_end,
    canceledAt: from.canceled_at === null ? null : moment(from.canceled_at),
    endedAt: from.ended_at === null ? null : moment(from.ended_at),
    createdAt: moment(from.created),
  };
}

function invoice(from: Stripe.Invoice): ProviderInvoice[] {
  // A draft is not an invoice yet.
  const status = INVOICE_STATUSES.find((known) => known === from.status);
  if (status === undefined) return [];
  return [
    {
      id: from.id,
      number: from.number,
      status,
      total: from.total,
      amountDue: from.amount_due,
      amountPaid: from.amount_paid,
      currency: from.currency,
      createdAt: moment(from.created),
      url: from.hosted_invoice_url ?? null,
      pdf: from.invoice_pdf ?? null,
    },
  ];
}

/** Stripe by its library; with a `testPort` the library speaks to the test provider of this process. */
export function stripeProvider({ key: secret, webhookSecret, testPort }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secret, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(testPort === null ? {} : { host: "127.0.0.1", port: testPort, protocol: "http" as const }),
  });

  const priceOf = async (product: ProductTable): Promise<string> => {
    const lookup = lookupKey(product);
    const { data } = await stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 });
    const [found] = data;
    if (found !== undefined) return found.id;
    const made = await stripe.prices.create(
      {
        currency: product.currency,
        unit_amount: product.price,
        recurring: { interval: product.billing_interval },
        lookup_key: lookup,
        product_data: { name: product.name },
        metadata: { product: product.id },
      },
      { idempotencyKey: `price ${lookup}` },
    );
    return made.id;
  };
  const itemOf = async (id: string): Promise<string> => {
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
    if (item === undefined) throw new Error(`The subscription ${id} has no item.`);
    return item.id;
  };
  const listed = async (customer: string): Promise<Stripe.Subscription[]> => {
    try {
      return await stripe.subscriptions
        .list({ customer, status: "all", limit: 100 })
        .autoPagingToArray({ limit: 1_000 });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const defaultCard = async (customer: string): Promise<string | null> => {
    const live = (await listed(customer)).find(({ status }) => RUNNING_STATUSES.has(status));
    if (live?.default_payment_method) return idOf(live.default_payment_method);
    const found = await stripe.customers.retrieve(customer);
    const method = found.deleted === true ? null : found.invoice_settings.default_payment_method;
    return method === null ? null : idOf(method);
  };

  return {
    createCustomer: async ({ account, email, name }, idempotencyKey) =>
      (await callStripe(stripe.customers.create({ email, name, metadata: { account } }, { idempotencyKey }))).id,

    async checkout({ customer, product, success, cancel }, idempotencyKey) {
      // Two open checkout pages could become two subscriptions.
      const open = await callStripe(stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }));
      for (const { id } of open.data) {
        await callStripe(stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire ${id}` }));
      }
      const { id, url } = await callStripe(
        stripe.checkout.sessions.create(
          {
            customer,
            success_url: success,
            cancel_url: cancel,
            ...(product === null
              ? { mode: "setup" as const, currency: "usd" }
              : {
                  mode: "subscription" as const,
                  line_items: [{ price: await callStripe(priceOf(product)), quantity: 1 }],
                }),
          },
          { idempotencyKey },
        ),
      );
      if (url === null) throw new Error("The checkout session has no page.");
      return { id, url };
    },

    subscriptions: async (customer) =>
      (await callStripe(listed(customer))).flatMap((found) => subscription(found) ?? []),

    async subscribe({ customer, product, card }, idempotencyKey) {
      const made = await callStripe(
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price: await callStripe(priceOf(product)) }],
            payment_behavior: "allow_incomplete",
            expand: ["latest_invoice"],
            ...(card === null ? {} : { default_payment_method: card }),
          },
          { idempotencyKey },
        ),
      );
      const open = made.status === "incomplete" ? made.latest_invoice : null;
      return {
        id: made.id,
        complete: open === null || typeof open === "string" ? null : (open.hosted_invoice_url ?? null),
      };
    },

    async change(id, product, at, idempotencyKey) {
      const price = await callStripe(priceOf(product));
      const item = await callStripe(itemOf(id));
      await callStripe(
        stripe.subscriptions.update(
          id,
          {
            items: [{ id: item, price }],
            proration_behavior: "always_invoice",
            proration_date: at,
            payment_behavior: "error_if_incomplete",
          },
          { idempotencyKey },
        ),
      );
    },

    async previewChange(customer, id, product, at) {
      const price = await callStripe(priceOf(product));
      const item = await callStripe(itemOf(id));
      const preview = await callStripe(
        stripe.invoices.createPreview({
          customer,
          subscription: id,
          subscription_details: {
            items: [{ id: item, price }],
            proration_behavior: "always_invoice",
            proration_date: at,
          },
        }),
      );
      return {
        currency: preview.currency,
        total: preview.total,
        amountDue: preview.amount_due,
        lines: preview.lines.data.map(({ description, amount }) => ({ description: description ?? "", amount })),
      };
    },

    async cancelAtPeriodEnd(id, on, idempotencyKey) {
      await callStripe(stripe.subscriptions.update(id, { cancel_at_period_end: on }, { idempotencyKey }));
    },

    async end(id, idempotencyKey) {
      await callStripe(stripe.subscriptions.cancel(id, {}, { idempotencyKey }));
    },

    async cards(customer) {
      const { data } = await callStripe(stripe.customers.listPaymentMethods(customer, { type: "card", limit: 100 }));
      const charged = await callStripe(defaultCard(customer));
      return data.flatMap(({ id, card }) =>
        card === undefined
          ? []
          : [
              {
                id,
                brand: card.brand,
                last4: card.last4,
                expMonth: card.exp_month,
                expYear: card.exp_year,
                charged: id === charged,
              },
            ],
      );
    },

    async attach(customer, card, idempotencyKey) {
      try {
        await callStripe(stripe.paymentMethods.attach(card, { customer }, { idempotencyKey }));
      } catch (error) {
        // The same answer for an unknown card and for another customer's.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) throw noCard();
        throw error;
      }
    },

    async detach(card, idempotencyKey) {
      await callStripe(stripe.paymentMethods.detach(card, {}, { idempotencyKey }));
    },

    async setDefault(customer, card, idempotencyKey) {
      await callStripe(
        stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }, { idempotencyKey }),
      );
      for (const { id, status } of await callStripe(listed(customer))) {
        if (!RUNNING_STATUSES.has(status)) continue;
        await callStripe(
          stripe.subscriptions.update(
            id,
            { default_payment_method: card },
            { idempotencyKey: `${idempotencyKey} ${id}` },
          ),
        );
      }
    },

    invoices: async (customer) =>
      (
        await callStripe(stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MAX_INVOICES }))
      ).flatMap(invoice),

    portal: async (customer, back, idempotencyKey) =>
      (await callStripe(stripe.billingPortal.sessions.create({ customer, return_url: back }, { idempotencyKey }))).url,

    readEvent(body, signature) {
      if (webhookSecret === null) return null;
      if (!/(^|,)t=\d+(,|$)/.test(signature) || !/(^|,)v1=[0-9a-f]+(,|$)/.test(signature)) return null;
      try {
        const { id, type, data } = stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          WEBHOOK_TOLERANCE_SECONDS,
        );
        return { id, type, customer: customerOf(data.object) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
    },
  };
}

export const noCard = (): ProblemAnswer => new ProblemAnswer("not-found", "There is no payment method with this id.");

/** The customer that an event is about: its object, or the owner of its object. */
function customerOf(object: object): string | null {
  if ("object" in object && object.object === "customer" && "id" in object && typeof object.id === "string")
    return object.id;
  if (!("customer" in object)) return null;
  const { customer } = object;
  if (typeof customer === "string") return customer;
  return customer !== null && typeof customer === "object" && "id" in customer && typeof customer.id === "string"
    ? customer.id
    : null;
}
