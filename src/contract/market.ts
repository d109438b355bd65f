import { z } from "zod";
import type { Route } from "./route.ts";

const Span = z.object({ first_date: z.string(), last_date: z.string(), sessions: z.int() });

/** What the market holds, null where it holds nothing. Symbols are for suggestions, in alphabetical order. */
export const MarketAnswer = z.object({
  snapshot: z.object({ id: z.string(), date: z.string(), source: z.string(), imported_at: z.string() }).nullable(),
  daily: Span.nullable(),
  minute: Span.nullable(),
  securities: z.int(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  symbols: z.array(z.string()),
});
export type MarketAnswer = z.infer<typeof MarketAnswer>;

const Health = z.strictObject({ status: z.literal("ok") });
const Ready = z.strictObject({ status: z.literal("ready"), engine: z.string() });

/** The market data, and whether the parts of the server answer. */
export const MARKET_ROUTES = {
  market: {
    method: "GET",
    path: "/v1/market",
    summary: "What the market data holds",
    access: "public",
    answer: MarketAnswer,
    status: 200,
    problems: ["market-changed", "engine-down"],
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
    summary: "The server should be given work: database and engine answer, the schema fits, it is not stopping",
    access: "public",
    answer: Ready,
    status: 200,
    problems: ["stopping", "database-down", "engine-down"],
  },
} as const satisfies Record<string, Route>;
