import type { Plan, RankPass } from "../plan/plan.ts";
import type { Names } from "./names.ts";
import { keptColumn } from "./rows.ts";

/**
 * Places within each session, 1 the largest, equals sharing the smaller number, nulls unranked; the percent rank is the
 * share of the others that are smaller, null for a security alone.
 */
export function rankSelect(plan: Plan, pass: RankPass, names: Names): string {
  const x = keptColumn(plan.nodes, pass.x);
  const ranked = `SELECT security_id, session, ${x} AS x FROM ${names.relation(`${pass.name}_x`)} WHERE isNotNull(${x})`;
  const value = pass.percent
    ? "100 * (rank() OVER (PARTITION BY session ORDER BY x ASC) - 1) / nullIf(toFloat64(count() OVER (PARTITION BY session)) - 1, 0)"
    : "toFloat64(rank() OVER (PARTITION BY session ORDER BY x DESC))";
  return `SELECT security_id, session, ${value} AS v${pass.series} FROM (${ranked})`;
}
