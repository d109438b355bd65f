import type { Answer } from "./local-source.ts";

/** A bar of the invented source, as traded. */
export interface Bar {
  readonly symbol: string;
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** New shares for old in force from that day; 1 without a split. */
  readonly ratio: number;
  /** Cash a share of a dividend whose ex-date it is; 0 without one. */
  readonly cash: number;
}

/** What every source of this table knows, so that all give the same market. */
export interface Truth {
  readonly bars: readonly Bar[];
}

const DAYS = [
  "2025-12-01",
  "2025-12-02",
  "2025-12-03",
  "2025-12-04",
  "2025-12-05",
  "2025-12-08",
  "2025-12-09",
  "2025-12-10",
  "2025-12-11",
  "2025-12-12",
  "2025-12-15",
  "2025-12-16",
  "2025-12-17",
  "2025-12-18",
  "2025-12-19",
];

/** Two securities of three weeks; the second splits 2 for 1 on the fourth. */
export const truth = (days = DAYS.length): Truth => ({
  bars: ["AAA", "BBB"].flatMap((symbol, place) =>
    DAYS.slice(0, days).map((date, day): Bar => {
      const splits = symbol === "BBB" && date === "2025-12-04";
      const price = (symbol === "BBB" && date >= "2025-12-04" ? 30 : 50) + day + place / 4;
      return {
        symbol,
        date,
        open: price,
        high: price + 1.5,
        low: price - 1.25,
        close: price + 0.5,
        volume: 1_000_000 + 1_000 * day + place,
        ratio: splits ? 2 : 1,
        cash: symbol === "AAA" && date === "2025-12-10" ? 0.25 : 0,
      };
    }),
  ),
});

const within = ({ bars }: Truth, symbols: readonly string[], from: string, to: string): readonly Bar[] =>
  bars.filter(({ symbol, date }) => symbols.includes(symbol) && date >= from && date <= to);

const notFound: Answer = { status: 404, body: { detail: "Not found." } };

/** Bars of one page where a source pages them. */
const PAGE = 4;

function tiingo(known: Truth, path: string): Answer {
  const { pathname, searchParams: query } = new URL(path, "http://x");
  const symbol = (/^\/tiingo\/daily\/([^/]+)\/prices$/.exec(pathname)?.[1] ?? "").toUpperCase();
  if (!known.bars.some((bar) => bar.symbol === symbol)) return notFound;
  const bars = within(known, [symbol], query.get("startDate") ?? "", query.get("endDate") ?? "");
  return {
    body: bars.map(({ date, open, high, low, close, volume, ratio, cash }) => ({
      date: `${date}T00:00:00.000Z`,
      close,
      high,
      low,
      open,
      volume,
      adjClose: close,
      adjHigh: high,
      adjLow: low,
      adjOpen: open,
      adjVolume: volume,
      divCash: cash,
      splitFactor: ratio,
    })),
  };
}

function alpaca(known: Truth, path: string): Answer {
  const { pathname, searchParams: query } = new URL(path, "http://x");
  const symbols = (query.get("symbols") ?? "").split(",");
  const [start, end] = [query.get("start") ?? "", query.get("end") ?? ""];
  // A day's bar is of midnight in New York, in winter at 05:00Z.
  const bars = known.bars.filter(({ symbol, date }) => {
    const at = start.includes("T") ? `${date}T05:00:00Z` : date;
    return symbols.includes(symbol) && at >= start && at <= end;
  });
  if (pathname === "/v1/corporate-actions" && query.get("types") === "cash_dividend") {
    const paid = bars.filter(({ cash }) => cash !== 0);
    return {
      body: {
        corporate_actions: {
          cash_dividends: paid.map(({ symbol, date, cash }) => ({
            symbol,
            rate: cash,
            special: false,
            foreign: false,
            process_date: date,
            ex_date: date,
          })),
        },
        next_page_token: null,
      },
    };
  }
  if (pathname === "/v1/corporate-actions") {
    const splits = bars.filter(({ ratio }) => ratio !== 1);
    return {
      body: {
        corporate_actions: {
          forward_splits: splits.map(({ symbol, date, ratio }) => ({
            symbol,
            new_rate: ratio,
            old_rate: 1,
            process_date: date,
            ex_date: date,
          })),
        },
        next_page_token: null,
      },
    };
  }
  if (pathname !== "/v2/stocks/bars") return notFound;
  const from = Number(query.get("page_token") ?? 0);
  const page = bars.slice(from, from + PAGE);
  const groups = Object.groupBy(page, ({ symbol }) => symbol);
  return {
    body: {
      bars: Object.fromEntries(
        Object.entries(groups).map(([symbol, list = []]) => [
          symbol,
          list.map(({ date, open, high, low, close, volume }) => ({
            t: `${date}T05:00:00Z`,
            o: open,
            h: high,
            l: low,
            c: close,
            v: volume,
            n: 10,
            vw: close,
          })),
        ]),
      ),
      next_page_token: from + PAGE < bars.length ? String(from + PAGE) : null,
    },
  };
}

function massive(known: Truth, path: string): Answer {
  const { pathname, searchParams: query } = new URL(path, "http://x");
  const [, symbol = "", from = "", to = ""] =
    /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/day\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (symbol !== "") {
    const bars = within(known, [symbol], from, to);
    const at = Number(query.get("cursor") ?? 0);
    query.set("cursor", String(at + PAGE));
    return {
      body: {
        ticker: symbol,
        status: "OK",
        results: bars.slice(at, at + PAGE).map(({ date, open, high, low, close, volume }) => ({
          t: Date.parse(`${date}T05:00:00Z`),
          o: open,
          h: high,
          l: low,
          c: close,
          v: volume,
          n: 10,
          vw: close,
        })),
        ...(at + PAGE < bars.length ? { next_url: `https://api.massive.com${pathname}?${query.toString()}` } : {}),
      },
    };
  }
  if (pathname === "/v3/reference/splits") {
    const results = known.bars
      .filter(({ ratio, date }) => ratio !== 1 && date >= (query.get("execution_date.gte") ?? ""))
      .map(({ symbol: ticker, date, ratio }) => ({ ticker, execution_date: date, split_from: 1, split_to: ratio }));
    return { body: { status: "OK", results } };
  }
  if (pathname === "/v3/reference/dividends") {
    const results = known.bars
      .filter(({ cash, date }) => cash !== 0 && date >= (query.get("ex_dividend_date.gte") ?? ""))
      .map(({ symbol: ticker, date, cash }) => ({
        ticker,
        cash_amount: cash,
        currency: "USD",
        dividend_type: "CD",
        ex_dividend_date: date,
        frequency: 4,
      }));
    return { body: { status: "OK", results } };
  }
  if (pathname === "/v3/reference/tickers") return { body: { status: "OK", results: [] } };
  return notFound;
}

/** How each source answers when it knows `known`. */
export const SOURCES: Readonly<Record<string, (known: Truth, path: string) => Answer>> = { tiingo, alpaca, massive };
