import { z } from "zod";
import { CHART_LIMITS, CHART_STYLES, CHART_TOOLS } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import { ChartHoursName, ChartIndicator, ChartTimeframeName } from "./chart.ts";
import { RunId, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const Symbol = z.string().trim().min(1).max(40);
/** Names an indicator or drawing within its chart. */
const PartId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const Time = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/);

export const ChartDrawing = z.strictObject({
  id: PartId,
  tool: z.enum(CHART_TOOLS.map(({ name }) => name)),
  /** Present symbol of the security it was drawn on; it shows on that one only. */
  symbol: Symbol,
  /** Times in New York and prices, adjusted as the chart was. */
  points: z
    .array(z.strictObject({ time: Time, price: z.number() }))
    .min(1)
    .max(2),
  text: z.string().max(CHART_LIMITS.drawingText).default(""),
});
export type ChartDrawing = z.infer<typeof ChartDrawing>;

/** A chart whole: what it shows and what was drawn on it. */
export const ChartContent = z.strictObject({
  symbol: Symbol,
  timeframe: ChartTimeframeName,
  hours: ChartHoursName,
  adjusted: z.boolean(),
  style: z.enum(CHART_STYLES),
  scale: z.enum(["linear", "logarithmic"]),
  /** Symbols shown beside it, each as its change in percent. */
  compare: z.array(Symbol).max(CHART_LIMITS.compared),
  indicators: z.array(z.strictObject({ id: PartId, ...ChartIndicator.shape })).max(CHART_LIMITS.indicators),
  drawings: z.array(ChartDrawing).max(CHART_LIMITS.drawings),
});
export type ChartContent = z.infer<typeof ChartContent>;

export const ChartLayoutBody = z.strictObject({
  name: z.string().trim().min(1).max(CHART_LIMITS.layoutName),
  content: ChartContent,
});
const Layout = { id: RunId, name: z.string(), symbol: z.string(), created_at: z.string(), updated_at: z.string() };
export const ChartLayoutItem = z.strictObject(Layout);
export type ChartLayoutItem = z.infer<typeof ChartLayoutItem>;
export const ChartLayout = z.strictObject({ ...Layout, content: ChartContent });
export type ChartLayout = z.infer<typeof ChartLayout>;

/** Saved charts of a user. */
export const CHART_LAYOUT_ROUTES = {
  chartLayouts: {
    method: "GET",
    path: "/v1/chart/layouts",
    summary: "The saved charts, the one changed last first",
    access: "user",
    scope: "chart",
    answer: z.strictObject({ items: z.array(ChartLayoutItem) }),
    status: 200,
    problems: [],
  },
  chartLayout: {
    method: "GET",
    path: "/v1/chart/layouts/:id",
    summary: "A saved chart with its indicators and drawings",
    access: "user",
    scope: "chart",
    params: RunParams,
    answer: ChartLayout,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
  saveChartLayout: {
    method: "POST",
    path: "/v1/chart/layouts",
    summary: "Saves a chart under a new id",
    access: "user",
    scope: "chart",
    body: ChartLayoutBody,
    answer: ChartLayoutItem,
    status: 201,
    problems: ["bad-request", "limit-reached"],
  },
  changeChartLayout: {
    method: "PUT",
    path: "/v1/chart/layouts/:id",
    summary: "Saves a chart in place of the one that is there",
    access: "user",
    scope: "chart",
    params: RunParams,
    body: ChartLayoutBody,
    answer: ChartLayoutItem,
    status: 200,
    problems: ["bad-request", "not-found"],
  },
  deleteChartLayout: {
    method: "DELETE",
    path: "/v1/chart/layouts/:id",
    summary: "Deletes a saved chart for good",
    access: "user",
    scope: "chart",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "not-found"],
  },
} as const satisfies Record<string, Route>;
