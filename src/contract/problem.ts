import { z } from "zod";
import { SEVERITIES } from "../vocabulary/index.ts";

/** One thing that is wrong: a JSON path in the body, or empty, and where in a formula where there is one. */
export const ProblemError = z.strictObject({
  path: z.string(),
  message: z.string(),
  code: z.string().optional(),
  severity: z.enum(SEVERITIES).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  /** Where that is in the text of a request, counted from 1. */
  line: z.int().optional(),
  column: z.int().optional(),
});
export type ProblemError = z.infer<typeof ProblemError>;

/** RFC 9457, `application/problem+json`; `type` ends in a stable slug of `PROBLEMS`. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(ProblemError),
});
export type Problem = z.infer<typeof Problem>;

/** Every error answer of the server: its slug, status and title. */
export const PROBLEMS = {
  "bad-request": { status: 400, title: "The request could not be read" },
  unauthorized: { status: 401, title: "Unauthorized" },
  "second-factor": { status: 401, title: "The code of the second factor is needed" },
  "not-confirmed": { status: 403, title: "The e-mail address is not confirmed yet" },
  "second-factor-required": { status: 403, title: "Administrators need a second factor" },
  "payment-failed": { status: 402, title: "The payment failed" },
  forbidden: { status: 403, title: "Not allowed" },
  "foreign-origin": { status: 403, title: "Not from this address" },
  "not-found": { status: 404, title: "Not found" },
  conflict: { status: 409, title: "It was changed in the meantime" },
  "limit-reached": { status: 409, title: "The limit of the subscription is reached" },
  "not-finished": { status: 409, title: "The scan has not finished" },
  gone: { status: 410, title: "The result is no longer there" },
  "too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "Send application/json" },
  "invalid-request": { status: 422, title: "The request is not valid" },
  "too-many": { status: 429, title: "Too many at once" },
  internal: { status: 500, title: "Something went wrong" },
  "payment-provider": { status: 502, title: "The payment provider does not answer" },
  "no-payments": { status: 503, title: "Payment is not set up" },
  "no-market": { status: 503, title: "No market data yet" },
  stopping: { status: 503, title: "The server is stopping" },
  overloaded: { status: 503, title: "The queue is full" },
  "out-of-memory": { status: 503, title: "There is not enough memory for this" },
  "database-down": { status: 503, title: "The account database does not answer" },
  "market-changed": { status: 503, title: "Imports are changing the market" },
  "engine-down": { status: 503, title: "The market engine does not answer" },
  "disk-full": { status: 507, title: "The disk is full" },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemSlug = keyof typeof PROBLEMS;
