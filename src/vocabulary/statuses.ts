/** Names that the database holds and the API says, each list once. */
export const USER_STATUSES = ["active", "blocked", "pending_confirmation"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const RUN_STATUSES = ["Pending", "Running", "Finished", "Failed", "Cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
/** Who asked for a run. */
export const RUN_CAUSES = ["user", "daily_update", "admin"] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

export const IMPORT_STATUSES = ["Pending", "Running", "Finished", "Failed"] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Of a webhook's message. */
export const DELIVERY_STATUSES = ["Pending", "Delivered", "Failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const SUBSCRIPTION_STATUSES = [
  "active",
  "unpaid",
  "past_due",
  "canceled",
  "trialing",
  "incomplete",
  "incomplete_expired",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PLAN_TYPES = ["free", "paid"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];
export const BILLING_INTERVALS = ["month", "year"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** Files that a result is downloaded as. */
export const EXPORT_FORMATS = ["xlsx", "csv", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
