import { z } from "zod";
import { DAY_MS, PLAN_TYPES, RUN_CAUSES } from "../vocabulary/index.ts";
import { UserStatus } from "./accounts.ts";
import { FORMATS, RunId, RunParams, RunStatus } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Largest number of days in one query. */
const METRIC_DAYS = 366;

/** Days in UTC, both included; left out, the last thirty up to today. */
export const MetricsQuery = z
  .strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["from"],
    message: "The first day is after the last.",
  })
  .refine(
    ({ from, to }) =>
      from === undefined ||
      (Date.parse(to ?? new Date().toISOString().slice(0, 10)) - Date.parse(from)) / DAY_MS < METRIC_DAYS,
    { path: ["from"], message: `At most ${METRIC_DAYS} days.` },
  );

const ByStatus = z.record(RunStatus, z.int());
const ByFormat = z.record(z.enum(FORMATS), z.int());
const Exports = { files: z.int(), rows: z.int(), by_format: ByFormat };
const OfType = z.strictObject({ type: z.string(), count: z.int(), last_at: z.string() });
const Day = {
  date: z.string(),
  runs: ByStatus,
  /** Rows that scans found. */
  rows: z.int(),
  /** Files that were downloaded, and the rows in them. */
  exports: z.int(),
  rows_exported: z.int(),
};

/** What one user did. Totals are of all time, `days` has one entry for each requested day. */
export const UserMetrics = z.strictObject({
  id: RunId,
  from: z.string(),
  to: z.string(),
  last_seen_at: z.string().nullable(),
  sign_ins: z.int(),
  requests: z.strictObject({ total: z.int(), trashed: z.int(), favourite: z.int(), data_updates: z.int() }),
  runs: z.strictObject({
    total: z.int(),
    by_status: ByStatus,
    by_cause: z.record(z.enum(RUN_CAUSES), z.int()),
    rows: z.int(),
    /** Time of scanning. */
    seconds: z.number(),
    last_at: z.string().nullable(),
  }),
  exports: z.strictObject({ ...Exports, last_at: z.string().nullable() }),
  /** The most frequent twenty types, the most frequent first. */
  events: z.strictObject({ total: z.int(), by_type: z.array(OfType) }),
  days: z.array(z.strictObject({ ...Day, events: z.int() })),
});
export type UserMetrics = z.infer<typeof UserMetrics>;

/** Users, plans and revenue as they are now; runs, exports and events of the requested days. */
export const DashboardMetrics = z.strictObject({
  from: z.string(),
  to: z.string(),
  users: z.strictObject({
    /** Not in the trash. */
    total: z.int(),
    trashed: z.int(),
    by_status: z.record(UserStatus, z.int()),
    /** Users active within the last day, week and thirty days. */
    active: z.strictObject({ day: z.int(), week: z.int(), month: z.int() }),
  }),
  requests: z.strictObject({ total: z.int(), trashed: z.int(), data_updates: z.int() }),
  runs: z.strictObject({ total: z.int(), by_status: ByStatus, rows: z.int(), seconds: z.number() }),
  exports: z.strictObject(Exports),
  events: z.strictObject({ total: z.int(), by_type: z.array(OfType) }),
  /** Users by the product in force, the free plan among them. */
  plans: z.array(
    z.strictObject({
      product_id: z.string(),
      name: z.string(),
      plan_type: z.enum(PLAN_TYPES),
      users: z.int(),
    }),
  ),
  /** Every subscription there ever was. */
  subscriptions: z.array(
    z.strictObject({
      product_id: z.string(),
      name: z.string(),
      status: z.string(),
      /** Without payment. */
      given: z.boolean(),
      count: z.int(),
    }),
  ),
  /**
   * What the subscriptions that are paid for bring a month, in the smallest unit; a yearly price counts a twelfth.
   * Trials and given ones bring nothing.
   */
  revenue: z.array(z.strictObject({ currency: z.string(), monthly: z.int(), subscriptions: z.int() })),
  days: z.array(z.strictObject({ ...Day, sign_ups: z.int(), active_users: z.int() })),
});
export type DashboardMetrics = z.infer<typeof DashboardMetrics>;

/** Counts for administrators. */
export const METRIC_ROUTES = {
  dashboardMetrics: {
    method: "GET",
    path: "/v1/metrics/dashboard",
    summary: "Users, runs, exports, subscriptions and revenue, day by day",
    access: "super_admin",
    query: MetricsQuery,
    answer: DashboardMetrics,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  userMetrics: {
    method: "GET",
    path: "/v1/metrics/user/:id",
    summary: "What one user did, day by day",
    access: "super_admin",
    params: RunParams,
    query: MetricsQuery,
    answer: UserMetrics,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found"],
  },
} as const satisfies Record<string, Route>;
