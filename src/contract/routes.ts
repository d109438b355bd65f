import type { z } from "zod";
import {
  Accepted,
  ChangePasswordBody,
  ConfirmBody,
  ForgotBody,
  Profile,
  ProfileBody,
  ResetBody,
  SignedInAnswer,
  SignInBody,
  SignUpBody,
} from "./accounts.ts";
import type { Access, RateLimit, Scope } from "./access.ts";
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

/** A route as data: server, client and reference derive from it. Every route may also answer `internal` and `too-many`, and all but public ones `unauthorized` and `forbidden`. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** What an API token needs for it; a route without one is closed to tokens. */
  readonly scope?: Scope;
  /** For a super_admin who acts as somebody; left out, reading is allowed and changing denied. */
  readonly useAs?: "allowed" | "denied";
  /** Left out: `DEFAULT_LIMIT`. */
  readonly limit?: RateLimit;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType | "file";
  readonly status: 200 | 201 | 202;
  readonly problems: readonly ProblemSlug[];
}

/** Body of every request, in bytes. */
export const BODY_LIMIT = 256 * 1024;

export const ROUTES = {
  parse: {
    method: "POST",
    path: "/parse",
    summary: "Reads and checks one formula",
    access: "public",
    // Typing asks it 400 ms after each pause, and many people may share one address.
    limit: { calls: 30_000, seconds: 60 },
    body: ParseBody,
    answer: ParseAnswer,
    status: 200,
    problems: ["bad-request", "too-large"],
  },
  signUp: {
    method: "POST",
    path: "/v1/users/signup",
    summary: "Makes an account that waits for the confirmation of its e-mail address",
    access: "public",
    body: SignUpBody,
    answer: Accepted,
    status: 201,
    problems: ["bad-request", "invalid-request"],
  },
  confirmEmail: {
    method: "POST",
    path: "/v1/users/verify",
    summary: "Confirms an e-mail address by the token of the mailed link",
    access: "public",
    body: ConfirmBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  signIn: {
    method: "POST",
    path: "/v1/auth/jwt",
    summary: "Signs in; a browser gets the second half of its session as a cookie",
    access: "public",
    body: SignInBody,
    answer: SignedInAnswer,
    status: 200,
    problems: ["bad-request", "unauthorized", "not-confirmed", "second-factor"],
  },
  signOut: {
    method: "POST",
    path: "/v1/profile/signout",
    summary: "Ends this session",
    access: "user",
    useAs: "denied",
    answer: Accepted,
    status: 200,
    problems: [],
  },
  signOutUser: {
    method: "POST",
    path: "/v1/users/signout",
    summary: "Ends this session; the older name",
    access: "user",
    useAs: "denied",
    answer: Accepted,
    status: 200,
    problems: [],
  },
  forgotPassword: {
    method: "POST",
    path: "/v1/users/forgot-password",
    summary: "Mails a link to choose a new password; never tells whether there is an account",
    access: "public",
    body: ForgotBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request"],
  },
  resetPassword: {
    method: "POST",
    path: "/v1/users/reset-password",
    summary: "Sets a new password by the token of the mailed link and ends all sessions",
    access: "public",
    body: ResetBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  changePassword: {
    method: "POST",
    path: "/v1/profile/change-password",
    summary: "Changes the password and ends all other sessions",
    access: "user",
    body: ChangePasswordBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  profile: {
    method: "GET",
    path: "/v1/profile",
    summary: "The signed-in account",
    access: "user",
    scope: "user",
    answer: Profile,
    status: 200,
    problems: [],
  },
  changeProfile: {
    method: "PUT",
    path: "/v1/profile",
    summary: "Changes name and preferences",
    access: "user",
    scope: "user",
    body: ProfileBody,
    answer: Profile,
    status: 200,
    problems: ["bad-request"],
  },
  market: {
    method: "GET",
    path: "/v1/market",
    summary: "What the market data holds",
    access: "public",
    answer: MarketAnswer,
    status: 200,
    problems: ["engine-down"],
  },
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
  health: {
    method: "GET",
    path: "/health",
    summary: "The server is alive",
    access: "public",
    answer: Health,
    status: 200,
    problems: [],
  },
  ready: {
    method: "GET",
    path: "/ready",
    summary: "The market engine answers",
    access: "public",
    answer: Ready,
    status: 200,
    problems: ["engine-down"],
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

type Answers = { [Name in RouteName]: (typeof ROUTES)[Name]["answer"] };
/** What a route answers; nothing for a file. */
export type AnswerOf<Name extends RouteName> = Answers[Name] extends z.ZodType ? z.output<Answers[Name]> : never;
