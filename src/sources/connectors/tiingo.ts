import { z } from "zod";
import type { Connector, SourcePage, SourceRow } from "../connector.ts";
import { jsonOf, textOf } from "../payload.ts";

const Prices = z.array(
  z.object({
    date: z.iso.datetime({ offset: true }),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    volume: z.number(),
    divCash: z.number(),
    splitFactor: z.number().positive(),
  }),
);

const Securities = z.array(z.object({ permaTicker: z.string().min(1), ticker: z.string().min(1) }));

/** Classes are written with a hyphen there: BRK-B. */
const codeOf = (symbol: string): string => encodeURIComponent(symbol.replaceAll(".", "-").toLowerCase());
const symbolOf = (ticker: string): string => ticker.toUpperCase().replaceAll("-", ".");

/** Symbols in one call for their ids. */
const SYMBOLS_A_CALL = 100;

const idPages = (symbols: readonly string[]): readonly SourcePage[] =>
  Array.from({ length: Math.ceil(symbols.length / SYMBOLS_A_CALL) }, (_, call) => {
    const some = symbols.slice(call * SYMBOLS_A_CALL, (call + 1) * SYMBOLS_A_CALL);
    return {
      name: `ids of ${some[0] ?? ""} to ${some.at(-1) ?? ""}`,
      path: `/tiingo/fundamentals/meta?tickers=${some.map(codeOf).join(",")}&format=json`,
      of: "identities",
    };
  });

/** End-of-day prices as traded, with splits and dividends (https://www.tiingo.com/documentation/end-of-day), and on request the ids that stay when a symbol changes. */
export const tiingo: Connector = {
  name: "tiingo",
  title: "Tiingo, end of day",
  addresses: { api: "https://api.tiingo.com" },
  offers: ["daily", "splits", "dividends", "identities"],
  keys: [{ variable: "TIINGO_TOKEN", meaning: "API token of a Tiingo account" }],
  // Of the free plan.
  limits: [{ calls: 50, seconds: 3600 }],
  atOnce: 2,
  importer: "csv",
  adjusted: false,
  bySymbol: true,
  since: "1962-01-02",
  headers: ([token = ""]) => ({ authorization: `Token ${token}` }),
  pages: ({ symbols, kinds, from, to }) => [
    ...(kinds.includes("identities") ? idPages(symbols) : []),
    ...(kinds.every((kind) => kind === "identities") ? [] : symbols).map((symbol): SourcePage => ({
      name: `daily ${symbol} ${from} to ${to}`,
      path: `/tiingo/daily/${codeOf(symbol)}/prices?startDate=${from}&endDate=${to}&format=json`,
      of: "daily",
      symbol,
    })),
  ],
  read({ symbol = "", of }, body, { to, symbols }) {
    if (of === "identities") {
      const wanted = new Set(symbols);
      const found = jsonOf(body, Securities).filter(({ ticker }) => wanted.has(symbolOf(ticker)));
      const identities = found.map(({ permaTicker, ticker }): SourceRow => {
        return { symbol: symbolOf(ticker), first_date: to, permanent_id: permaTicker, source: "tiingo" };
      });
      return { rows: { identities } };
    }
    const prices = jsonOf(body, Prices);
    const daily = prices.map(({ date, open, high, low, close, volume }): SourceRow => {
      return { symbol, date: date.slice(0, 10), open, high, low, close, volume };
    });
    const splits = prices
      .filter(({ splitFactor }) => splitFactor !== 1)
      .map(({ date, splitFactor }): SourceRow => ({ symbol, date: date.slice(0, 10), ratio: splitFactor }));
    // Of one ex-date together, special ones included.
    const dividends = prices
      .filter(({ divCash }) => divCash !== 0)
      .map(({ date, divCash }): SourceRow => ({ symbol, date: date.slice(0, 10), amount: divCash, kind: "total" }));
    return { rows: { daily, splits, dividends } };
  },
  throttled: (body) => body.length < 1_000 && /run over your/i.test(textOf(body)),
};
