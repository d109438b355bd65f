import { BASES, type Basis } from "../../vocabulary/index.ts";
import type { Day } from "../tree.ts";

/** Days from the first to the last. */
export interface Interval {
  readonly from: Day;
  readonly to: Day;
}

/**
 * The scale of a value: the days of the prices and volumes of each basis that it is made of. Ratios,
 * conditions and everything else that a split does not change have none.
 */
export type Scale = Readonly<Record<Basis, Interval | null>>;

export const NO_SCALE: Scale = { adj: null, adjdiv: null, unadj: null };

/** The bases that values of a scale stand on. */
export const basesOf = (scale: Scale): readonly Basis[] => BASES.filter((basis) => scale[basis] !== null);

const union = (a: Interval | null, b: Interval | null): Interval | null =>
  a && b ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : (a ?? b);

export const bothScales = (a: Scale, b: Scale): Scale => ({
  adj: union(a.adj, b.adj),
  adjdiv: union(a.adjdiv, b.adjdiv),
  unadj: union(a.unadj, b.unadj),
});

const shifted = (a: Interval | null, from: Day, to: Day): Interval | null =>
  a && { from: a.from + from, to: a.to + to };

/** The scale of a value taken over the days `from` to `to` around its own. */
export const overDays = (scale: Scale, from: Day, to: Day): Scale => ({
  adj: shifted(scale.adj, from, to),
  adjdiv: shifted(scale.adjdiv, from, to),
  unadj: shifted(scale.unadj, from, to),
});

export const onScale = (basis: Basis, from: Day, to: Day): Scale => ({ ...NO_SCALE, [basis]: { from, to } });
