import { z } from "zod";

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

export const Health = z.strictObject({ status: z.literal("ok") });
export const Ready = z.strictObject({ status: z.literal("ready"), engine: z.string() });
