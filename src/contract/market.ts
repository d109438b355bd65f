import { z } from "zod";

/** What the market holds; `null` dates where it holds nothing. Symbols are for suggestions, alphabetical. */
export const MarketAnswer = z.object({
  empty: z.boolean(),
  snapshot: z.object({ id: z.string(), date: z.string(), source: z.string() }).nullable(),
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
  minutes: z.object({ first_date: z.string(), last_date: z.string(), sessions: z.int() }).nullable(),
  securities: z.int(),
  sessions: z.int(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  symbols: z.array(z.string()),
});
export type MarketAnswer = z.infer<typeof MarketAnswer>;

export const Health = z.strictObject({ status: z.literal("ok") });
export const Ready = z.strictObject({ status: z.literal("ready"), engine: z.string() });
