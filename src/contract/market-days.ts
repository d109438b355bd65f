import { z } from "zod";
import { DAY_STATUSES, DAY_STEPS, STEP_STATUSES } from "../vocabulary/index.ts";
import { PairsQuery } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const Moment = z.string().nullable();

const Step = z.strictObject({
  step: z.enum(DAY_STEPS),
  /** Name of the source, where the step is about one; else empty. */
  source: z.string(),
  status: z.enum(STEP_STATUSES),
  /** What it has come to. */
  said: z.string(),
  started_at: Moment,
  ended_at: Moment,
});

const MarketDay = z.strictObject({
  date: z.string(),
  /** Waiting for its source; Missing where that has not come until the next session was over. */
  status: z.enum(DAY_STATUSES),
  /** When it goes on; null where it has ended. */
  next_at: Moment,
  /** Until when its sources are asked. */
  ends_at: z.string(),
  steps: z.array(Step),
});
export type MarketDay = z.infer<typeof MarketDay>;

const Day = z.strictObject({ date: z.iso.date() });

/** Sessions that come into the market by themselves after their close. */
export const MARKET_DAY_ROUTES = {
  marketDays: {
    method: "GET",
    path: "/v1/admin/market-days",
    summary: "The sessions that came into the market by themselves, the newest first, each with its steps",
    access: "super_admin",
    query: PairsQuery,
    answer: z.strictObject({
      /** What brings them; empty where nothing does. */
      sources: z.array(z.string()),
      items: z.array(MarketDay),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
    }),
    status: 200,
    problems: ["bad-request"],
  },
  askMarketDay: {
    method: "POST",
    path: "/v1/admin/market-days/:date/ask",
    summary:
      "Asks the sources for a late or missing session again now; as it is: also where that looks like half a day",
    access: "super_admin",
    params: Day,
    body: z.strictObject({ as_it_is: z.boolean().default(false) }),
    answer: z.strictObject({ date: z.string() }),
    status: 202,
    problems: ["bad-request", "not-found", "conflict"],
  },
} as const satisfies Record<string, Route>;
