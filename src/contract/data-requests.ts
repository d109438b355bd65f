import { z } from "zod";
import { Accepted } from "./accepted.ts";
import type { Route } from "./route.ts";

/** A request as in the contracts; its fields are checked by the room `request`, which names every path. */
export const RequestBody = z.record(z.string(), z.unknown());

/** Where a run stands. A request that is not valid never becomes a run. */
export const RunStatus = z.enum(["Pending", "Running", "Finished", "Failed", "Cancelled"]);
export type RunStatus = z.infer<typeof RunStatus>;

export const FORMATS = ["xlsx", "csv", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

/** Ids are made by the server: lower-case letters and digits, no paths. */
export const RunId = z.string().regex(/^[a-z0-9]{8,40}$/);
export const RunParams = z.strictObject({ id: RunId });

export const Created = z.strictObject({ id: RunId, status: RunStatus });

/** `page` names the browser page: its newer preview cancels its older one. */
export const PreviewQuery = z.strictObject({ page: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const ExportQuery = z.strictObject({ format: z.enum(FORMATS).default("xlsx") });

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** Paging, search in the name and order of every list: by date the newest first, by name the first letter, a minus turns it round. */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  q: z.string().max(450).default(""),
  sort: z.enum(["date", "-date", "name", "-name"]).default("date"),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** What narrows a list of requests; what is left out does not. */
const Narrowing = {
  status: RunStatus.optional(),
  /** An id, or `none` for those in no folder. */
  folder: z.union([RunId, z.literal("none")]).optional(),
  favourite: Flag.optional(),
  data_updates: Flag.optional(),
};
export const ListQuery = PageQuery.extend(Narrowing);
export const AggregateQuery = z.strictObject({
  by: z.enum(["status", "folder", "favourite", "data_updates", "month"]),
  ...Narrowing,
});

const RunSummary = z.object({
  id: RunId,
  name: z.string(),
  status: RunStatus,
  created_at: z.string(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
  favourite: z.boolean(),
  folder_id: RunId.nullable(),
  data_updates: z.boolean(),
  email_notification: z.boolean(),
  /** When it went to the trash; null where it did not. */
  deleted_at: z.string().nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;
export const RunList = z.strictObject({
  items: z.array(RunSummary),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

const Note = z.object({ code: z.string(), column: z.string(), rows: z.number(), message: z.string() });

export const Aggregate = z.strictObject({
  items: z.array(z.strictObject({ key: z.string().nullable(), count: z.int() })),
});
export const Counts = z.strictObject({
  total: z.int(),
  favourite: z.int(),
  trashed: z.int(),
  data_updates: z.int(),
  by_status: z.record(RunStatus, z.int()),
});
export const NameBody = z.strictObject({ name: z.string().trim().min(1, "Request name required").max(450) });
export const FavouriteBody = z.strictObject({ favourite: z.boolean() });
export const DataUpdatesBody = z.strictObject({ data_updates: z.boolean() });
const Ids = z.array(RunId).min(1).max(1_000);
export const BulkDeleteBody = z.strictObject({ ids: Ids });
export const BulkFavouriteBody = z.strictObject({ ids: Ids, favourite: z.boolean() });
/** How many of the ids were the caller's and were changed. */
export const Changed = z.strictObject({ changed: z.int() });
export const AttachBody = z.strictObject({ folder_id: RunId });
/** Security and session of each row of the newest finished run, in output order, each pair once. */
export const SymbolPairs = z.strictObject({
  items: z.array(z.strictObject({ symbol: z.string(), date: z.string() })),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export const PairsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const StatusAnswer = z.object({
  id: RunId,
  name: z.string(),
  status: RunStatus,
  created_at: z.string(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
  /** Requests that run before this one. */
  waiting: z.int(),
  progress: z.object({ stage: z.string(), done: z.number(), total: z.number(), read_rows: z.number() }).nullable(),
  /** How many security-days each filter left; empty until finished. */
  funnel: z.array(z.object({ label: z.string(), code: z.string(), rows: z.number() })).readonly(),
  hits: z.array(z.object({ date: z.string(), rows: z.number() })).readonly(),
  columns: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        unit: z.string().nullable(),
        nulls: z.number(),
        code: z.string(),
        outcome: z.boolean(),
        live: z.boolean(),
      }),
    )
    .readonly(),
  notes: z.array(Note).readonly(),
  snapshot: z.object({ id: z.string(), date: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type StatusAnswer = z.infer<typeof StatusAnswer>;

/** Requests, their runs and files. */
export const DATA_REQUEST_ROUTES = {
  create: {
    method: "POST",
    path: "/v1/data-requests/create/web/standard",
    summary: "Starts the scan of a request",
    access: "user",
    scope: "data_requests",
    body: RequestBody,
    answer: Created,
    status: 202,
    problems: ["bad-request", "invalid-request", "no-market", "overloaded", "limit-reached"],
  },
  preview: {
    method: "POST",
    path: "/v1/data-requests/preview",
    summary: "Runs a request on the quick lane; dropped later, and cancelled by the page's next one",
    access: "user",
    scope: "data_requests",
    useAs: "allowed",
    query: PreviewQuery,
    body: RequestBody,
    answer: Created,
    status: 202,
    problems: ["bad-request", "invalid-request", "no-market", "too-many", "limit-reached"],
  },
  list: {
    method: "GET",
    path: "/v1/data-requests",
    summary: "Requests that were run, newest first",
    access: "user",
    scope: "data_requests",
    query: ListQuery,
    answer: RunList,
    status: 200,
    problems: ["bad-request"],
  },
  request: {
    method: "GET",
    path: "/v1/data-requests/:id",
    summary: "The request as it was sent",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: RequestBody,
    status: 200,
    problems: ["not-found"],
  },
  status: {
    method: "GET",
    path: "/v1/data-requests/:id/status",
    summary: "Status, progress, funnel, hits per day, columns and error of a run",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: StatusAnswer,
    status: 200,
    problems: ["not-found"],
  },
  cancel: {
    method: "POST",
    path: "/v1/data-requests/:id/cancel",
    summary: "Ends a run; one that has finished stays as it is",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Created,
    status: 200,
    problems: ["not-found"],
  },
  export: {
    method: "GET",
    path: "/v1/data-requests/:id/export",
    summary: "The rows as a workbook, CSV or Parquet file",
    access: "user",
    scope: "excel",
    params: RunParams,
    query: ExportQuery,
    answer: "file",
    status: 200,
    problems: ["not-found", "not-finished", "gone", "engine-down", "disk-full"],
  },
  createRequest: {
    method: "POST",
    path: "/v1/data-requests",
    summary: "Starts the scan of a request; the same as create/web/standard",
    access: "user",
    scope: "data_requests",
    body: RequestBody,
    answer: Created,
    status: 202,
    problems: ["bad-request", "invalid-request", "no-market", "overloaded", "limit-reached"],
  },
  editRequest: {
    method: "PUT",
    path: "/v1/data-requests/:id",
    summary: "Runs an edited request as a new one; with the option overwrite the original goes to the trash",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    body: RequestBody,
    answer: Created,
    status: 202,
    problems: ["not-found", "bad-request", "invalid-request", "no-market", "overloaded", "limit-reached"],
  },
  duplicateRequest: {
    method: "POST",
    path: "/v1/data-requests/:id/duplicate",
    summary: "Runs the same request again as a new one",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Created,
    status: 202,
    problems: ["not-found", "invalid-request", "no-market", "overloaded", "limit-reached"],
  },
  rerunRequest: {
    method: "POST",
    path: "/v1/data-requests/:id/run",
    summary: "Runs the request again on the data of now",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Created,
    status: 202,
    problems: ["not-found", "invalid-request", "no-market", "overloaded", "conflict"],
  },
  deleteRequest: {
    method: "DELETE",
    path: "/v1/data-requests/:id",
    summary: "Puts a request into the trash; one that is there already is deleted for good",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
  },
  restoreRequest: {
    method: "POST",
    path: "/v1/data-requests/:id/restore",
    summary: "Takes a request out of the trash",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
  },
  renameRequest: {
    method: "PUT",
    path: "/v1/data-requests/:id/name",
    summary: "Renames a request",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    body: NameBody,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
  favouriteRequest: {
    method: "PUT",
    path: "/v1/data-requests/:id/favourite",
    summary: "Marks a request as a favourite, or no longer",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    body: FavouriteBody,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
  dataUpdates: {
    method: "PUT",
    path: "/v1/data-requests/:id/data-updates",
    summary: "Switches daily updates on or off",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    body: DataUpdatesBody,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request", "limit-reached"],
  },
  attachFolder: {
    method: "POST",
    path: "/v1/data-requests/:id/folder/attach",
    summary: "Moves a request into a folder",
    access: "user",
    scope: "folders",
    params: RunParams,
    body: AttachBody,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
  detachFolder: {
    method: "POST",
    path: "/v1/data-requests/:id/folder/detach",
    summary: "Takes a request out of its folder",
    access: "user",
    scope: "folders",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
  },
  symbolPairs: {
    method: "GET",
    path: "/v1/data-requests/:id/symbol-pairs",
    summary: "Symbol and date of each row of the newest run",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: PairsQuery,
    answer: SymbolPairs,
    status: 200,
    problems: ["not-found", "not-finished", "bad-request", "engine-down"],
  },
  bulkDelete: {
    method: "POST",
    path: "/v1/data-requests/bulk-delete/soft",
    summary: "Puts requests into the trash",
    access: "user",
    scope: "data_requests",
    body: BulkDeleteBody,
    answer: Changed,
    status: 200,
    problems: ["bad-request"],
  },
  bulkFavourite: {
    method: "POST",
    path: "/v1/data-requests/favourite/bulk",
    summary: "Marks requests as favourites, or no longer",
    access: "user",
    scope: "data_requests",
    body: BulkFavouriteBody,
    answer: Changed,
    status: 200,
    problems: ["bad-request"],
  },
  aggregateRequests: {
    method: "GET",
    path: "/v1/data-requests/filter-by-aggregate",
    summary: "Counts requests by status, folder, favourite, daily updates or month",
    access: "user",
    scope: "data_requests",
    query: AggregateQuery,
    answer: Aggregate,
    status: 200,
    problems: ["bad-request"],
  },
  myRequests: {
    method: "GET",
    path: "/v1/profile/data-requests",
    summary: "The own requests",
    access: "user",
    scope: "data_requests",
    query: ListQuery,
    answer: RunList,
    status: 200,
    problems: ["bad-request"],
  },
  myTrash: {
    method: "GET",
    path: "/v1/profile/data-requests/trashed",
    summary: "The own requests in the trash",
    access: "user",
    scope: "data_requests",
    query: ListQuery,
    answer: RunList,
    status: 200,
    problems: ["bad-request"],
  },
  myFavourites: {
    method: "GET",
    path: "/v1/profile/data-requests/favourite",
    summary: "The own favourites",
    access: "user",
    scope: "data_requests",
    query: ListQuery,
    answer: RunList,
    status: 200,
    problems: ["bad-request"],
  },
  myCounts: {
    method: "GET",
    path: "/v1/profile/data-requests/report/count",
    summary: "How many requests there are, by status and kind",
    access: "user",
    scope: "data_requests",
    answer: Counts,
    status: 200,
    problems: [],
  },
} as const satisfies Record<string, Route>;
