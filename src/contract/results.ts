import { z } from "zod";
import { ANSWER_SPREAD } from "./answers.ts";
import { RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

export const RowsQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** Place of a column, from 0; left out, the output order. */
  sort: z.coerce.number().int().min(0).max(1000).optional(),
  /** Rows without a value come last in both. */
  order: z.enum(["asc", "desc"]).default("asc"),
  /** Only rows that hold each of these words: in the symbol, the date or another text. */
  q: z.string().max(200).default(""),
});
/**
 * Values by column: number, text, boolean, date yyyy-MM-dd, time in minutes since midnight, or null. `total` is of all
 * pages.
 */
export const Rows = z.strictObject({ offset: z.int(), total: z.int(), rows: z.array(z.array(z.unknown())) });

const ColumnStatistics = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  rows: z.int(),
  nulls: z.int(),
  ...ANSWER_SPREAD,
});
export type ColumnStatistics = z.infer<typeof ColumnStatistics>;

/** In the order of the columns. */
export const Statistics = z.strictObject({ columns: z.array(ColumnStatistics).readonly() });

/** Queries on the rows of a finished run or preview. */
export const RESULT_ROUTES = {
  rows: {
    method: "GET",
    path: "/v1/data-requests/:id/rows",
    summary: "A page of the rows, in output order or by a column",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: RowsQuery,
    answer: Rows,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "engine-down"],
  },
  statistics: {
    method: "GET",
    path: "/v1/data-requests/:id/statistics",
    summary: "Nulls, least, largest, mean, quantiles, histogram or most frequent values of every column",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    answer: Statistics,
    status: 200,
    problems: ["not-found", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
} as const satisfies Record<string, Route>;
