import { onSnapshot, type Snapshot } from "./snapshots.ts";
import { oncePerSnapshot } from "./once-per-snapshot.ts";
import type { Market } from "./market.ts";

const read = oncePerSnapshot(async (snapshot: Snapshot): Promise<ReadonlySet<string>> => {
  const rows = await snapshot.query<{ symbol: string }>(
    `SELECT DISTINCT upper(arrayJoin(names)) AS symbol FROM (SELECT [symbol] AS names FROM ${snapshot.table("security")} UNION ALL SELECT [symbol, old_symbol] AS names FROM ${snapshot.table("symbol_change")}) ORDER BY symbol`,
  );
  return new Set(rows.map(({ symbol }) => symbol));
});

/** Symbols that securities of the market have or had, in capitals. Rejects with MarketError. */
export const marketSymbols = (market: Market): Promise<ReadonlySet<string>> => onSnapshot(market, read);
