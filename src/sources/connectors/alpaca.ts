import { z } from "zod";
import { DAY_MS, inNewYork } from "../../vocabulary/index.ts";
import type { Connector, SourcePage, PageContent, SourceRow, SourceRows } from "../connector.ts";
import { jsonOf, pageAfter } from "../payload.ts";

/** Symbols of one call, so that addresses stay short. */
const MAX_SYMBOLS = 50;

const Bars = z.object({
  bars: z.record(
    z.string(),
    z.array(
      z.object({
        t: z.iso.datetime({ offset: true }),
        o: z.number(),
        h: z.number(),
        l: z.number(),
        c: z.number(),
        v: z.number(),
        n: z.number().optional(),
        vw: z.number().optional(),
      }),
    ),
  ),
  next_page_token: z.string().nullish(),
});

const Split = z.object({
  symbol: z.string(),
  new_rate: z.number().positive(),
  old_rate: z.number().positive(),
  ex_date: z.iso.date(),
});
const Actions = z.object({
  corporate_actions: z.object({
    forward_splits: z.array(Split).default([]),
    reverse_splits: z.array(Split).default([]),
    cash_dividends: z
      .array(
        z.object({ symbol: z.string(), rate: z.number(), special: z.boolean().default(false), ex_date: z.iso.date() }),
      )
      .default([]),
    name_changes: z
      .array(z.object({ old_symbol: z.string(), new_symbol: z.string(), process_date: z.iso.date() }))
      .default([]),
  }),
  next_page_token: z.string().nullish(),
});

const CORPORATE_ACTIONS = [
  { kind: "splits", types: "forward_split,reverse_split,name_change" },
  { kind: "dividends", types: "cash_dividend" },
] as const;

const continued = (page: SourcePage, token: string | null | undefined): Pick<PageContent, "next"> => {
  if (token == null || token === "") return {};
  const [path = "", query = ""] = page.path.split("?");
  const params = new URLSearchParams(query);
  params.set("page_token", token);
  return { next: [pageAfter(page, `${path}?${params.toString()}`)] };
};

const batches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Bars as traded and corporate actions (https://docs.alpaca.markets/reference/stockbars, …/corporateactions-1). */
export const alpaca: Connector = {
  name: "alpaca",
  title: "Alpaca, market data",
  addresses: { data: "https://data.alpaca.markets" },
  offers: ["daily", "minute", "splits", "dividends"],
  keys: [
    { variable: "ALPACA_KEY_ID", meaning: "key ID of an Alpaca account" },
    { variable: "ALPACA_SECRET_KEY", meaning: "secret key of that account" },
  ],
  limits: [{ calls: 200, seconds: 60 }],
  atOnce: 4,
  importer: "csv",
  adjusted: false,
  bySymbol: true,
  since: "2016-01-04",
  headers: ([id = "", secret = ""]) => ({ "APCA-API-KEY-ID": id, "APCA-API-SECRET-KEY": secret }),
  pages({ symbols, kinds, from, to }) {
    return batches(symbols, MAX_SYMBOLS).flatMap((some) => {
      const of = some.length === 1 ? (some[0] ?? "") : `${some[0]} to ${some.at(-1)}`;
      const query = (more: Readonly<Record<string, string>>): string =>
        new URLSearchParams({ symbols: some.join(","), ...more }).toString();
      // From 23:00 or 00:00 in New York to a moment before it: a day's bar is of its midnight there, and nothing trades then.
      const moments = { start: `${from}T04:00:00Z`, end: `${dayAfter(to)}T03:59:59Z` };
      const bars = (kind: "daily" | "minute", timeframe: string): SourcePage => ({
        name: `${kind} ${of} ${from} to ${to}`,
        path: `/v2/stocks/bars?${query({ ...moments, timeframe, adjustment: "raw", feed: "sip", limit: "10000" })}`,
        of: kind,
      });
      return [
        ...(kinds.includes("daily") ? [bars("daily", "1Day")] : []),
        ...(kinds.includes("minute") ? [bars("minute", "1Min")] : []),
        ...CORPORATE_ACTIONS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, types }): SourcePage => ({
          name: `${kind} ${of} ${from} to ${to}`,
          path: `/v1/corporate-actions?${query({ start: from, end: to, types, limit: "1000" })}`,
          of: kind,
        })),
      ];
    });
  },
  read(page, body) {
    if (page.of === "splits" || page.of === "dividends") {
      const { corporate_actions: actions, next_page_token: token } = jsonOf(body, Actions);
      const splits = [...actions.forward_splits, ...actions.reverse_splits].map(
        ({ symbol, new_rate, old_rate, ex_date }): SourceRow => ({ symbol, date: ex_date, ratio: new_rate / old_rate }),
      );
      const symbols = actions.name_changes.map(({ old_symbol, new_symbol, process_date }): SourceRow => ({
        symbol: new_symbol,
        old_symbol,
        date: process_date,
      }));
      const dividends = actions.cash_dividends.map(({ symbol, rate, special, ex_date }): SourceRow => ({
        symbol,
        date: ex_date,
        amount: rate,
        kind: special ? "special" : "regular",
      }));
      return { rows: { splits, symbols, dividends }, ...continued(page, token) };
    }
    const { bars, next_page_token: token } = jsonOf(body, Bars);
    const rows = Object.entries(bars).flatMap(([symbol, list]) =>
      list.map(({ t, o, h, l, c, v, n, vw }): SourceRow => {
        const of = { symbol, open: o, high: h, low: l, close: c, volume: v, num_trades: n ?? null, vwap: vw ?? null };
        return page.of === "minute" ? { ...of, timestamp: t } : { ...of, date: inNewYork(new Date(t)).date };
      }),
    );
    const read: SourceRows = page.of === "minute" ? { minute: rows } : { daily: rows };
    return { rows: read, ...continued(page, token) };
  },
};
