import type { Sessions } from "./plan.ts";

/** Sessions of a block. */
export const BLOCK_SESSIONS = 64;

const blockOf = (session: number): number => Math.floor(session / BLOCK_SESSIONS);

/** How many bars each security has in each block of sessions: enough to say, without reading a bar, where none is missing. */
export interface Coverage {
  /** First and last session of the market. */
  readonly market: Sessions;
  readonly securities: readonly {
    readonly id: number;
    /** Bars of each block from that of the market's first session to that of its own last bar. */
    readonly bars: readonly number[];
  }[];
}

/**
 * Securities that trade in or after the stretch and may have fewer than `bars` bars in it; every other one has them. A bar
 * that a block misses counts as missing from the stretch wherever in the block it is.
 */
export function maybeFewer({ market, securities }: Coverage, stretch: Sessions, bars: number): number[] {
  const origin = blockOf(market.from);
  const [first, last] = [blockOf(stretch.from) - origin, blockOf(stretch.to) - origin];
  const sessions =
    Math.min(market.to, (origin + last + 1) * BLOCK_SESSIONS - 1) -
    Math.max(market.from, (origin + first) * BLOCK_SESSIONS) +
    1;
  const mayMiss = stretch.to - stretch.from + 1 - bars;
  const found: number[] = [];
  for (const { id, bars: counts } of securities) {
    // Gone since before the stretch.
    if (counts.length <= first) continue;
    let held = 0;
    for (let block = first; block <= last; block++) held += counts[block] ?? 0;
    if (sessions - held > mayMiss) found.push(id);
  }
  return found;
}
