import { marketProfile, type Market, type MarketProfile } from "../market/index.ts";

/** What the planner knows of a market, kept as long as its snapshot stands. */
const profiles = new WeakMap<Market, { readonly snapshot: string; readonly profile: MarketProfile }>();

export async function profileOf(market: Market): Promise<MarketProfile> {
  const [row] = await market.query<{ id: string }>(`SELECT id FROM ${market.database}.snapshot`);
  const known = profiles.get(market);
  if (row && known?.snapshot === row.id) return known.profile;
  const profile = await marketProfile(market);
  if (profile.snapshot) profiles.set(market, { snapshot: profile.snapshot.id, profile });
  return profile;
}
