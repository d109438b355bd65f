import { nodeOf, type Expression, type NodeId } from "./expression.ts";
import type { PlannedFilter } from "./plan.ts";

/** Conditions of about the same cost, computed together. */
interface Stage {
  readonly cost: number;
  readonly flags: NodeId[];
  open: boolean;
}

/**
 * Filters by rising cost, cut at their top-level `&`. A filter's cheap parts run early only where that leaves the count
 * of every other filter exact: a stage is never shared by a filter that is not finished in it and one that follows.
 */
export function stagesOf(
  filters: readonly { readonly label: string; readonly code: string; readonly node: NodeId }[],
  nodes: readonly Expression[],
  cost: (node: NodeId) => number,
): { stages: Stage[]; planned: PlannedFilter[] } {
  const stages: Stage[] = [];
  const planned: PlannedFilter[] = [];
  const byCost = <T extends { readonly cost: number }>(list: T[]): T[] => list.sort((a, b) => a.cost - b.cost);
  for (const filter of byCost(filters.map((each) => ({ ...each, cost: cost(each.node) })))) {
    const parts = byCost(conjuncts(nodes, filter.node).map((node) => ({ node, cost: cost(node) })));
    for (const part of parts) {
      let stage = stages.at(-1);
      if (!stage || part.cost > stage.cost) {
        stage = { cost: part.cost, flags: [], open: true };
        stages.push(stage);
      }
      stage.flags.push(part.node);
    }
    const stage = stages.at(-1);
    if (stage)
      planned.push({
        label: filter.label,
        code: filter.code,
        relation: `s${stages.length}`,
        flags: stage.flags.length,
      });
  }
  return { stages, planned };
}

function conjuncts(nodes: readonly Expression[], id: NodeId): NodeId[] {
  const node = nodeOf(nodes, id);
  return node.op === "scalar" && node.of === "and" ? node.args.flatMap((arg) => conjuncts(nodes, arg)) : [id];
}
