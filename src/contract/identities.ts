import { z } from "zod";
import { PairsQuery } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

export const CONFLICT_STATES = ["open", "settled"] as const;

const Conflict = z.strictObject({
  /** Names it. */
  key: z.string(),
  kind: z.string(),
  symbols: z.array(z.string()),
  seen: z.string(),
  /** What the market does while it is open. */
  meanwhile: z.string(),
  choices: z.array(z.string()),
  /** Empty while it is open. */
  answer: z.string(),
});

/** Where sources contradict each other in who a symbol is, and what an administrator says of it. */
export const IDENTITY_ROUTES = {
  marketIdentities: {
    method: "GET",
    path: "/v1/admin/market-identities",
    summary: "Contradictions of identifiers of securities, in the order of their keys",
    access: "super_admin",
    query: PairsQuery.extend({ state: z.enum(CONFLICT_STATES).default("open") }),
    answer: z.strictObject({ items: z.array(Conflict), total: z.int(), page: z.int(), page_size: z.int() }),
    status: 200,
    problems: ["bad-request", "engine-down"],
  },
  settleIdentity: {
    method: "POST",
    path: "/v1/admin/market-identities/settle",
    summary: "Says which answer of a contradiction holds, or opens it again",
    access: "super_admin",
    body: z.strictObject({
      key: z.string().min(1).max(2_000),
      /** One of its choices; null opens it again. */
      answer: z.string().min(1).max(100).nullable(),
    }),
    answer: z.strictObject({}),
    status: 200,
    problems: ["bad-request", "conflict", "engine-down"],
  },
} as const satisfies Record<string, Route>;
