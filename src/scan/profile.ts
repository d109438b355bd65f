import { marketProfile, type Market, type MarketProfile } from "../market/index.ts";

/** What planning and running a scan take from the market. */
export interface ScanProfile extends MarketProfile {
  /** Bar rows by session. */
  readonly bars: ReadonlyMap<number, number>;
  /** Version of the engine. */
  readonly engine: string;
}

/** Kept as long as the market's snapshot stands. */
const profiles = new WeakMap<Market, { readonly snapshot: string; readonly profile: ScanProfile }>();

export async function profileOf(market: Market): Promise<ScanProfile> {
  const [row] = await market.query<{ id: string }>(`SELECT id FROM ${market.database}.snapshot`);
  const known = profiles.get(market);
  if (row && known?.snapshot === row.id) return known.profile;
  const bars = await market.query<{ session: number; bars: number }>(
    `SELECT session, toFloat64(count()) AS bars FROM ${market.database}.daily GROUP BY session`,
  );
  const profile: ScanProfile = {
    ...(await marketProfile(market)),
    bars: new Map(bars.map((each) => [each.session, each.bars])),
    engine: await market.version(),
  };
  if (profile.snapshot) profiles.set(market, { snapshot: profile.snapshot.id, profile });
  return profile;
}
