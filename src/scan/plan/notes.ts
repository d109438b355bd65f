import { type Adjusted, SPLIT_FIELDS } from "../../vocabulary/index.ts";
import { nodeOf, seriesOf, type ExpressionGraph, type NodeId } from "./expression.ts";
import { atomsOf, union, type Interval } from "./reach.ts";

/** A condition on a row that a note counts; kept beside the columns of the result under its id. */
export interface PlannedMark {
  /** m0, m1, … */
  readonly id: string;
  readonly node: NodeId;
}

/** A warning about a column (by its index). */
export type PlannedNote =
  | { readonly code: "short-range" | "unstable"; readonly column: number; readonly mark: string }
  /** Rows with a split after the first and up to the last of these days. */
  | { readonly code: "crosses-split"; readonly column: number; readonly days: Interval };

/**
 * Notes on columns, with the conditions that have to be computed for them: where a range of days has fewer bars than
 * sessions (one that leaves the market is null, not short), and where the slowest indicator has not settled.
 */
export function planNotes(
  graph: ExpressionGraph,
  columns: readonly NodeId[],
): { marks: PlannedMark[]; notes: PlannedNote[] } {
  const ids = new Map<NodeId, string>();
  const notes: PlannedNote[] = [];
  const fewer = (value: NodeId, than: number): string => {
    const bound = graph.add({ op: "constant", type: "number", value: than });
    const node = graph.add({ op: "scalar", type: "boolean", of: "lessExact", args: [value, bound] });
    const id = ids.get(node) ?? `m${ids.size}`;
    ids.set(node, id);
    return id;
  };
  for (const [column, root] of columns.entries()) {
    const range = longestRange(graph, root);
    if (range === null) continue;
    const bars = graph.add({ op: "window", type: "number", of: "bars", args: [], from: range.from, to: range.to });
    notes.push({ code: "short-range", column, mark: fewer(bars, range.to - range.from + 1) });
  }
  const slowest = columns.map((root) => slowestIndicator(graph, root));
  for (const [column, indicator] of slowest.entries()) {
    if (indicator === null) continue;
    const { day, adjusted } = indicator;
    // One number of bars, high enough for all, serves every column.
    const warmup = Math.max(...slowest.map((each) => (each !== null && each.adjusted === adjusted ? each.warmup : 0)));
    const series = graph.addSeries({ kind: "bar-number", adjusted, warmup });
    const number = graph.add({ op: "lookup", type: "number", series, day });
    notes.push({ code: "unstable", column, mark: fewer(number, indicator.warmup) });
  }
  for (const [column, root] of columns.entries()) {
    const days = asTradedDays(graph, root);
    if (days !== null) notes.push({ code: "crosses-split", column, days });
  }
  return { marks: [...ids].map(([node, id]) => ({ id, node })), notes };
}

/** The widest range of days a column averages, counts or compares over on its own row. */
function longestRange({ nodes }: ExpressionGraph, root: NodeId): Interval | null {
  let longest: Interval | null = null;
  for (const atom of atomsOf(nodes, [root])) {
    const node = nodeOf(nodes, atom);
    if (node.op !== "window" || node.of === "value" || node.from === node.to) continue;
    longest = longest ? union(longest, node) : { from: node.from, to: node.to };
  }
  return longest;
}

/** The indicator over days that needs most bars, on the day on which the column reads it. */
function slowestIndicator(
  { nodes, series: all }: ExpressionGraph,
  root: NodeId,
): { readonly day: number; readonly adjusted: Adjusted; readonly warmup: number } | null {
  let slowest: { day: number; adjusted: Adjusted; warmup: number } | null = null;
  for (const atom of atomsOf(nodes, [root])) {
    const node = nodeOf(nodes, atom);
    if (node.op !== "lookup") continue;
    const series = seriesOf(all, node.series);
    if (series.kind !== "indicator" || series.bars || series.warmup === null) continue;
    if (slowest && slowest.warmup >= series.warmup) continue;
    slowest = { day: node.day, adjusted: series.adjusted, warmup: series.warmup };
  }
  return slowest;
}

/** Days from the first to the last as-traded price or volume that a column combines; null for a single day. */
function asTradedDays({ nodes }: ExpressionGraph, root: NodeId): Interval | null {
  let days: Interval | null = null;
  const seen = new Map<NodeId, Interval>();
  const visit = (id: NodeId, at: Interval): void => {
    const known = seen.get(id);
    if (known && known.from <= at.from && known.to >= at.to) return;
    const on = known ? union(known, at) : at;
    seen.set(id, on);
    const node = nodeOf(nodes, id);
    if (node.op === "bar" && !node.adjusted && SPLIT_FIELDS.has(node.column)) days = days ? union(days, on) : on;
    if (node.op === "scalar") for (const arg of node.args) visit(arg, on);
    if (node.op === "window")
      for (const arg of node.args) visit(arg, { from: on.from + node.from, to: on.to + node.to });
  };
  visit(root, { from: 0, to: 0 });
  return spanning(days);
}

function spanning(days: Interval | null): Interval | null {
  return days && days.from < days.to ? days : null;
}
