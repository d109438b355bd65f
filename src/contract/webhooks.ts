import { z } from "zod";
import { DELIVERY_STATUSES } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import { PairsQuery, RunId, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Events that a webhook can receive. */
export const WEBHOOK_EVENTS = ["request.finished", "request.failed"] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Webhooks of one account. */
export const WEBHOOK_LIMIT = 10;

const Events = z
  .array(WebhookEvent)
  .min(1)
  .refine((events) => new Set(events).size === events.length, "Each event once.");

const WebhookBody = z.strictObject({
  url: z.string().trim().min(1).max(2_000),
  events: Events.default([...WEBHOOK_EVENTS]),
});
const WebhookChange = z.strictObject({
  url: z.string().trim().min(1).max(2_000).optional(),
  events: Events.optional(),
  active: z.boolean().optional(),
});

export const Webhook = z.strictObject({
  id: RunId,
  url: z.string(),
  events: z.array(z.string()),
  /** A disabled webhook receives only test deliveries. */
  active: z.boolean(),
  created_at: z.string(),
});
/** `secret` signs every delivery; it is shown here and never again. */
const MadeWebhook = Webhook.extend({ secret: z.string() });
const WebhookList = z.strictObject({ items: z.array(Webhook) });

const DeliveryStatus = z.enum(DELIVERY_STATUSES);
export const Delivery = z.strictObject({
  id: RunId,
  event: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** Status of the newest answer; null where there was none. */
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  attempted_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** What was sent, as text: the bytes that the signature is of. */
  body: z.string(),
});
const DeliveryList = z.strictObject({
  items: z.array(Delivery),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

/** Calls to an address of the user's own when a request ends. */
export const WEBHOOK_ROUTES = {
  webhooks: {
    method: "GET",
    path: "/v1/profile/webhooks",
    summary: "The own webhooks",
    access: "user",
    scope: "user",
    answer: WebhookList,
    status: 200,
    problems: [],
  },
  makeWebhook: {
    method: "POST",
    path: "/v1/profile/webhooks",
    summary: "Makes a webhook; its secret is shown in the answer and never again",
    access: "user",
    scope: "user",
    body: WebhookBody,
    answer: MadeWebhook,
    status: 201,
    problems: ["bad-request", "invalid-request", "limit-reached"],
  },
  webhook: {
    method: "GET",
    path: "/v1/profile/webhooks/:id",
    summary: "One webhook",
    access: "user",
    scope: "user",
    params: RunParams,
    answer: Webhook,
    status: 200,
    problems: ["not-found"],
  },
  changeWebhook: {
    method: "PUT",
    path: "/v1/profile/webhooks/:id",
    summary: "Changes address or events of a webhook, or switches it on or off",
    access: "user",
    scope: "user",
    params: RunParams,
    body: WebhookChange,
    answer: Webhook,
    status: 200,
    problems: ["not-found", "bad-request", "invalid-request"],
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/v1/profile/webhooks/:id",
    summary: "Deletes a webhook with its deliveries",
    access: "user",
    scope: "user",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
  },
  testWebhook: {
    method: "POST",
    path: "/v1/profile/webhooks/:id/test",
    summary: "Sends a delivery of the event test",
    access: "user",
    scope: "user",
    limit: { calls: 10, seconds: 60 },
    params: RunParams,
    answer: Delivery,
    status: 202,
    problems: ["not-found"],
  },
  webhookDeliveries: {
    method: "GET",
    path: "/v1/profile/webhooks/:id/deliveries",
    summary: "The deliveries of a webhook and their results, newest first",
    access: "user",
    scope: "user",
    params: RunParams,
    query: PairsQuery,
    answer: DeliveryList,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
} as const satisfies Record<string, Route>;
