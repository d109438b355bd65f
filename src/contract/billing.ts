import { z } from "zod";
import type { Route } from "./route.ts";

/** What charts show under a product: days as yyyy-MM-dd, both included. */
export const ChartingProduct = z.strictObject({
  date_range: z.strictObject({ start_date: z.string(), end_date: z.string() }),
  chart_export_enabled: z.boolean(),
  chart_indicator_enabled: z.boolean(),
  chart_timeframe: z.array(z.string()),
});

export const Product = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  plan_type: z.enum(["free", "paid"]),
  /** In the smallest unit of the currency, once an interval. */
  price: z.int(),
  currency: z.string(),
  interval: z.enum(["month", "year"]),
  /** Filters and columns of one request at most; templates are not counted. */
  number_of_filter: z.int(),
  number_of_columns: z.int(),
  daily_updates: z.boolean(),
  /** Scans that run at the same time. */
  requests_at_once: z.int(),
  chart: ChartingProduct,
});
export type Product = z.infer<typeof Product>;

const SubscriptionStatus = z.enum([
  "active",
  "unpaid",
  "past_due",
  "canceled",
  "trialing",
  "incomplete",
  "incomplete_expired",
]);

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
} as const satisfies Record<string, Route>;
