import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { GALLERY_LIMITS, LABELS } from "../vocabulary/index.ts";
import { RunParams } from "./data-request-schemas.ts";
import { RowsQuery } from "./results.ts";
import type { Route } from "./route.ts";

const Label = z.int().min(LABELS.first).max(LABELS.last);
const Prices = z.array(z.number().nullable()).readonly();

const RowChartsQuery = z.strictObject({
  ...RowsQuery.shape,
  limit: z.coerce.number().int().min(1).max(GALLERY_LIMITS.charts).default(60),
});
const RowChart = z.strictObject({
  /** Stays with a security through renamings. */
  security: z.int(),
  symbol: z.string(),
  date: z.string(),
  /** The account's own label of this security on this day. */
  label: Label.nullable(),
  /** Bars of five minutes of the day where the market has them, else of the days around it; split-adjusted. */
  bars: z.enum(["minutes", "days"]),
  /** When the day's regular session begins and ends, in minutes since midnight. */
  session: z.tuple([z.int(), z.int()]).readonly(),
  /** Of each bar: its minute of the day, or how many sessions it lies before (-) or after the row's day. */
  time: z.array(z.int()).readonly(),
  open: Prices,
  high: Prices,
  low: Prices,
  close: Prices,
});
export type RowChart = z.infer<typeof RowChart>;

export const RowCharts = z.strictObject({ offset: z.int(), total: z.int(), charts: z.array(RowChart).readonly() });

const LabelBody = z.strictObject({
  security: z.int().min(0).max(4_294_967_295),
  date: z.iso.date(),
  /** Null takes it off. */
  label: Label.nullable(),
});

/** Small charts of a result's rows, and the labels that an account gives to days of securities. */
export const GALLERY_ROUTES = {
  rowCharts: {
    method: "GET",
    path: "/v1/data-requests/:id/row-charts",
    summary: "Bars of many rows at once, each row's at its day, and the rows' labels; in the order of the rows",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: RowChartsQuery,
    answer: RowCharts,
    status: 200,
    problems: ["not-found", "bad-request", "forbidden", "not-finished", "too-many", "market-changed", "engine-down"],
  },
  labelDay: {
    method: "PUT",
    path: "/v1/profile/labels",
    summary: "Gives a security's day a label from 1 to 9, which every run of the account shows, or takes it off",
    access: "user",
    scope: "data_requests",
    body: LabelBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "limit-reached"],
  },
} as const satisfies Record<string, Route>;
