import { z } from "zod";
import { IMPORT_STATUSES, RUN_CAUSES } from "../vocabulary/index.ts";
import { PairsQuery, RunId, RunParams, RunStatus } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const Page = { total: z.int(), page: z.int(), page_size: z.int() };
const Day = z.string().nullable();
const SymbolDay = z.strictObject({ symbol: z.string(), date: z.string() });

/** One run of a request and what it changed. */
export const RequestUpdate = z.strictObject({
  run: RunId,
  cause: z.enum(RUN_CAUSES),
  status: RunStatus,
  start_date: z.string(),
  end_date: z.string(),
  /** Last session of the market that the run saw; null where it never started. */
  market_date: Day,
  rows: z.int().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** By symbol and date against the finished run before it; null where there was none, or its result was not there any more. */
  difference: z
    .strictObject({
      against: RunId,
      added: z.int(),
      gone: z.int(),
      /** At most 1,000 each, the newest days first. */
      added_rows: z.array(SymbolDay),
      gone_rows: z.array(SymbolDay),
    })
    .nullable(),
  created_at: z.string(),
  ended_at: Day,
});
export type RequestUpdate = z.infer<typeof RequestUpdate>;
export const RequestUpdates = z.strictObject({ items: z.array(RequestUpdate), ...Page });

/** The newest run by daily updates of each request that has them, newest first. */
export const LatestUpdates = z.strictObject({
  items: z.array(
    z.strictObject({
      id: RunId,
      name: z.string(),
      status: RunStatus,
      /** Last session of the market that the run saw; null where it never started. */
      market_date: Day,
      rows: z.int().nullable(),
      /** Against the run before it; null where there is nothing to compare with. */
      difference: z
        .strictObject({
          added: z.int(),
          gone: z.int(),
          /** The first of these, the newest days first. */
          added_rows: z.array(SymbolDay).readonly(),
        })
        .nullable(),
      created_at: z.string(),
    }),
  ),
});
export type LatestUpdates = z.infer<typeof LatestUpdates>;

/**
 * Whether a request with daily updates is to run: there is a `new-session` it has not seen; it `failed` on this data (an
 * admin's call runs it again); it is `current`; it is `running`; its `account-inactive`; its account's plan has no daily updates (any more): `not-in-plan`.
 */
export const UpdateVerdict = z.enum(["new-session", "failed", "current", "running", "account-inactive", "not-in-plan"]);
export type UpdateVerdict = z.infer<typeof UpdateVerdict>;

export const UpdatesToRun = z.strictObject({
  market_date: Day,
  items: z.array(
    z.strictObject({
      id: RunId,
      account_id: RunId,
      name: z.string(),
      verdict: UpdateVerdict,
      /** Last session its runs saw. */
      seen: Day,
      end_date: Day,
      /** The last day it would be run to; null where it would not run. */
      next_end_date: Day,
      /** False where it no longer is a valid request. */
      valid: z.boolean(),
    }),
  ),
  /** Over all requests with daily updates, not the page alone. */
  counts: z.record(UpdateVerdict, z.int()),
  ...Page,
});

/** `deferred` are those that wait for places in the queue; the next round takes them. */
export const UpdateRun = z.strictObject({
  market_date: Day,
  started: z.int(),
  invalid: z.int(),
  deferred: z.int(),
});
export type UpdateRun = z.infer<typeof UpdateRun>;

export const MarketImport = z.strictObject({
  id: RunId,
  source: z.string(),
  status: z.enum(IMPORT_STATUSES),
  log: z.array(z.strictObject({ at: z.string(), text: z.string() })),
  created_at: z.string(),
  started_at: Day,
  ended_at: Day,
});
const MarketImports = z.strictObject({ items: z.array(MarketImport.omit({ log: true })), ...Page });

/** A state of the market that can be read, and made the current one again. */
const MarketSnapshot = z.strictObject({
  id: z.string(),
  /** Last session with a bar. */
  date: z.string(),
  source: z.string(),
  imported_at: z.string(),
  current: z.boolean(),
});
export type MarketSnapshot = z.infer<typeof MarketSnapshot>;
const MarketSnapshots = z.strictObject({ items: z.array(MarketSnapshot) });

/** Runs on new data, and the imports that bring it. */
export const UPDATE_ROUTES = {
  requestUpdates: {
    method: "GET",
    path: "/v1/data-requests/:id/updates",
    summary: "The runs of a request, newest first, each with the rows that are new and gone",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: PairsQuery,
    answer: RequestUpdates,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
  latestUpdates: {
    method: "GET",
    path: "/v1/profile/data-requests/latest-updates",
    summary: "What the last round of daily updates has brought: rows that are new and gone, at most ten requests",
    access: "user",
    scope: "data_requests",
    answer: LatestUpdates,
    status: 200,
    problems: [],
  },
  runDataUpdates: {
    method: "POST",
    path: "/v1/admin/run-data-updates",
    summary: "Runs every request with daily updates that has not seen the last session, and those that failed on it",
    access: "super_admin",
    answer: UpdateRun,
    status: 202,
    problems: ["engine-down"],
  },
  verifyDataUpdates: {
    method: "GET",
    path: "/v1/admin/verify-data-updates",
    summary: "Which requests with daily updates would run, and why or why not",
    access: "super_admin",
    query: PairsQuery,
    answer: UpdatesToRun,
    status: 200,
    problems: ["bad-request", "engine-down"],
  },
  runEtl: {
    method: "POST",
    path: "/v1/admin/run-etl",
    summary: "Starts an import from the folder that the configuration names",
    access: "super_admin",
    answer: MarketImport,
    status: 202,
    problems: ["conflict"],
  },
  marketImports: {
    method: "GET",
    path: "/v1/admin/etl-runs",
    summary: "Imports that were started, newest first",
    access: "super_admin",
    query: PairsQuery,
    answer: MarketImports,
    status: 200,
    problems: ["bad-request"],
  },
  marketImport: {
    method: "GET",
    path: "/v1/admin/etl-runs/:id",
    summary: "An import with its log",
    access: "super_admin",
    params: RunParams,
    answer: MarketImport,
    status: 200,
    problems: ["not-found"],
  },
  marketSnapshots: {
    method: "GET",
    path: "/v1/admin/market-snapshots",
    summary: "The snapshots of the market that are kept, the current one first",
    access: "super_admin",
    answer: MarketSnapshots,
    status: 200,
    problems: ["engine-down"],
  },
  rollBackMarket: {
    method: "POST",
    path: "/v1/admin/market-snapshots/:snapshot/restore",
    summary: "Makes an earlier snapshot that is still kept the current one again",
    access: "super_admin",
    params: z.strictObject({ snapshot: z.string().min(1).max(64) }),
    answer: MarketSnapshots,
    status: 200,
    problems: ["conflict", "engine-down"],
  },
} as const satisfies Record<string, Route>;
