import {
  ExpressionGraph,
  isCrossSectional,
  nodeOf,
  seriesOf,
  type Expression,
  type NodeId,
  type Series,
  type SeriesId,
} from "./expression.ts";
import type { Plan } from "./plan.ts";
import { mapTradeNodes } from "./trade-series.ts";
import { RelationPlanner, type PlanMarket, type PlanOptions } from "./relations.ts";

/** Some nodes of a plan. */
export interface Part {
  readonly nodes: readonly Expression[];
  readonly series: readonly Series[];
  readonly sessions: Plan["sessions"];
  readonly roots: readonly NodeId[];
}

/**
 * Plans nodes alone, as columns c2, c3, … of a result that has neither symbol nor date: on the security-days of `rows`, a
 * relation that is made elsewhere, or null for every one of the sessions.
 */
export function planPart(
  { nodes, series, sessions, roots }: Part,
  rows: string | null,
  market: PlanMarket,
  options: PlanOptions,
): Plan {
  const [first] = roots;
  if (first === undefined) throw new RangeError("a part needs a node");
  const relations = new RelationPlanner({ nodes, series }, sessions, market, options);
  relations.planRanks(roots, sessions);
  const result = relations.planColumns(rows, new Set(), roots);
  return {
    ...relations.parts(roots),
    // Answers that others may use have nothing of an account's own.
    own: { lists: {}, numbers: {} },
    filters: [],
    symbol: first,
    date: first,
    columns: roots.map((node, index) => ({ id: `c${index + 2}`, node, type: nodeOf(nodes, node).type })),
    marks: [],
    notes: [],
    result,
  };
}

/** A node in a graph of its own, where equal formulas have equal ids wherever they stood. */
export function partOf({ nodes, series, sessions }: Omit<Part, "roots">, root: NodeId): Part {
  const graph = new ExpressionGraph();
  const copied = new Map<NodeId, NodeId>();
  const copySeries = (id: SeriesId): SeriesId => {
    const each = seriesOf(series, id);
    if (each.kind === "trade") return graph.addSeries(mapTradeNodes(each, copy));
    if (each.kind === "other") return graph.addSeries({ ...each, x: copy(each.x) });
    return graph.addSeries(
      isCrossSectional(each) ? { ...each, x: copy(each.x), by: each.by === null ? null : copy(each.by) } : each,
    );
  };
  const copy = (id: NodeId): NodeId => {
    const known = copied.get(id);
    if (known !== undefined) return known;
    const node = nodeOf(nodes, id);
    const made = graph.add(
      node.op === "lookup"
        ? { ...node, series: copySeries(node.series) }
        : node.op === "scalar" || node.op === "window"
          ? { ...node, args: node.args.map(copy) }
          : node,
    );
    copied.set(id, made);
    return made;
  };
  const node = copy(root);
  return { nodes: graph.nodes, series: graph.series, sessions, roots: [node] };
}
