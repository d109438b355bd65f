import { diagnose } from "../../src/formula/index.ts";
import { evaluate } from "./evaluate.ts";
import { calendar, sessionNumber, type Bar, type MinuteBar, type ReferenceMarket, type Security } from "./market.ts";
import { columnsOf } from "./scan.ts";
import type { Value } from "./values.ts";

/*
 * A market small enough to compute by hand: six sessions from 2024-07-01 around the half day of 2024-07-03 (13:00) and the
 * holiday of 2024-07-04.
 */
const FIRST = sessionNumber("2024-07-01");

/** Dates of the sessions 0 to 5. */
export const DATES = [0, 1, 2, 3, 4, 5].map((day) => calendar(FIRST + day).date);

type Prices = readonly [open: number, high: number, low: number, close: number, volume: number, vwap?: number];

const bar = ([open, high, low, close, volume, vwap]: Prices): Bar => ({
  open,
  high,
  low,
  close,
  volume,
  num_trades: null,
  vwap: vwap ?? null,
});

const minute = (at: number, prices: Prices, num_trades: number | null = null): MinuteBar => ({
  minute: at,
  ...bar(prices),
  num_trades,
});

const days = (bars: Readonly<Record<number, Prices>>): Security["daily"] =>
  new Map(Object.entries(bars).map(([day, prices]) => [FIRST + Number(day), bar(prices)]));

const minutes = (bars: Readonly<Record<number, readonly MinuteBar[]>>): Security["minutes"] =>
  new Map(Object.entries(bars).map(([day, each]) => [FIRST + Number(day), each]));

const NONE: Security = {
  symbol: "",
  changes: [],
  listing: null,
  daily: new Map(),
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
};

const LISTING = {
  name: "Alpha - Bank_Corp",
  exchange: "NYSE",
  security_class: "Common Stock",
  status: null,
  country: "USA",
  currency: null,
  sector: "Energy",
  industry: null,
  ipo_date: "2024-07-04",
  delisted_date: null,
};

/** A bar every day; renamed on 07-03; facts, statements and events. */
const A: Security = {
  ...NONE,
  symbol: "A",
  changes: [{ date: "2024-07-03", symbol: "A", old: "OLD" }],
  listing: LISTING,
  daily: days({
    0: [10, 11, 9, 10, 100],
    1: [10, 12, 10, 11, 200, 10.5],
    2: [11, 12, 10.5, 12, 0],
    3: [12, 12, 10, 11, 200],
    4: [12, 13.5, 11, 13, 300, 12.5],
    5: [13, 14, 12.5, 14, 100],
  }),
  facts: [
    { field: "market_cap", known_at: "2024-07-02T16:00", value: 100 },
    { field: "market_cap", known_at: "2024-07-03T13:01", value: 200 },
    { field: "exchange", known_at: "2024-07-03T00:00", value: "NASDAQ" },
    // Moved to an earlier day a second after the half day's close, and announced again after it has passed.
    { field: "next_earnings", known_at: "2024-07-02T16:00", value: "2024-07-10" },
    { field: "next_earnings", known_at: "2024-07-03T13:00:01", value: "2024-07-05" },
    { field: "next_earnings", known_at: "2024-07-08T16:00:01", value: "2024-10-09" },
  ],
  statements: [
    { item: "net-income", fiscal_end: "2024-03-31", known_at: "2024-06-01T08:00", value: 7 },
    { item: "net-income", fiscal_end: "2024-03-31", known_at: "2024-07-02T20:00", value: 8 },
    { item: "total-revenue", fiscal_end: "2024-06-30", known_at: "2024-07-05T08:00", value: 50 },
    { item: "total-revenue", fiscal_end: "2023-12-31", known_at: "2024-02-01T08:00", value: 40 },
  ],
  events: [
    { kind: "news", at: "2024-07-02T10:00" },
    { kind: "news", at: "2024-07-03T13:30" },
    { kind: "news", at: "2024-07-04T12:00" },
    { kind: "news", at: "2024-07-08" },
    { kind: "news", at: "2024-07-09 pre" },
  ],
};

/** Halted on day 2, delisted after day 3. */
const B: Security = {
  ...NONE,
  symbol: "B",
  listing: {
    name: null,
    exchange: null,
    security_class: null,
    status: null,
    country: null,
    currency: null,
    sector: null,
    industry: null,
    ipo_date: null,
    delisted_date: "2024-07-05",
  },
  daily: days({ 0: [20, 20, 20, 20, 10], 1: [20, 22, 20, 21, 10], 3: [20, 20, 18, 19, 30] }),
};

/** Splits two for one on day 3. */
const S: Security = {
  ...NONE,
  symbol: "S",
  daily: days({
    0: [100, 104, 98, 100, 50],
    1: [100, 104, 98, 102, 50],
    2: [102, 104, 98, 104, 50],
    3: [52, 53, 50, 52, 100],
    4: [52, 54, 52, 53, 100],
    5: [53, 54, 51, 54, 100],
  }),
  splits: [{ date: "2024-07-05", ratio: 2 }],
  dividends: [
    { date: "2024-07-05", amount: 0.52 },
    { date: "2024-07-09", amount: 0.5 },
    { date: "2024-07-09", amount: 0.03, kind: "special" },
  ],
};

/** Minutes only: on day 1, on the half day outside the session only, on day 4; none imported on days 0, 3 and 5. */
const M: Security = {
  ...NONE,
  symbol: "M",
  minutes: minutes({
    1: [
      minute(500, [5, 6, 5, 6, 10], 1),
      minute(570, [6, 7, 6, 6.5, 20, 6.5], 2),
      minute(571, [6.5, 7, 6, 6, 30, 6.25], null),
      minute(600, [6, 7, 5, 5.5, 50, 6], 4),
    ],
    2: [minute(780, [5, 5, 5, 5, 10])],
    4: [minute(600, [8, 9, 8, 9, 10]), minute(660, [9, 9, 7, 7, 40])],
  }),
};

export const MARKET: ReferenceMarket = {
  securities: [A, B, S, M],
  lists: {
    watch: [
      { symbol: "A", day: "2024-07-05", until: null },
      { symbol: "B", day: "2024-07-01", until: "2024-07-02" },
    ],
  },
  numbers: [{ symbol: "A", day: "2024-07-08", values: { sentiment: 0.4 } }],
};

/** The same after a check, which doubts that day 2 of A has a range and no volume. */
const CHECKED: ReferenceMarket = { ...MARKET, securities: [{ ...A, doubts: new Set([FIRST + 2]) }, B, S, M] };

/** Value of a formula for a security on a day, 0 to 5; dates and times as plain text and minutes. */
export function valueOf(code: string, symbol = "A", day = 5): unknown {
  const security = CHECKED.securities.find((each) => each.symbol === symbol);
  const { tree, diagnostics } = diagnose(code, { columns: new Map(), use: "column" });
  if (!security || !tree) throw new Error(`${symbol} ${code}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  return plain(evaluate(tree, CHECKED, security, FIRST + day, columnsOf([])));
}

const plain = (value: Value): unknown => {
  if (typeof value === "number") return Math.round(value * 1e9) / 1e9 + 0;
  return value !== null && typeof value === "object" ? Object.values(value)[0] : value;
};
