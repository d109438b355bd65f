import type { Market } from "../market.ts";
import { withSwap } from "./swap.ts";

/** Replaces tables of the market all at once, or none: `fill` puts the rows of a table into the one of that name. */
export async function replaceTables(
  market: Market,
  names: readonly string[],
  fill: (table: string, into: string) => Promise<void>,
): Promise<void> {
  await withSwap(market, async (swap) => {
    for (const name of names) {
      await swap.fresh(name);
      await fill(name, `${name}_new`);
    }
  });
}
