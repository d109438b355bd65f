import { z } from "zod";
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

export const RowsQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
/** Values by column: number, text, boolean, date yyyy-MM-dd, time in minutes since midnight, or null. */
export const Rows = z.strictObject({ offset: z.int(), total: z.int(), rows: z.array(z.array(z.unknown())) });

export const ExportQuery = z.strictObject({ format: z.enum(FORMATS).default("xlsx") });

export const ListQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  q: z.string().max(450).default(""),
  sort: z.enum(["date", "-date", "name", "-name"]).default("date"),
});

const RunSummary = z.object({
  id: RunId,
  name: z.string(),
  status: RunStatus,
  created_at: z.string(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;
export const RunList = z.strictObject({
  items: z.array(RunSummary),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

const Note = z.object({ code: z.string(), column: z.string(), rows: z.number(), message: z.string() });

export const StatusAnswer = RunSummary.extend({
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
    problems: ["bad-request", "invalid-request", "no-market", "overloaded"],
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
    problems: ["bad-request", "invalid-request", "no-market", "too-many"],
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
  rows: {
    method: "GET",
    path: "/v1/data-requests/:id/rows",
    summary: "A page of the rows, in output order",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: RowsQuery,
    answer: Rows,
    status: 200,
    problems: ["not-found", "not-finished", "engine-down"],
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
} as const satisfies Record<string, Route>;
