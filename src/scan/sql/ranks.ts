import type { Plan, RankPass } from "../plan/plan.ts";
import { equalSql } from "../equality.ts";
import type { Names } from "./names.ts";
import { keptColumn, seriesColumn } from "./stage-columns.ts";

/**
 * Places within each session, 1 the largest, equals sharing the smaller number, nulls unranked; the percent rank is the
 * share of the others that are smaller, null for a security alone. What is equal to its neighbour in the order shares
 * its place.
 */
export function rankSelect(plan: Plan, pass: RankPass, names: Names): string {
  const x = keptColumn(plan.nodes, pass.x);
  const order = `PARTITION BY session ORDER BY x ${pass.percent ? "ASC" : "DESC"}`;
  const placed = [
    `SELECT security_id, session, ${x} AS x, rank() OVER (${order}) AS place`,
    `lagInFrame(toNullable(x)) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before`,
    "count() OVER (PARTITION BY session) AS ranked",
  ];
  const ranked = `${placed.join(", ")} FROM ${names.relation(`${pass.name}_x`)} WHERE isNotNull(${x})`;
  const begins = pass.exact ? "1" : `ifNull(NOT (${equalSql("x", "before")}), 1)`;
  // Peers of the frame's last row are in it, in whichever order the engine took them.
  const place = `max(if(${begins}, place, 0)) OVER (${order} RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const value = pass.percent ? `100 * (${place} - 1) / nullIf(toFloat64(ranked) - 1, 0)` : `toFloat64(${place})`;
  return `SELECT security_id, session, ${value} AS ${seriesColumn(pass.series)} FROM (${ranked})`;
}
