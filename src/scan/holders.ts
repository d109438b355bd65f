import type { MarketProfile, Snapshot } from "../market/index.ts";

/** A security on the sessions on which it has a symbol, both included. */
export interface Holder {
  readonly security: number;
  readonly from: number;
  readonly to: number;
}

/** Who has a symbol, by the symbol in capitals: stretches of sessions in order, none of which share a session. */
export type Holders = ReadonlyMap<string, readonly Holder[]>;

/** A security under one of its symbols: from its first bar, or the day of that name, until it got another. */
interface NamedStretch extends Holder {
  readonly symbol: string;
  /** yyyy-MM-dd on which it came to the symbol: of its name, or of its first bar. */
  readonly since: string;
}

/** Of several that have a symbol on a session the one that came to it last has it: one delisted kept its own. */
export function holdersOf(named: readonly NamedStretch[]): Holders {
  const found = new Map<string, readonly Holder[]>();
  for (const [symbol, own] of Map.groupBy(named, ({ symbol }) => symbol.toUpperCase())) {
    if (own.length === 1) {
      found.set(symbol, own.map(holder));
      continue;
    }
    const stretches: Holder[] = [];
    const starts = [...new Set(own.flatMap(({ from, to }) => [from, to + 1]))].sort((a, b) => a - b);
    for (const [index, from] of starts.entries()) {
      const to = (starts[index + 1] ?? from) - 1;
      const best = own
        .filter((one) => one.from <= from && one.to >= to)
        .reduce<NamedStretch | null>((known, one) => (known === null || isLater(one, known) ? one : known), null);
      if (best === null || to < from) continue;
      const last = stretches.at(-1);
      if (last?.security === best.security && last.to === from - 1) stretches[stretches.length - 1] = { ...last, to };
      else stretches.push({ security: best.security, from, to });
    }
    found.set(symbol, stretches);
  }
  return found;
}

const holder = ({ security, from, to }: NamedStretch): Holder => ({ security, from, to });

const isLater = (a: NamedStretch, b: NamedStretch): boolean =>
  a.since > b.since || (a.since === b.since && a.security < b.security);

/** Reads who has which symbol when. */
export async function readHolders(market: Snapshot, { calendar, lastSession }: MarketProfile): Promise<Holders> {
  const changed = `SELECT security_id, arraySort(groupArray((toString(date), symbol, old_symbol))) AS changes FROM ${market.table("symbol_change")} GROUP BY security_id`;
  const first = `SELECT security_id, min(session) AS first FROM ${market.table("daily")} GROUP BY security_id`;
  const rows = await market.query<{
    security: number;
    symbol: string;
    first: number;
    changes: readonly (readonly [date: string, symbol: string, old: string])[];
  }>(
    `SELECT s.security_id AS security, s.symbol AS symbol, f.first AS first, c.changes AS changes FROM ${market.table("security")} AS s INNER JOIN (${first}) AS f ON s.security_id = f.security_id LEFT JOIN (${changed}) AS c ON s.security_id = c.security_id`,
  );
  const dates = calendar.map(({ date }) => date);
  const last = lastSession ?? -1;
  const named = rows.flatMap(({ security, symbol, first: bars, changes }): NamedStretch[] => {
    const names = [
      { date: "", symbol: changes[0]?.[2] ?? symbol },
      ...changes.map(([date, renamed]) => ({ date, symbol: renamed })),
    ];
    return names.flatMap((name, index): NamedStretch[] => {
      const next = names[index + 1];
      const from = Math.max(bars, firstOn(dates, name.date));
      const to = next === undefined ? last : firstOn(dates, next.date) - 1;
      const begun = dates[bars] ?? "";
      return from > to
        ? []
        : [{ security, symbol: name.symbol, from, to, since: name.date > begun ? name.date : begun }];
    });
  });
  return holdersOf(named);
}

/** Session of the first date that is not before one. */
function firstOn(dates: readonly string[], date: string): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? "") < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Who has a symbol on a session; null where nobody does. */
export function holderOn(holders: Holders, symbol: string, session: number): number | null {
  const stretches = holders.get(symbol) ?? [];
  return stretches.find(({ from, to }) => session >= from && session <= to)?.security ?? null;
}
