import { DAY_MS } from "../../vocabulary/index.ts";

/** What a source says: on these days, both included, the symbol was the security with these identifiers. Days are yyyy-MM-dd. */
export interface IdentityRecord {
  readonly source: string;
  readonly symbol: string;
  readonly first: string;
  readonly last: string;
  /** Composite FIGI; empty where the source has none, as the others. */
  readonly figi: string;
  /** The source's own id, which stays when the symbol changes. */
  readonly permanent: string;
  /** Of the company, which may have several securities. */
  readonly cik: string;
}

/** The symbol that holds from the day on, and the one before it. */
export interface Renaming {
  readonly old: string;
  readonly symbol: string;
  readonly date: string;
}

/** From that day on the symbol is another security than before. */
export interface SymbolEnd {
  readonly symbol: string;
  readonly date: string;
}

/** The same said on two days, this many apart at most, is said of the days among. */
const SAME_WITHIN_DAYS = 7;

export const nextDay = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Joined so that no two lists of texts give one. */
export const keyOf = (...parts: readonly string[]): string => parts.join("\n");

/** Records in one order, with what is said of neighbouring days joined. Again gives the same. */
export function joinRecords(records: readonly IdentityRecord[]): readonly IdentityRecord[] {
  const what = ({ symbol, source, figi, permanent, cik }: IdentityRecord): string =>
    keyOf(symbol, source, figi, permanent, cik);
  const joined: IdentityRecord[] = [];
  for (const record of records.toSorted(
    (a, b) => byText(what(a), what(b)) || byText(a.first, b.first) || byText(a.last, b.last),
  )) {
    const before = joined.at(-1);
    if (
      before === undefined ||
      what(before) !== what(record) ||
      record.first > nextDay(before.last, SAME_WITHIN_DAYS)
    ) {
      joined.push(record);
      continue;
    }
    joined[joined.length - 1] = { ...before, last: before.last > record.last ? before.last : record.last };
  }
  return joined;
}
