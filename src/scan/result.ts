import type { Market } from "../market/index.ts";

/** Drops what a run left, its rows included. */
export async function dropRun(market: Market, run: string): Promise<void> {
  if (!/^\w{1,64}$/.test(run)) throw new RangeError(`not a run name: ${run}`);
  await market.command({ sql: `DROP TABLE IF EXISTS ${market.database}.result_${run} SYNC`, lane: "control" });
  await market.command({ sql: `DROP DATABASE IF EXISTS run_${run} SYNC`, lane: "control" });
}
