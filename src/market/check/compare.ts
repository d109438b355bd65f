import type { Market } from "../market.ts";
import { onSnapshot, type Snapshot } from "../snapshots.ts";
import { adjustedDays, type BarPair } from "./dividend-factors.ts";
import { samePrice, VENUE_TOLERANCE, PRICE_FIELDS, samePrices, type ComparedBar } from "./same-prices.ts";

export type { ComparedBar };

/** `match` is counted only; `explained` differs for a reason that is named; `mismatch` for none that is known. */
export interface Difference {
  readonly symbol: string;
  readonly date: string;
  readonly kind: "explained" | "mismatch";
  readonly why: string;
  /** What the other source has, and what this market has. */
  readonly seen: string;
  readonly expected: string;
}

export interface Comparison {
  readonly match: number;
  readonly differences: readonly Difference[];
}

const SAME_VOLUME = 0.1;
const NEAR_VOLUME = 2;

const said = (bar: ComparedBar): string => `${bar.open} ${bar.high} ${bar.low} ${bar.close}, volume ${bar.volume}`;

/** What the bars of one symbol in two sources have in common; both in the order of days. */
export function compareBars(symbol: string, ours: readonly ComparedBar[], theirs: readonly ComparedBar[]): Comparison {
  const others = new Map(theirs.map((bar) => [bar.date, bar]));
  const shared = ours.flatMap((our): readonly BarPair[] => {
    const their = others.get(our.date);
    return their === undefined ? [] : [{ our, their }];
  });
  const differences: Difference[] = [];
  const adjusted = adjustedDays(shared);
  let match = 0;
  for (const { our, their } of shared) {
    const why = whyOther(our, their, adjusted.has(our.date));
    if (why === null) match += 1;
    else differences.push({ symbol, date: our.date, ...why, seen: said(their), expected: said(our) });
  }
  differences.push(...lacking(symbol, ours, theirs, "none in the other source", (bar) => ["no bar", bar]));
  differences.push(...lacking(symbol, theirs, ours, "none in this market", (bar) => [bar, "no bar"]));
  return { match, differences: differences.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)) };
}

/** Null where both say the same. */
function whyOther(ours: ComparedBar, theirs: ComparedBar, adjusted: boolean): Pick<Difference, "kind" | "why"> | null {
  if (samePrices(ours, theirs, 1)) return volumeOf(ours.volume, theirs.volume);
  const splits = [ours.factor, 1 / theirs.factor].find((scale) => scale !== 1 && samePrices(ours, theirs, scale));
  if (splits !== undefined) return { kind: "explained", why: "one of them is adjusted for splits" };
  if (adjusted) return { kind: "explained", why: "all prices by a lasting factor, as of dividends" };
  if (samePrices(ours, theirs, 1, VENUE_TOLERANCE))
    return { kind: "explained", why: "prices within 1 %, as of other venues" };
  const wrong = PRICE_FIELDS.filter((name) => !samePrice(ours[name], theirs[name], VENUE_TOLERANCE));
  return { kind: "mismatch", why: wrong.join(", ") };
}

function volumeOf(ours: number, theirs: number): Pick<Difference, "kind" | "why"> | null {
  const [less, more] = [Math.min(ours, theirs), Math.max(ours, theirs)];
  if (more - less <= SAME_VOLUME * more) return null;
  if (more <= NEAR_VOLUME * less) return { kind: "explained", why: "volume within a factor of 2, as of other venues" };
  return { kind: "mismatch", why: "volume" };
}

/** Days of one source that the other lacks; one explained difference for all before the other's first and after its last. */
function lacking(
  symbol: string,
  there: readonly ComparedBar[],
  missing: readonly ComparedBar[],
  where: string,
  texts: (bar: string) => readonly [seen: string, expected: string],
): readonly Difference[] {
  const dates = new Set(missing.map(({ date }) => date));
  const [first, last] = [missing[0]?.date ?? "", missing.at(-1)?.date ?? ""];
  const lacked = there.filter(({ date }) => !dates.has(date));
  const outside = lacked.filter(({ date }) => date < first || date > last);
  const differences = lacked
    .filter(({ date }) => date >= first && date <= last)
    .map((bar): Difference => {
      const [seen, expected] = texts(said(bar));
      return { symbol, date: bar.date, kind: "mismatch", why: where, seen, expected };
    });
  const [one] = outside;
  if (one === undefined) return differences;
  const [seen, expected] = texts(`${outside.length} bars`);
  return [
    ...differences,
    { symbol, date: one.date, kind: "explained", why: `${where} before or after its own days`, seen, expected },
  ];
}

/** Symbols that are compared at once. */
const AT_ONCE = 100;

/**
 * Compares the daily bars of two markets, symbol by symbol, and gives what differs, some at a time. Symbols of one of
 * them only are no differences; they are counted.
 */
export async function compareMarkets(
  ours: Market,
  theirs: Market,
  take: (differences: readonly Difference[]) => void,
): Promise<{ readonly match: number; readonly onlyOurs: number; readonly onlyTheirs: number }> {
  return onSnapshot(ours, (mine) =>
    onSnapshot(theirs, async (other) => {
      const [here, there] = [await symbolsOf(mine), await symbolsOf(other)];
      const known = new Set(there);
      const shared = here.filter((symbol) => known.has(symbol));
      let match = 0;
      for (let at = 0; at < shared.length; at += AT_ONCE) {
        const symbols = shared.slice(at, at + AT_ONCE);
        const [our, their] = [await barsOf(mine, symbols), await barsOf(other, symbols)];
        for (const symbol of symbols) {
          const found = compareBars(symbol, our.get(symbol) ?? [], their.get(symbol) ?? []);
          match += found.match;
          if (found.differences.length > 0) take(found.differences);
        }
      }
      return { match, onlyOurs: here.length - shared.length, onlyTheirs: there.length - shared.length };
    }),
  );
}

async function symbolsOf(snapshot: Snapshot): Promise<readonly string[]> {
  const rows = await snapshot.query<{ symbol: string }>(
    `SELECT DISTINCT toString(symbol) AS symbol FROM ${snapshot.table("daily")} WHERE source = 0 ORDER BY symbol`,
  );
  return rows.map(({ symbol }) => symbol);
}

async function barsOf(snapshot: Snapshot, symbols: readonly string[]): Promise<ReadonlyMap<string, ComparedBar[]>> {
  const rows = await snapshot.query<ComparedBar & { symbol: string }>({
    sql: `SELECT toString(d.symbol) AS symbol, toString(s.date) AS date, toFloat64(open) AS open, toFloat64(high) AS high, toFloat64(low) AS low,
  toFloat64(d.close) AS close, toFloat64(volume) AS volume, split_factor AS factor
FROM ${snapshot.table("daily")} AS d INNER JOIN (SELECT session AS number, date FROM ${snapshot.table("session")}) AS s ON s.number = d.session
WHERE d.source = 0 AND d.symbol IN {symbols:Array(String)} ORDER BY symbol, date`,
    params: { symbols },
    lane: "scan",
  });
  const bars = new Map<string, ComparedBar[]>();
  for (const { symbol, ...bar } of rows) {
    const list = bars.get(symbol) ?? [];
    if (list.length === 0) bars.set(symbol, list);
    list.push(bar);
  }
  return bars;
}
