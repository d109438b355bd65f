import { FINDING_KINDS, SESSIONS, sessionOf, type FindingKind } from "../../../src/market/index.ts";
import type { Random } from "../../naive/random.ts";
import type { Bar, Bars } from "./real-bars.ts";

/** A bar of the planted market, with what a vendor gives besides. */
export interface PlantedBar extends Bar {
  num_trades: number;
  vwap: number;
}

export interface Planted {
  readonly symbol: string;
  /** Where it must be found. */
  readonly date: string;
  readonly kind: FindingKind;
}

/** What is imported: bars, splits, first days and reports of quarters. */
export interface PlantedMarket {
  readonly bars: Map<string, PlantedBar[]>;
  readonly splits: string[];
  readonly listings: Map<string, string>;
  readonly reports: Map<string, string[]>;
}

export function marketOf(bars: Bars): PlantedMarket {
  return {
    bars: new Map(
      [...bars].map(([symbol, list]) => [
        symbol,
        list.map((bar) => ({
          ...bar,
          num_trades: Math.floor(bar.volume / 150),
          vwap: (bar.high + bar.low + bar.close) / 3,
        })),
      ]),
    ),
    splits: [],
    listings: new Map([...bars].map(([symbol, list]) => [symbol, list[0]?.date ?? ""])),
    reports: new Map(
      [...bars].map(([symbol, list]) => [symbol, list.filter((_, at) => at % 63 === 30).map((bar) => bar.date)]),
    ),
  };
}

const PRICES = ["open", "high", "low", "close"] as const;

function scale(bar: PlantedBar, price: number, volume: number): void {
  for (const name of [...PRICES, "vwap"] as const) bar[name] = Math.round(bar[name] * price * 1e6) / 1e6;
  bar.volume = Math.round(bar.volume * volume);
  bar.num_trades = Math.min(bar.num_trades, bar.volume);
}

/** Puts the error at bar `at`; gives the date at which it must be found, null where these bars cannot have it. */
type Plant = (list: PlantedBar[], at: number, random: Random, market: PlantedMarket, symbol: string) => string | null;

const at1 = (list: readonly PlantedBar[], at: number): PlantedBar => {
  const bar = list[at];
  if (bar === undefined) throw new RangeError(`no bar ${at}`);
  return bar;
};
const SLIPS = [10, 100] as const;

/** Errors of one day, or a few: many stand in the bars of one security, far from each other. */
export const SINGLE_PLANTS: Readonly<Partial<Record<FindingKind, Plant>>> = {
  "high-print": (list, at, random) => {
    const bar = at1(list, at);
    bar.high = bar.high * random.of([...SLIPS, 2]);
    return bar.date;
  },
  "low-print": (list, at, random) => {
    const bar = at1(list, at);
    bar.low = bar.low / random.of([...SLIPS, 2]);
    return bar.date;
  },
  spike: (list, at, random) => {
    const bar = at1(list, at);
    const factor = random.of([...SLIPS, 1.8]);
    scale(bar, random.chance(0.5) ? factor : 1 / factor, 1);
    return bar.date;
  },
  stale: (list, at, random) => {
    const days = random.whole(1, 3);
    for (let day = 1; day <= days; day += 1)
      Object.assign(at1(list, at + day), { ...at1(list, at), date: at1(list, at + day).date });
    return at1(list, at + days).date;
  },
  "zero-volume": (list, at) => {
    Object.assign(at1(list, at), { volume: 0, num_trades: 0 });
    return at1(list, at).date;
  },
  "high-volume": (list, at, random) => {
    scale(at1(list, at), 1, random.of([100, 1_000]));
    return at1(list, at).date;
  },
  "low-volume": (list, at, random) => {
    scale(at1(list, at), 1, 1 / random.of([100, 1_000]));
    return at1(list, at).volume === 0 ? null : at1(list, at).date;
  },
  "missing-session": (list, at, random) => {
    const before = sessionOf(at1(list, at - 1).date)?.session ?? 0;
    list.splice(at, random.whole(1, 4));
    return SESSIONS[before + 1]?.date ?? null;
  },
  "trades-above-volume": (list, at) => {
    const bar = at1(list, at);
    [bar.volume, bar.num_trades] = [bar.num_trades, Math.min(bar.volume, 4e9)];
    return bar.date;
  },
  "vwap-outside": (list, at, random) => {
    const bar = at1(list, at);
    bar.vwap *= random.chance(0.5) ? 10 : 0.1;
    return bar.date;
  },
  "split-without-jump": (list, at, random, market, symbol) => {
    const { date } = at1(list, at);
    market.splits.push(`${symbol},${date},${random.of([2, 3, 4, 7, 10, 0.1, 1.5])}`);
    return date;
  },
};

/** Errors that change all bars from a day on, or a long stretch: one in a security. */
export const LASTING_PLANTS: Readonly<Partial<Record<FindingKind, Plant>>> = {
  "split-missing": (list, at, random) => {
    const ratio = random.of([1.5, 2, 3, 4, 5, 7, 10, 0.1, 0.25, 0.05]);
    for (const bar of list.slice(at)) scale(bar, 1 / ratio, ratio);
    return at1(list, at).date;
  },
  "price-unit": (list, at, random) => {
    // Of the last bar alone, and of all from a day on.
    const from = random.chance(0.5) ? list.length - 1 : at;
    const factor = random.of([5, 7, 10, 50, 100, 1_000, 0.001]);
    for (const bar of list.slice(from)) scale(bar, factor, 1);
    return at1(list, from).date;
  },
  "volume-unit": (list, at, random) => {
    const factor = random.of([100, 0.01, 1_000, 0.001]);
    for (const bar of list.slice(at)) scale(bar, 1, factor);
    return at1(list, at).date;
  },
  "symbol-reused": (list, at, random) => {
    const factor = random.of([5, 0.2, 12]);
    for (const bar of list.slice(at)) scale(bar, factor, 1);
    list.splice(at, random.whole(25, 60));
    return at1(list, at).date;
  },
  "open-close-swapped": (list, at) => {
    // Three blocks of 32 sessions lie wholly within.
    for (const bar of list.slice(at, at + 130)) [bar.open, bar.close] = [bar.close, bar.open];
    const session = (sessionOf(at1(list, at).date)?.session ?? 0) + 33;
    return SESSIONS[Math.floor(session / 32) * 32]?.date ?? null;
  },
  vanished: (list, at) => {
    list.splice(at);
    return list.at(-1)?.date ?? null;
  },
  "before-listing": (list, at, _random, market, symbol) => {
    market.listings.set(symbol, at1(list, at).date);
    return list[0]?.date ?? null;
  },
  "stale-facts": (list, at, _random, market, symbol) => {
    const end = at1(list, at).date;
    const kept = (market.reports.get(symbol) ?? []).filter((date) => date < end);
    market.reports.set(symbol, kept);
    return kept.length >= 3 && list.length - at > 220 ? (kept.at(-1) ?? null) : null;
  },
};

const plantsOf = (plants: Readonly<Partial<Record<FindingKind, Plant>>>): readonly (readonly [FindingKind, Plant])[] =>
  FINDING_KINDS.flatMap(({ name }) => {
    const error = plants[name];
    return error === undefined ? [] : [[name, error] as const];
  });

/** Bars between two errors of a security. */
const APART = 90;

/** Plants `each` errors of every kind at random places; no two near each other. */
export function plant(market: PlantedMarket, random: Random, each: number): readonly Planted[] {
  const planted: Planted[] = [];
  const symbols = [...market.bars.keys()].filter((symbol) => (market.bars.get(symbol)?.length ?? 0) > 1_000);
  const put = (kind: FindingKind, error: Plant, symbol: string, at: number): boolean => {
    const list = market.bars.get(symbol) ?? [];
    const date = error(list, at, random, market, symbol);
    if (date !== null) planted.push({ symbol, date, kind });
    return date !== null;
  };
  const shuffled = symbols.map((symbol) => [random.next(), symbol] as const).toSorted(([a], [b]) => a - b);
  const free = shuffled.map(([, symbol]) => symbol);
  for (const [kind, error] of plantsOf(LASTING_PLANTS)) {
    for (let left = Math.min(each, Math.floor(symbols.length / 10)); left > 0;) {
      const symbol = free.pop();
      if (symbol === undefined) throw new RangeError("too few securities");
      if (put(kind, error, symbol, random.whole(300, 900))) left -= 1;
    }
  }
  // From the last bar to the first: what is taken away moves only what is planted already.
  const places = free.flatMap((symbol) => {
    const length = market.bars.get(symbol)?.length ?? 0;
    return Array.from({ length: Math.floor(length / APART) - 1 }, (_, index) => ({
      symbol,
      at: length - (index + 1) * APART + random.whole(0, 20),
    }));
  });
  const kinds = plantsOf(SINGLE_PLANTS);
  const chosen = new Set(
    places
      .map((_, index) => [random.next(), index] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, kinds.length * each)
      .map(([, index]) => index),
  );
  let next = 0;
  for (const [index, { symbol, at }] of places.entries()) {
    if (!chosen.has(index)) continue;
    const [kind, error] = kinds[next++ % kinds.length] ?? kinds[0] ?? [];
    if (kind !== undefined && error !== undefined) put(kind, error, symbol, at);
  }
  return planted;
}

/** The files of a market for `importCsv`. */
export function filesOf({ bars, splits, listings, reports }: PlantedMarket): Readonly<Record<string, string>> {
  const rows = (header: string, lines: readonly string[]): string => [header, ...lines].join("\n");
  return {
    "daily.csv": rows(
      "symbol,date,open,high,low,close,volume,num_trades,vwap",
      [...bars].flatMap(([symbol, list]) =>
        list.map(
          (b) =>
            `${symbol},${b.date},${b.open},${b.high},${b.low},${b.close},${b.volume},${b.num_trades},${b.vwap.toFixed(6)}`,
        ),
      ),
    ),
    "splits.csv": rows("symbol,date,ratio", splits),
    "securities.csv": rows(
      "symbol,ipo_date",
      [...listings].map(([symbol, date]) => `${symbol},${date}`),
    ),
    "statements.csv": rows(
      "symbol,item,fiscal_end,known_at,value",
      [...reports].flatMap(([symbol, dates]) => dates.map((date) => `${symbol},total-revenue,${date},${date}T17:30,1`)),
    ),
  };
}
