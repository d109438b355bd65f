import { z } from "zod";
import { MalformedPage } from "../connector.ts";
import { DAY_MS, inNewYork } from "../../vocabulary/index.ts";
import type { Connector, SourcePage, PageContent, SourceRow } from "../connector.ts";
import { jsonOf, pageAfter } from "../payload.ts";

const Aggregate = z.object({
  T: z.string().optional(),
  t: z.number(),
  o: z.number(),
  h: z.number(),
  l: z.number(),
  c: z.number(),
  v: z.number(),
  n: z.number().optional(),
  vw: z.number().optional(),
});
const Aggregates = z.object({
  status: z.enum(["OK", "DELAYED"]),
  results: z.array(Aggregate).optional(),
  next_url: z.string().optional(),
});
/** Splits, dividends and tickers: the importer of the vendor's files reads the answer as it is. */
const Reference = z.object({
  status: z.literal("OK"),
  results: z.array(z.object({ ticker: z.string() })),
  next_url: z.string().optional(),
});

/** The address that continues a page is whole and carries a cursor; only its path and query are taken, never its host. */
function continued(page: SourcePage, url: string | undefined): Pick<PageContent, "next"> {
  if (url === undefined) return {};
  if (!URL.canParse(url)) throw new MalformedPage(`next_url is no address: ${JSON.stringify(url.slice(0, 80))}`);
  const { pathname, search } = new URL(url);
  return { next: [pageAfter(page, `${pathname}${search}`)] };
}

/** Weekdays from one day to another. */
export function weekdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** Aggregates as traded, splits, dividends and tickers by REST (https://massive.com/docs/rest/stocks); formerly Polygon. */
export const massive: Connector = {
  name: "massive",
  title: "Massive (formerly Polygon), REST",
  addresses: { api: "https://api.massive.com" },
  offers: ["daily", "minute", "splits", "dividends", "securities"],
  keys: [{ variable: "MASSIVE_KEY", meaning: "API key of a Massive account" }],
  // Of the free plan.
  limits: [{ calls: 5, seconds: 60 }],
  atOnce: 1,
  importer: "massive",
  adjusted: false,
  bySymbol: true,
  since: "2003-09-10",
  headers: ([key = ""]) => ({ authorization: `Bearer ${key}` }),
  pages({ symbols, kinds, from, to }) {
    const bars = (span: "day" | "minute") =>
      symbols.map((symbol): SourcePage => {
        const of = span === "day" ? "daily" : "minute";
        return {
          name: `${of} ${symbol} ${from} to ${to}`,
          path: `/v2/aggs/ticker/${encodeURIComponent(symbol)}/range/1/${span}/${from}/${to}?adjusted=false&sort=asc&limit=50000`,
          of,
          symbol,
        };
      });
    const whole = (day: string): SourcePage => ({
      name: `daily of all securities on ${day}`,
      path: `/v2/aggs/grouped/locale/us/market/stocks/${day}?adjusted=false`,
      of: "daily",
    });
    return [
      ...(kinds.includes("daily") ? (symbols.length === 0 ? weekdays(from, to).map(whole) : bars("day")) : []),
      ...(kinds.includes("minute") ? bars("minute") : []),
      ...(kinds.includes("splits")
        ? [
            {
              name: `splits ${from} to ${to}`,
              path: `/v3/reference/splits?execution_date.gte=${from}&execution_date.lte=${to}&limit=1000&sort=execution_date`,
              of: "splits" as const,
            },
          ]
        : []),
      ...(kinds.includes("dividends")
        ? [
            {
              name: `dividends ${from} to ${to}`,
              path: `/v3/reference/dividends?ex_dividend_date.gte=${from}&ex_dividend_date.lte=${to}&limit=1000&sort=ex_dividend_date`,
              of: "dividends" as const,
            },
          ]
        : []),
      ...(kinds.includes("securities")
        ? ["true", "false"].map((active): SourcePage => ({
            name: `${active === "true" ? "active" : "delisted"} securities`,
            path: `/v3/reference/tickers?market=stocks&active=${active}&limit=1000&sort=ticker`,
            of: "securities",
          }))
        : []),
    ];
  },
  read(page, body) {
    if (page.of === "splits" || page.of === "dividends" || page.of === "securities") {
      const { next_url: url } = jsonOf(body, Reference);
      const file = `reference/${page.name.replaceAll(/[^\w-]+/g, "-")}.json`;
      return { rows: {}, file, ...continued(page, url) };
    }
    const { results = [], next_url: url } = jsonOf(body, Aggregates);
    const rows = results.map(({ T, t, o, h, l, c, v, n, vw }): SourceRow => {
      const ticker = page.symbol ?? T;
      if (ticker === undefined) throw new MalformedPage("a bar without its ticker");
      const of = { ticker, open: o, high: h, low: l, close: c, volume: v, transactions: n ?? null, vwap: vw ?? null };
      // As in the vendor's flat files; a day begins at midnight in New York.
      return { ...of, window_start: page.of === "daily" ? inNewYork(new Date(t)).date : `${t}000000` };
    });
    return { rows: page.of === "minute" ? { minute: rows } : { daily: rows }, ...continued(page, url) };
  },
};
