import type { Minute } from "./types.ts";

/** Bars of a chart: of so many minutes, aligned to the clock, or of a period of sessions. `1m` is a minute, `1M` a month. */
export const CHART_TIMEFRAMES = [
  { name: "1m", title: "1 minute", minutes: 1 },
  { name: "3m", title: "3 minutes", minutes: 3 },
  { name: "5m", title: "5 minutes", minutes: 5 },
  { name: "15m", title: "15 minutes", minutes: 15 },
  { name: "30m", title: "30 minutes", minutes: 30 },
  { name: "1h", title: "1 hour", minutes: 60 },
  { name: "1D", title: "1 day", period: "day" },
  { name: "1W", title: "1 week", period: "week" },
  { name: "1M", title: "1 month", period: "month" },
] as const;

export type ChartTimeframe = (typeof CHART_TIMEFRAMES)[number]["name"];
export type ChartMinutes = Extract<(typeof CHART_TIMEFRAMES)[number], { readonly minutes: number }>["minutes"];
export type ChartPeriod = Extract<(typeof CHART_TIMEFRAMES)[number], { readonly period: string }>["period"];

/** Which bars of a day a chart shows: those of the regular session, or premarket and after hours too. */
export const CHART_HOURS = ["regular", "extended"] as const;
export type ChartHours = (typeof CHART_HOURS)[number];

/** Ranges of the toolbar and how many days each reaches back from the given date. */
export const CHART_RANGES = { "1D": 1, "5D": 2, "10D": 3 } as const satisfies Readonly<Record<string, number>>;
export type ChartRange = keyof typeof CHART_RANGES;

/** Days back of a range; any other value gives one day. */
export function daysBack(range: string): number {
  return Object.entries(CHART_RANGES).find(([name]) => name === range)?.[1] ?? 1;
}

/** Session strings of charts, and the minutes of the day that each lets through. */
export const CHART_SESSIONS = {
  "24x7": { from: 0, to: 1440 },
  "0430-1200": { from: 270, to: 720 },
} as const satisfies Readonly<Record<string, { readonly from: Minute; readonly to: Minute }>>;
export type ChartSession = keyof typeof CHART_SESSIONS;

/** The session of a plan with these timeframes: bars within the day need a plan with more than one (docs/product-rules.md, Plans). */
export function chartSession(timeframes: readonly string[]): ChartSession {
  return timeframes.length >= 2 ? "24x7" : "0430-1200";
}

/** Features of the chart's toolbar by the names that charting libraries use for them. */
export const CHART_FEATURES = [
  "go_to_date",
  "header_compare",
  "header_saveload",
  "timeframes_toolbar",
  "header_symbol_search",
  "symbol_search_hot_key",
  "display_market_status",
] as const;
/** Off without `chart_export_enabled`. */
export const CHART_SCREENSHOT = "header_screenshot";

export const CHART_STYLES = ["candles", "bars", "line", "area"] as const;
export type ChartStyle = (typeof CHART_STYLES)[number];

/** Drawing tools, each with the points it is made of. */
export const CHART_TOOLS = [
  { name: "trend_line", title: "Trend line", points: 2 },
  { name: "horizontal_line", title: "Horizontal line", points: 1 },
  { name: "vertical_line", title: "Vertical line", points: 1 },
  { name: "rectangle", title: "Rectangle", points: 2 },
  { name: "text", title: "Text", points: 1 },
] as const;
export type ChartTool = (typeof CHART_TOOLS)[number]["name"];

/** Bounds of what a chart holds and asks for. */
export const CHART_LIMITS = {
  barsAtOnce: 5_000,
  indicators: 20,
  compared: 5,
  drawings: 500,
  marks: 5_000,
  layouts: 200,
  layoutName: 200,
  drawingText: 500,
  symbols: 50,
} as const;

/** What the exchange is doing. */
export const MARKET_STATES = ["premarket", "open", "after hours", "closed"] as const;
export type MarketState = (typeof MARKET_STATES)[number];
