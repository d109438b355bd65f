import { z } from "zod";
import type { Connector, SourceRow } from "../connector.ts";
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

/** End-of-day prices as traded, with splits and dividends (https://www.tiingo.com/documentation/end-of-day). */
export const tiingo: Connector = {
  name: "tiingo",
  title: "Tiingo, end of day",
  addresses: { api: "https://api.tiingo.com" },
  offers: ["daily", "splits", "dividends"],
  keys: [{ variable: "TIINGO_TOKEN", meaning: "API token of a Tiingo account" }],
  // Of the free plan.
  limits: [{ calls: 50, seconds: 3600 }],
  atOnce: 2,
  importer: "csv",
  adjusted: false,
  bySymbol: true,
  since: "1962-01-02",
  headers: ([token = ""]) => ({ authorization: `Token ${token}` }),
  pages: ({ symbols, from, to }) =>
    symbols.map((symbol) => ({
      name: `daily ${symbol} ${from} to ${to}`,
      // Classes are written with a hyphen there: BRK-B.
      path: `/tiingo/daily/${encodeURIComponent(symbol.replaceAll(".", "-").toLowerCase())}/prices?startDate=${from}&endDate=${to}&format=json`,
      of: "daily",
      symbol,
    })),
  read({ symbol = "" }, body) {
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
      .map(({ date, divCash }): SourceRow => ({ symbol, date: date.slice(0, 10), amount: divCash }));
    return { rows: { daily, splits, dividends } };
  },
  throttled: (body) => body.length < 1_000 && /run over your/i.test(textOf(body)),
};
