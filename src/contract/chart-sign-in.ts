import { z } from "zod";
import { Accepted } from "./accepted.ts";
import type { Route } from "./route.ts";

/** A code that lets the charting page in once; it goes behind the # of the address, never the session itself. */
export const ChartCode = z.strictObject({
  code: z.string(),
  expires_at: z.string(),
  /** Origin of the charting page, without a trailing slash. */
  origin: z.string(),
});
const ChartCodeBody = z.strictObject({});
const RedeemBody = z.strictObject({ code: z.string().regex(/^[\w-]{43}$/) });
/** A bearer of its own that opens routes of the scope `chart` only and ends with the session it came from. */
export const ChartSession = z.strictObject({
  token: z.string(),
  expires_at: z.string(),
  email: z.string(),
  name: z.string(),
  /** Encrypts what the browser stores for the account's next visit; 32 bytes in base64. */
  browser_key: z.string(),
});
const ChartEntry = z.strictObject({
  /** Where the product itself is: for going back, and for a new code. */
  product: z.string(),
});

/** From the product to its charting page, which lives on another origin. */
export const CHART_SIGN_IN_ROUTES = {
  chartCode: {
    method: "POST",
    path: "/v1/chart/code",
    summary: "A code for the charting page: good for a minute, once, and only while this session lives",
    access: "user",
    limit: { calls: 60, seconds: 60 },
    body: ChartCodeBody,
    answer: ChartCode,
    status: 201,
    problems: ["bad-request", "not-found"],
  },
  redeemChartCode: {
    method: "POST",
    path: "/v1/chart/session",
    summary: "Takes a code for a session of the charting page",
    access: "public",
    limit: { calls: 60, seconds: 60 },
    body: RedeemBody,
    answer: ChartSession,
    status: 201,
    problems: ["bad-request", "unauthorized"],
  },
  endChartSession: {
    method: "DELETE",
    path: "/v1/chart/session",
    summary: "Ends the session of the charting page that calls",
    access: "user",
    scope: "chart",
    answer: Accepted,
    status: 200,
    problems: ["bad-request"],
  },
  chartEntry: {
    method: "GET",
    path: "/v1/chart/entry",
    summary: "Where the product is that this charting page belongs to",
    access: "public",
    answer: ChartEntry,
    status: 200,
    problems: [],
  },
} as const satisfies Record<string, Route>;
