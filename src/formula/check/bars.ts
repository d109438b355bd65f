import type { Basis } from "../../vocabulary/index.ts";
import type { Day } from "../tree.ts";

/** Days from the first to the last. */
export interface Interval {
  readonly from: Day;
  readonly to: Day;
}

/**
 * On which scale a value stands: the days of the adjusted and of the unadjusted prices and volumes it is made of. Ratios,
 * conditions and everything else that a split leaves alone stand on none.
 */
export type Scale = Readonly<Record<Basis, Interval | null>>;

export const NO_SCALE: Scale = { adj: null, unadj: null };

const joined = (a: Interval | null, b: Interval | null): Interval | null =>
  a && b ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : (a ?? b);

export const both = (a: Scale, b: Scale): Scale => ({
  adj: joined(a.adj, b.adj),
  unadj: joined(a.unadj, b.unadj),
});

const moved = (a: Interval | null, from: Day, to: Day): Interval | null => a && { from: a.from + from, to: a.to + to };

/** The scale of a value taken over the days `from` to `to` around its own. */
export const over = (scale: Scale, from: Day, to: Day): Scale => ({
  adj: moved(scale.adj, from, to),
  unadj: moved(scale.unadj, from, to),
});

export const onScale = (basis: Basis, from: Day, to: Day): Scale =>
  basis === "adj" ? { adj: { from, to }, unadj: null } : { adj: null, unadj: { from, to } };
