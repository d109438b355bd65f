import { z } from "zod";
import { BILLING_INTERVALS, PLAN_TYPES, SUBSCRIPTION_STATUSES } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import { RunId } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** What charts show under a product: days as yyyy-MM-dd, both included. */
export const ChartingProduct = z.strictObject({
  date_range: z.strictObject({ start_date: z.string(), end_date: z.string() }),
  chart_export_enabled: z.boolean(),
  chart_indicator_enabled: z.boolean(),
  chart_timeframe: z.array(z.string()).readonly(),
});

export const Product = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  plan_type: z.enum(PLAN_TYPES),
  /** In the smallest unit of the currency, once an interval. */
  price: z.int(),
  currency: z.string(),
  interval: z.enum(BILLING_INTERVALS),
  /** Filters and columns of one request at most; templates are not counted. */
  number_of_filter: z.int(),
  number_of_columns: z.int(),
  daily_updates: z.boolean(),
  /** Scans that run at the same time. */
  requests_at_once: z.int(),
  chart: ChartingProduct,
});
export type Product = z.infer<typeof Product>;

const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);

export const Subscription = z.strictObject({
  id: z.string(),
  status: SubscriptionStatus,
  /** Given without payment; it cannot be changed or cancelled. */
  given: z.boolean(),
  product: Product,
  current_period_start: z.string().nullable(),
  current_period_end: z.string().nullable(),
  /** It runs until the end of the period and then no more. */
  cancel_at_period_end: z.boolean(),
  canceled_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
});
export type Subscription = z.infer<typeof Subscription>;

/** The subscription whose product is in force and that product; on the free plan there is none. */
export const ActiveSubscription = z.strictObject({ subscription: Subscription.nullable(), product: Product });

export const ProductId = z.string().regex(/^[a-z_]{1,40}$/);
const MethodId = z.string().regex(/^[A-Za-z0-9_]{1,200}$/);

/** Without a product only a card is kept. */
const CheckoutBody = z.strictObject({ product_id: ProductId.optional() });
const CheckoutSession = z.strictObject({ id: z.string(), url: z.string() });

const SubscribeBody = z.strictObject({
  product_id: ProductId,
  /** Left out, the card that is charged by default. */
  payment_method_id: MethodId.optional(),
  /** Of the preview, so that the charge is the previewed amount; valid for an hour. */
  proration_date: z.int().optional(),
});
const Subscribed = z.strictObject({
  subscription: Subscription,
  /** Where its payment is completed, when the bank asks or the card did not pay; null where nothing is left to do. */
  complete_url: z.string().nullable(),
});

const ChangeBody = z.strictObject({ product_id: ProductId });
/**
 * Amounts in the smallest unit of the currency; what is given back is negative and stays as credit for later invoices.
 */
export const SubscriptionChange = z.strictObject({
  product: Product,
  /** Unix seconds. */
  proration_date: z.int(),
  currency: z.string(),
  total: z.int(),
  amount_due: z.int(),
  lines: z.array(z.strictObject({ description: z.string(), amount: z.int() })),
});
export type SubscriptionChange = z.infer<typeof SubscriptionChange>;

/** With `cancel: false` a cancellation is withdrawn. */
const CancelBody = z.strictObject({ subscription_id: RunId, cancel: z.boolean().default(true) });

export const PaymentMethod = z.strictObject({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  /** It is the one that is charged. */
  default: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;
const PaymentMethods = z.strictObject({ items: z.array(PaymentMethod) });
const PaymentMethodBody = z.strictObject({ payment_method_id: MethodId });

export const Invoice = z.strictObject({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(["open", "paid", "uncollectible", "void"]),
  total: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  created_at: z.string(),
  /** The provider's page of it, where an open one is paid. */
  url: z.string().nullable(),
  pdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;
const InvoiceQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
});
const InvoiceList = z.strictObject({
  items: z.array(Invoice),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

/** Limit of calls that reach the payment provider. */
const PAYING = { calls: 30, seconds: 60 } as const;

/** Products, subscriptions, payment. */
export const BILLING_ROUTES = {
  products: {
    method: "GET",
    path: "/v1/products/active",
    summary: "What can be subscribed to, with limits and price",
    access: "public",
    answer: z.strictObject({ items: z.array(Product) }),
    status: 200,
    problems: [],
  },
  myProduct: {
    method: "GET",
    path: "/v1/profile/products",
    summary: "The product in force for the account, with its limits and what charts may show",
    access: "user",
    scope: "user",
    answer: Product,
    status: 200,
    problems: [],
  },
  subscriptions: {
    method: "GET",
    path: "/v1/profile/subscriptions",
    summary: "The own subscriptions of every status, newest first",
    access: "user",
    scope: "user",
    answer: z.strictObject({ items: z.array(Subscription) }),
    status: 200,
    problems: [],
  },
  activeSubscription: {
    method: "GET",
    path: "/v1/profile/subscriptions/active",
    summary: "The subscription in force, none on the free plan, and its product",
    access: "user",
    scope: "user",
    answer: ActiveSubscription,
    status: 200,
    problems: [],
  },
  setupCheckout: {
    method: "POST",
    path: "/v1/payments/setup-checkout-session",
    summary: "Opens the provider's checkout page, to subscribe to a product or, without one, to save a card",
    access: "user",
    limit: PAYING,
    body: CheckoutBody,
    answer: CheckoutSession,
    status: 201,
    problems: ["bad-request", "not-found", "invalid-request", "conflict", "no-payments", "payment-provider"],
  },
  subscribe: {
    method: "POST",
    path: "/v1/payments/subscribe",
    summary: "Subscribes with a saved card, or changes the subscription; takes an Idempotency-Key header",
    access: "user",
    limit: PAYING,
    body: SubscribeBody,
    answer: Subscribed,
    status: 200,
    problems: [
      "bad-request",
      "not-found",
      "invalid-request",
      "conflict",
      "payment-failed",
      "no-payments",
      "payment-provider",
    ],
  },
  subscriptionChange: {
    method: "POST",
    path: "/v1/payments/get-subscription-change",
    summary: "What changing to a product would cost now, line by line",
    access: "user",
    limit: PAYING,
    body: ChangeBody,
    answer: SubscriptionChange,
    status: 200,
    problems: ["bad-request", "not-found", "invalid-request", "no-payments", "payment-provider"],
  },
  cancelSubscription: {
    method: "POST",
    path: "/v1/subscriptions/cancel",
    summary: "Ends a subscription with its period, or keeps it after all",
    access: "user",
    limit: PAYING,
    body: CancelBody,
    answer: Subscription,
    status: 200,
    problems: ["bad-request", "not-found", "conflict", "no-payments", "payment-provider"],
  },
  paymentSource: {
    method: "GET",
    path: "/v1/profile/payment/source",
    summary: "The default card; null where there is none",
    access: "user",
    scope: "user",
    limit: PAYING,
    answer: z.strictObject({ payment_method: PaymentMethod.nullable() }),
    status: 200,
    problems: ["no-payments", "payment-provider"],
  },
  paymentMethods: {
    method: "GET",
    path: "/v1/profile/payment/methods",
    summary: "The cards saved at the provider",
    access: "user",
    scope: "user",
    limit: PAYING,
    answer: PaymentMethods,
    status: 200,
    problems: ["no-payments", "payment-provider"],
  },
  attachPaymentMethod: {
    method: "POST",
    path: "/v1/profile/payment/methods/attach",
    summary: "Keeps a card that was entered at the provider",
    access: "user",
    limit: PAYING,
    body: PaymentMethodBody,
    answer: PaymentMethods,
    status: 200,
    problems: ["bad-request", "not-found", "payment-failed", "no-payments", "payment-provider"],
  },
  detachPaymentMethod: {
    method: "POST",
    path: "/v1/profile/payment/methods/detach",
    summary: "Drops a card",
    access: "user",
    limit: PAYING,
    body: PaymentMethodBody,
    answer: PaymentMethods,
    status: 200,
    problems: ["bad-request", "not-found", "no-payments", "payment-provider"],
  },
  defaultPaymentMethod: {
    method: "POST",
    path: "/v1/profile/payment/methods/default",
    summary: "Makes a card the one that is charged",
    access: "user",
    limit: PAYING,
    body: PaymentMethodBody,
    answer: PaymentMethods,
    status: 200,
    problems: ["bad-request", "not-found", "no-payments", "payment-provider"],
  },
  invoices: {
    method: "GET",
    path: "/v1/profile/invoices",
    summary: "The own invoices, newest first",
    access: "user",
    scope: "user",
    limit: PAYING,
    query: InvoiceQuery,
    answer: InvoiceList,
    status: 200,
    problems: ["bad-request", "no-payments", "payment-provider"],
  },
  billingPortal: {
    method: "POST",
    path: "/v1/account",
    summary: "Opens the provider's own page for cards, invoices and the subscription",
    access: "user",
    limit: PAYING,
    answer: z.strictObject({ url: z.string() }),
    status: 201,
    problems: ["no-payments", "payment-provider"],
  },
  paymentEvent: {
    method: "POST",
    path: "/v1/payments/webhook",
    summary: "Takes a signed event of the payment provider",
    access: "public",
    limit: { calls: 6_000, seconds: 60 },
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "no-payments"],
  },
} as const satisfies Record<string, Route>;
