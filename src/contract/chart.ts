import { z } from "zod";
import {
  BAR_FIELD_NAMES,
  CHART_HOURS,
  CHART_LIMITS,
  CHART_SESSIONS,
  CHART_TIMEFRAMES,
  INDICATORS,
  keysOf,
  MARKET_STATES,
} from "../vocabulary/index.ts";
import type { BarField } from "../vocabulary/index.ts";
import { ChartingProduct } from "./billing.ts";
import { RunId } from "./data-request-schemas.ts";
import { RowTrade } from "./row-trades.ts";
import type { Route } from "./route.ts";

export const ChartTimeframeName = z.enum(CHART_TIMEFRAMES.map(({ name }) => name));
export const ChartHoursName = z.enum(CHART_HOURS);
const Day = z.iso.date();
const Flag = z.enum(["true", "false"]).transform((text) => text === "true");
/** Ids are the importer's; they stay with a security through renamings. */
const SecurityId = z.coerce.number().int().min(0).max(4_294_967_295);
const Symbol = z.string().trim().min(1).max(40);

/** The security by its id, or by the symbol it has, or had on a day. */
const which = { security: SecurityId.optional(), symbol: Symbol.optional(), date: Day.optional() };
const named = ({ security, symbol }: { security?: number | undefined; symbol?: string | undefined }): boolean =>
  security !== undefined || symbol !== undefined;
const SYMBOL_OR_SECURITY = { message: "Say which: symbol or security.", path: ["symbol"] };

const Security = {
  security: z.int(),
  symbol: z.string(),
  old_symbols: z.array(z.string()).readonly(),
  name: z.string().nullable(),
  exchange: z.string().nullable(),
  security_class: z.string().nullable(),
  status: z.string().nullable(),
  currency: z.string().nullable(),
  /** First and last day with a daily bar. */
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
};
const ChartSecurityItem = z.strictObject(Security);
type ChartSecurityItem = z.infer<typeof ChartSecurityItem>;

const ChartSymbolsQuery = z.strictObject({
  query: Symbol,
  limit: z.coerce.number().int().min(1).max(CHART_LIMITS.symbols).default(20),
});
export const ChartSymbols = z.strictObject({
  items: z.array(z.strictObject({ ...Security, matched: z.enum(["symbol", "old_symbol", "name"]) })),
});
export type ChartSymbols = z.infer<typeof ChartSymbols>;

const ChartBarsQuery = z
  .strictObject({
    ...which,
    timeframe: ChartTimeframeName.default("1D"),
    /** Within the day: minutes of the regular session, or premarket and after hours too. */
    hours: ChartHoursName.default("regular"),
    adjusted: Flag.default(true),
    /** Bars of the days before it, or after it; neither for the newest. */
    before: Day.optional(),
    after: Day.optional(),
    limit: z.coerce.number().int().min(1).max(CHART_LIMITS.barsAtOnce).default(1_000),
  })
  .refine(named, SYMBOL_OR_SECURITY)
  .refine(({ before, after }) => before === undefined || after === undefined, {
    message: "Only one of before and after.",
    path: ["after"],
  });

const Value = z.number().nullable();
const BarValues = {
  open: Value,
  high: Value,
  low: Value,
  close: Value,
  volume: Value,
  num_trades: Value,
  vwap: Value,
} satisfies Readonly<Record<BarField, typeof Value>>;
/** Start of the bar: yyyy-MM-dd, within the day yyyy-MM-ddTHH:MM New York time. A value that is not known is null. */
const ChartBarItem = z.strictObject({
  time: z.string(),
  ...BarValues,
});
export const ChartBars = z.strictObject({
  security: ChartSecurityItem,
  timeframe: ChartTimeframeName,
  hours: ChartHoursName,
  adjusted: z.boolean(),
  /**
   * The oldest first; days without a trade have none. Within the day whole sessions, so there may be more or fewer than
   * requested.
   */
  bars: z.array(ChartBarItem).readonly(),
  /** Days among them whose regular session is not 09:30 to 16:00; open and close in minutes since midnight. */
  unusual_days: z.array(z.strictObject({ date: z.string(), open: z.int(), close: z.int() })).readonly(),
  /** To send as `before` or `after` for the next page; null where there is none. */
  earlier: z.string().nullable(),
  later: z.string().nullable(),
});
export type ChartBars = z.infer<typeof ChartBars>;

export const ChartIndicator = z.strictObject({
  /** As in formulas: `rsi`. */
  name: z.enum(INDICATORS.map(({ name }) => name)),
  /** In order; those left out are the catalogue's defaults. */
  parameters: z.array(z.number()).max(10).default([]),
  /** The field it is computed from, where it takes one; `close` or `volume` by default. */
  source: z.enum(BAR_FIELD_NAMES).nullable().default(null),
});
export type ChartIndicator = z.infer<typeof ChartIndicator>;

const ChartIndicatorsBody = z
  .strictObject({
    security: z.int().min(0).max(4_294_967_295).optional(),
    symbol: Symbol.optional(),
    date: Day.optional(),
    timeframe: ChartTimeframeName.default("1D"),
    hours: ChartHoursName.default("regular"),
    adjusted: z.boolean().default(true),
    /** Days shown, both included. The bars before them are computed with, as a scan does. */
    from: Day,
    to: Day,
    indicators: z.array(ChartIndicator).min(1).max(CHART_LIMITS.indicators),
  })
  .refine(named, SYMBOL_OR_SECURITY);
export const ChartIndicators = z.strictObject({
  times: z.array(z.string()).readonly(),
  /** In the order of the request, parameters complete. */
  items: z.array(
    z.strictObject({
      name: z.string(),
      parameters: z.array(z.number()).readonly(),
      source: z.string().nullable(),
      lines: z.array(
        z.strictObject({
          name: z.string(),
          title: z.string(),
          /** One for each time. */
          values: z.array(Value).readonly(),
          /** Leading values that still depend, by more than 1e-6, on where the history begins. */
          unsettled: z.int(),
        }),
      ),
    }),
  ),
});
export type ChartIndicators = z.infer<typeof ChartIndicators>;

const ChartMarksQuery = z.strictObject({ request: RunId, ...which }).refine(named, SYMBOL_OR_SECURITY);
/** Rows are counted from 1, in output order. */
const Hit = { row: z.int(), security: z.int(), symbol: z.string(), date: z.string() };
export const ChartMarks = z.strictObject({
  /** Name of the request. */
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string(), unit: z.string().nullable() })),
  items: z.array(z.strictObject({ ...Hit, values: z.array(z.unknown()).readonly() })),
});
export type ChartMarks = z.infer<typeof ChartMarks>;
const ChartTradesQuery = z.strictObject({ request: RunId, symbol: Symbol, date: Day });
export const ChartTrades = z.strictObject({ items: z.array(RowTrade) });
export type ChartTrades = z.infer<typeof ChartTrades>;
const ChartHitsQuery = z.strictObject({
  request: RunId,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
export const ChartHits = z.strictObject({ name: z.string(), total: z.int(), items: z.array(z.strictObject(Hit)) });

/** What the plan in force shows, and what the market holds. */
export const ChartProductAnswer = z.strictObject({
  product: ChartingProduct,
  /** Name of the plan. */
  plan: z.string(),
  /** 24x7 with two timeframes or more, else 0430-1200; bars within the day lie in it. */
  session: z.enum(keysOf(CHART_SESSIONS)),
  /** Features of the toolbar that are on. */
  features: z.array(z.string()).readonly(),
  /** Days with bars: daily ones, and ones within the day. */
  daily: z.strictObject({ first_date: z.string(), last_date: z.string() }).nullable(),
  minute: z.strictObject({ first_date: z.string(), last_date: z.string() }).nullable(),
});
export type ChartProductAnswer = z.infer<typeof ChartProductAnswer>;

/** By the exchange's calendar and the clock in New York; trading halts are not included. */
export const MarketStateAnswer = z.strictObject({
  state: z.enum(MARKET_STATES),
  /** Why it is closed all day: Saturday, Sunday or the holiday. */
  reason: z.string().nullable(),
  /** Now in New York, yyyy-MM-ddTHH:MM. */
  now: z.string(),
  next: z.strictObject({ state: z.enum(MARKET_STATES), at: z.string() }),
});
export type MarketStateAnswer = z.infer<typeof MarketStateAnswer>;

const base = { access: "user", scope: "chart", status: 200 } as const;

/** What charts are made of. */
export const CHART_ROUTES = {
  chartProduct: {
    ...base,
    method: "GET",
    path: "/v1/chart/product",
    summary: "What charts show under the plan in force, and the days with bars",
    answer: ChartProductAnswer,
    problems: ["engine-down"],
  },
  chartMarketState: {
    ...base,
    method: "GET",
    path: "/v1/chart/market-status",
    summary: "Whether the exchange is open, and what comes next",
    answer: MarketStateAnswer,
    problems: [],
  },
  chartSymbols: {
    ...base,
    method: "GET",
    path: "/v1/chart/symbols",
    summary: "Securities by symbol, old symbol and name, the best match first",
    query: ChartSymbolsQuery,
    answer: ChartSymbols,
    problems: ["bad-request", "market-changed", "engine-down"],
  },
  chartBars: {
    ...base,
    method: "GET",
    path: "/v1/chart/bars",
    summary: "Bars of a security by any timeframe of the plan, by pages in time",
    query: ChartBarsQuery,
    answer: ChartBars,
    problems: ["bad-request", "forbidden", "not-found", "too-many", "market-changed", "engine-down"],
  },
  chartIndicators: {
    ...base,
    method: "POST",
    path: "/v1/chart/indicators",
    summary: "Lines of indicators on bars, with the numbers of a scan",
    body: ChartIndicatorsBody,
    answer: ChartIndicators,
    problems: [
      "bad-request",
      "invalid-request",
      "forbidden",
      "not-found",
      "too-many",
      "out-of-memory",
      "market-changed",
      "engine-down",
    ],
  },
  chartMarks: {
    ...base,
    method: "GET",
    path: "/v1/chart/marks",
    summary: "Rows of a request's finished run for one security, to be marked on its chart",
    query: ChartMarksQuery,
    answer: ChartMarks,
    problems: ["bad-request", "not-found", "not-finished", "engine-down"],
  },
  chartTrades: {
    ...base,
    method: "GET",
    path: "/v1/chart/trades",
    summary: "Where the trades of one row of a finished run began and ended",
    query: ChartTradesQuery,
    answer: ChartTrades,
    problems: ["bad-request", "not-found", "not-finished", "too-many", "market-changed", "engine-down"],
  },
  chartHits: {
    ...base,
    method: "GET",
    path: "/v1/chart/hits",
    summary: "Rows of a request's finished run, to step from chart to chart",
    query: ChartHitsQuery,
    answer: ChartHits,
    problems: ["bad-request", "not-found", "not-finished", "engine-down"],
  },
} as const satisfies Record<string, Route>;
