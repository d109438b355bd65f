import { z } from "zod";
import { Answer, ANSWER_SPREAD } from "./answers.ts";
import { FORMATS, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Columns that rows are sorted by. */
const MAX_SORTS = 8;
const listOf = (one: string): RegExp => new RegExp(`^${one}(?:,${one}){0,${MAX_SORTS - 1}}$`);

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

const FILTER = {
  /** Only rows that hold each of these words: in the symbol, the date or another text. */
  q: z.string().max(200).default(""),
  /**
   * Only rows that meet each of these conditions, one a line: the place of a column, a blank and what its value has to
   * be, as `3 > 10`, `4 1 .. 5`, `0 in SPY, QQQ`, `5 contains bio` or `6 is empty`; at most 16.
   */
  where: z.string().max(3_000).default(""),
  /** With a column more, behind the others: the caller's own label of each row's security on its day, 1 to 9. */
  labels: Flag.default(false),
} as const;

/** Rows as they are looked at, whole: in their order, and only those. */
export const ROWS_VIEW = {
  /** Places of up to 8 columns, from 0, between commas, the first counting most; left out, the output order. */
  sort: z.string().regex(listOf("\\d{1,4}")).optional(),
  /** Of each of them, between commas; left out, asc. Rows without a value come last in both. */
  order: z.string().regex(listOf("(?:asc|desc)")).default("asc"),
  ...FILTER,
} as const;
export const RowsQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  ...ROWS_VIEW,
});
/** The rows of a file; left out, all of them in output order. */
export const ExportQuery = z.strictObject({ format: z.enum(FORMATS).default("xlsx"), ...ROWS_VIEW });
/** The same in a body. */
export const TicketBody = z.strictObject({ ...ExportQuery.shape, labels: z.boolean().default(false) });
/** Which rows, in which order, with or without the column of labels. */
export type ExportView = Omit<z.output<typeof TicketBody>, "format">;

export const RowFilterQuery = z.strictObject(FILTER);
/**
 * Values by column: number, text, boolean, date yyyy-MM-dd, time in minutes since midnight, or null. `total` is of all
 * pages.
 */
export const Rows = z.strictObject({
  offset: z.int(),
  total: z.int(),
  rows: z.array(z.array(z.unknown())),
  /** With labels: the security of each row, and whether any row of the result has a label. */
  securities: z.array(z.int()).optional(),
  labelled: z.boolean().optional(),
});

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

export const GroupsQuery = z.strictObject({
  /** Place of the column whose values make the groups, from 0. */
  by: z.coerce.number().int().min(0).max(1000).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  ...FILTER,
});
/** The largest groups first; `total` is how many there are. Medians are of every column, null of what are no numbers. */
export const RowGroups = z.strictObject({
  total: z.int(),
  groups: z
    .array(z.strictObject({ value: Answer, rows: z.int(), medians: z.array(z.number().nullable()).readonly() }))
    .readonly(),
});
export type RowGroups = z.infer<typeof RowGroups>;

/** Queries on the rows of a finished run or preview. */
export const RESULT_ROUTES = {
  rows: {
    method: "GET",
    path: "/v1/data-requests/:id/rows",
    summary: "A page of the rows, in output order or by columns, of all rows or some",
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
    summary:
      "Nulls, least, largest, mean, quantiles, histogram or most frequent values of every column, of all rows or some",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: RowFilterQuery,
    answer: Statistics,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
  groups: {
    method: "GET",
    path: "/v1/data-requests/:id/groups",
    summary: "The rows by the values of a column: how many of each, and the medians of the numbers",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: GroupsQuery,
    answer: RowGroups,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
} as const satisfies Record<string, Route>;
