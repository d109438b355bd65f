import type { z } from "zod";
import {
  Created,
  ExportQuery,
  ListQuery,
  PreviewQuery,
  RequestBody,
  Rows,
  RowsQuery,
  RunList,
  RunParams,
  StatusAnswer,
} from "./data-requests.ts";
import { Health, MarketAnswer, Ready } from "./market.ts";
import { ParseAnswer, ParseBody } from "./parse.ts";
import type { ProblemSlug } from "./problem.ts";

/** A route as data: server, client and reference derive from it. Every route may also answer `internal`. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType | "file";
  readonly status: 200 | 202;
  readonly problems: readonly ProblemSlug[];
}

/** Body of every request, in bytes. */
export const BODY_LIMIT = 256 * 1024;

export const ROUTES = {
  parse: {
    method: "POST",
    path: "/parse",
    summary: "Reads and checks one formula",
    body: ParseBody,
    answer: ParseAnswer,
    status: 200,
    problems: ["bad-request", "too-large"],
  },
  market: {
    method: "GET",
    path: "/v1/market",
    summary: "What the market data holds",
    answer: MarketAnswer,
    status: 200,
    problems: ["engine-down"],
  },
  create: {
    method: "POST",
    path: "/v1/data-requests/create/web/standard",
    summary: "Starts the scan of a request",
    body: RequestBody,
    answer: Created,
    status: 202,
    problems: ["bad-request", "invalid-request", "no-market", "overloaded"],
  },
  preview: {
    method: "POST",
    path: "/v1/data-requests/preview",
    summary: "Runs a request on the quick lane; dropped later, and cancelled by the page's next one",
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
    query: ListQuery,
    answer: RunList,
    status: 200,
    problems: ["bad-request"],
  },
  request: {
    method: "GET",
    path: "/v1/data-requests/:id",
    summary: "The request as it was sent",
    params: RunParams,
    answer: RequestBody,
    status: 200,
    problems: ["not-found"],
  },
  status: {
    method: "GET",
    path: "/v1/data-requests/:id/status",
    summary: "Status, progress, funnel, hits per day, columns and error of a run",
    params: RunParams,
    answer: StatusAnswer,
    status: 200,
    problems: ["not-found"],
  },
  cancel: {
    method: "POST",
    path: "/v1/data-requests/:id/cancel",
    summary: "Ends a run; one that has finished stays as it is",
    params: RunParams,
    answer: Created,
    status: 200,
    problems: ["not-found"],
  },
  rows: {
    method: "GET",
    path: "/v1/data-requests/:id/rows",
    summary: "A page of the rows, in output order",
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
    params: RunParams,
    query: ExportQuery,
    answer: "file",
    status: 200,
    problems: ["not-found", "not-finished", "gone", "engine-down", "disk-full"],
  },
  health: {
    method: "GET",
    path: "/health",
    summary: "The server is alive",
    answer: Health,
    status: 200,
    problems: [],
  },
  ready: {
    method: "GET",
    path: "/ready",
    summary: "The market engine answers",
    answer: Ready,
    status: 200,
    problems: ["engine-down"],
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

type Answers = { [Name in RouteName]: (typeof ROUTES)[Name]["answer"] };
/** What a route answers; nothing for a file. */
export type AnswerOf<Name extends RouteName> = Answers[Name] extends z.ZodType ? z.output<Answers[Name]> : never;
