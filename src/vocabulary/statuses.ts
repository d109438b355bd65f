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

/** Of a session that the server brings into the market: `Waiting` for its source, `Missing` where that did not come in time. */
export const DAY_STATUSES = ["Running", "Waiting", "Finished", "Missing"] as const;
export type DayStatus = (typeof DAY_STATUSES)[number];
/** What is done for it, in order; fetch and import once for each source. */
export const DAY_STEPS = ["fetch", "import", "check", "activity", "updates", "mails"] as const;
export type DayStep = (typeof DAY_STEPS)[number];
export const STEP_STATUSES = ["Pending", "Running", "Waiting", "Finished", "Failed", "Skipped"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

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
