import type { Market } from "../market.ts";
import { withSwap } from "./swap.ts";

/** Replaces tables of the market all at once, or none: `fill` puts the rows of a table into the one of that name. */
export async function replaceTables(
  given: Market,
  names: readonly string[],
  fill: (market: Market, table: string, into: string) => Promise<void>,
): Promise<void> {
  await withSwap(given, async (swap) => {
    for (const name of names) {
      await swap.fresh(name);
      await fill(swap.market, name, `${name}_new`);
    }
  });
}
