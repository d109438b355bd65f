import type { Snapshot } from "../../market/index.ts";
import type { NodeId } from "../plan/expression.ts";
import type { Plan, PlannedColumn, RowsRelation } from "../plan/plan.ts";
import type { PlanOptions } from "../plan/planner.ts";
import type { ScanProfile } from "../profile.ts";
import { clauseKeys, everyKey, isCrossSectional, type ClauseKey } from "./clause-key.ts";

/** A condition of the funnel, in its order: a filter, or one of the parts into which its `&` cuts it. */
export interface ConditionClause {
  readonly key: ClauseKey;
  /** Null is true of every security-day. */
  readonly node: NodeId | null;
  /** Has to be known on every security-day, rather than on those that the ones before leave. */
  readonly whole: boolean;
  /** Conditions of one stage are computed together. */
  readonly stage: number;
}

/** A column, a mark, the symbol or the date. */
export interface ValueClause extends PlannedColumn {
  readonly key: ClauseKey;
}

export interface Clauses {
  readonly conditions: readonly ConditionClause[];
  readonly values: readonly ValueClause[];
}

/** The relations of a plan that filter, in their order. */
export const stagesOf = (plan: Plan): readonly RowsRelation[] =>
  plan.relations.flatMap((each) => (each.kind === "rows" && each.flags.length > 0 ? [each] : []));

/** The clauses of a request; one without filters has a condition that every security-day fulfils. */
export function clausesOf(snapshot: Snapshot, profile: ScanProfile, plan: Plan, options: PlanOptions): Clauses {
  const keyOf = clauseKeys(snapshot, profile, plan, options);
  const filters = stagesOf(plan).flatMap(({ flags }, stage) =>
    flags.map((node, index) => ({
      key: keyOf(node, "condition"),
      node,
      whole: (stage === 0 && index === 0) || isCrossSectional(plan, node),
      stage,
    })),
  );
  const fixed: PlannedColumn[] = [
    { id: "c0", node: plan.symbol, type: "text" },
    { id: "c1", node: plan.date, type: "date" },
  ];
  const marks = plan.marks.map(({ id, node }): PlannedColumn => ({ id, node, type: "boolean" }));
  const values = [...fixed, ...plan.columns, ...marks].map((column) => ({
    ...column,
    key: keyOf(column.node, "value"),
  }));
  const every = { key: everyKey(snapshot, profile, plan), node: null, whole: true, stage: 0 };
  return { conditions: filters.length === 0 ? [every] : filters, values };
}
