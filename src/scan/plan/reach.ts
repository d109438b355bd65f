import type { PeriodGroup } from "../../vocabulary/index.ts";
import {
  argumentsOf,
  isCrossSectional,
  nodeOf,
  type Expression,
  type ExpressionGraph,
  type NodeId,
  type Series,
  type SeriesId,
} from "./expression.ts";

/** Days, relative to a row, on which something is read. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** What evaluating some nodes on a row reads around it. */
interface Reach {
  /** Bar rows; always holds day 0. */
  readonly bars: Interval;
  /** Series by the days on which they are looked up from bar rows, their own day included. */
  readonly lookups: ReadonlyMap<SeriesId, Interval>;
}

/** Walks every node once per distinct interval; shared nodes widen their interval and are walked again. */
export function reachOf(nodes: readonly Expression[], roots: readonly NodeId[]): Reach {
  const seen = new Map<NodeId, Interval>();
  const lookups = new Map<SeriesId, Interval>();
  let bars: Interval = { from: 0, to: 0 };
  const visit = (id: NodeId, at: Interval): void => {
    const known = seen.get(id);
    if (known && known.from <= at.from && known.to >= at.to) return;
    const on = known ? union(known, at) : at;
    seen.set(id, on);
    const node = nodeOf(nodes, id);
    switch (node.op) {
      case "constant":
      case "null":
        return;
      case "bar":
        bars = union(bars, on);
        return;
      case "lookup": {
        const days = shift(on, node.day, node.day);
        const before = lookups.get(node.series);
        lookups.set(node.series, before ? union(before, days) : days);
        return;
      }
      case "firstTouch":
        bars = union(bars, shift(on, Math.min(node.day, 0), node.day + node.days));
        return;
      case "window": {
        const inner = shift(on, node.from, node.to);
        bars = union(bars, inner);
        for (const arg of node.args) visit(arg, inner);
        return;
      }
      case "scalar":
        for (const arg of node.args) visit(arg, on);
    }
  };
  for (const root of roots) visit(root, { from: 0, to: 0 });
  return { bars, lookups };
}

/** The most sessions that a week or a month has. */
const SESSIONS_OF: Readonly<Record<PeriodGroup, number>> = { weekly: 5, monthly: 23 };

/** Sessions behind a row's own of which anything is read for it, in its own security or in others. */
export function sessionsAhead(graph: ExpressionGraph, roots: readonly NodeId[]): number {
  const { bars, lookups } = reachOf(graph.nodes, roots);
  return Math.max(bars.to, ...[...lookups].map(([id, { to }]) => to + aheadOf(graph, graph.series[id])));
}

/** Sessions behind the day of which a value is looked up: a trade reads on until its last day, a bar until it is whole. */
function aheadOf(graph: ExpressionGraph, series: Series | undefined): number {
  if (series === undefined) return 0;
  if (series.kind === "trade") return series.until.day;
  if (series.kind === "period")
    return series.soFar && series.offset === 0 ? 0 : wholePeriods(series.group, series.offset);
  if (series.kind === "period-indicator") return wholePeriods(series.group, series.offset);
  if (series.kind === "other") return sessionsAhead(graph, [series.x]);
  if (!isCrossSectional(series)) return 0;
  return sessionsAhead(graph, series.by === null ? [series.x] : [series.x, series.by]);
}

/** From the first day of a bar to the end of the one so many behind it. */
const wholePeriods = (group: PeriodGroup, offset: number): number =>
  offset < 0 ? 0 : SESSIONS_OF[group] * (offset + 1) - 1;

export function union(a: Interval, b: Interval): Interval {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

function shift(interval: Interval, from: number, to: number): Interval {
  return { from: interval.from + from, to: interval.to + to };
}

/**
 * The atoms of a formula on its own row: bars, windows and lookups that its scalar functions combine. Constants are not
 * atoms.
 */
export function atomsOf(nodes: readonly Expression[], roots: readonly NodeId[]): Set<NodeId> {
  const atoms = new Set<NodeId>();
  const seen = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const node = nodeOf(nodes, id);
    switch (node.op) {
      case "constant":
      case "null":
        return;
      case "bar":
      case "lookup":
      case "firstTouch":
      case "window":
        atoms.add(id);
        return;
      case "scalar":
        node.args.forEach(visit);
    }
  };
  roots.forEach(visit);
  return atoms;
}

/** Places at which rows look some series up: on their own days, and on those of the bars inside their windows. */
export function placesOf(
  nodes: readonly Expression[],
  atoms: readonly NodeId[],
  series: ReadonlySet<SeriesId>,
): number {
  const places = new Set<string>();
  const visit = (id: NodeId, depth: number): void => {
    const node = nodeOf(nodes, id);
    if (node.op === "lookup" && series.has(node.series)) places.add(`${depth === 0 ? "row" : "bars"} ${node.day}`);
    for (const arg of argumentsOf(node)) visit(arg, depth + 1);
  };
  for (const atom of atoms) visit(atom, 0);
  return places.size;
}
