import { z } from "zod";
import type { Route } from "./route.ts";

/**
 * One built-in template and its newest rows, for who is not signed in: written out, so that the sign-in page needs
 * nothing to show it.
 */
export const Showcase = z.strictObject({
  name: z.string(),
  /** Each in words. */
  filters: z.array(z.string()).readonly(),
  hits: z.int(),
  /** The days that were looked at, `09/30/2025 to 12/31/2025`. */
  days: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })).readonly(),
  rows: z.array(z.array(z.string()).readonly()).readonly(),
});
export type Showcase = z.infer<typeof Showcase>;

/** What the sign-in page shows of the product. */
export const SHOWCASE_ROUTES = {
  showcase: {
    method: "GET",
    path: "/v1/market/showcase",
    summary: "One built-in template in words with its newest rows",
    access: "public",
    answer: Showcase,
    status: 200,
    problems: ["no-market", "market-changed", "engine-down"],
  },
} as const satisfies Record<string, Route>;
