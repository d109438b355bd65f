import {
  marketProfile,
  oncePerSnapshot,
  onSnapshot,
  type Market,
  type MarketProfile,
  type Snapshot,
} from "../market/index.ts";
import { readHolders, type Holders } from "./holders.ts";
import { BLOCK_SESSIONS, type Coverage } from "./plan/coverage.ts";

/** What planning and running a scan need from the market. */
export interface ScanProfile extends MarketProfile {
  /** Bar rows by session. */
  readonly bars: ReadonlyMap<number, number>;
  readonly coverage: Coverage;
  readonly holders: Holders;
  /** Version of the engine. */
  readonly engine: string;
}

export const profileOf = oncePerSnapshot(readProfile);

/** Reads ahead what the first scan of a market would have to read of it, once for each snapshot. Rejects with MarketError. */
export async function prepareScans(market: Market): Promise<void> {
  await onSnapshot(market, profileOf);
}

async function readProfile(market: Snapshot): Promise<ScanProfile> {
  const bars = await market.query<{ session: number; bars: number }>(
    `SELECT session, toFloat64(count()) AS bars FROM ${market.table("daily")} GROUP BY session`,
  );
  const base = await marketProfile(market);
  return {
    ...base,
    bars: new Map(bars.map((each) => [each.session, each.bars])),
    coverage: await coverageOf(market, base),
    holders: await readHolders(market, base),
    engine: await market.version(),
  };
}

async function coverageOf(market: Snapshot, { firstSession, lastSession }: MarketProfile): Promise<Coverage> {
  const [from, to] = [firstSession ?? 0, lastSession ?? 0];
  // Days with minutes outside the regular session only (source 2) have no bar.
  const blocks = `SELECT security_id, intDiv(session, ${BLOCK_SESSIONS}) - ${Math.floor(from / BLOCK_SESSIONS)} AS block, toUInt8(count()) AS bars_here FROM ${market.table("daily")} WHERE source != 2 GROUP BY security_id, block`;
  const securities = await market.query<Coverage["securities"][number]>(
    `SELECT security_id AS id, CAST(groupArrayInsertAt(0)(bars_here, toUInt32(block)), 'Array(UInt16)') AS bars FROM (${blocks}) GROUP BY security_id`,
  );
  return { market: { from, to }, securities };
}
