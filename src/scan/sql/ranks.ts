import type { Series } from "../plan/expression.ts";
import type { Plan, RankPass } from "../plan/plan.ts";
import { equalSql } from "../equality.ts";
import type { Names } from "./names.ts";
import { keptColumn, seriesColumn } from "./stage-columns.ts";

/**
 * Places within each session, 1 the largest, equals sharing the smaller number, nulls unranked; the percent rank is the
 * share of the others that are smaller, null for a security alone. With a group, among the securities of that. What is equal to its neighbour in the order shares
 * its place.
 */
export function rankSelect(
  plan: Plan,
  pass: RankPass,
  { x: input, by, percent, exact }: Extract<Series, { kind: "rank" }>,
  names: Names,
): string {
  const x = keptColumn(plan.nodes, input);
  const group = by === null ? null : keptColumn(plan.nodes, by);
  const within = group === null ? "session" : "session, g";
  const order = `PARTITION BY ${within} ORDER BY x ${percent ? "ASC" : "DESC"}`;
  const placed = [
    `SELECT security_id, session, ${x} AS x, ${group === null ? "" : `assumeNotNull(${group}) AS g, `}rank() OVER (${order}) AS place`,
    `lagInFrame(toNullable(x)) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before`,
    `count() OVER (PARTITION BY ${within}) AS ranked`,
  ];
  const ranked = `${placed.join(", ")} FROM ${names.relation(`${pass.name}_x`)} WHERE isNotNull(${x})${group === null ? "" : ` AND isNotNull(${group})`}`;
  const begins = exact ? "1" : `ifNull(NOT (${equalSql("x", "before")}), 1)`;
  // Peers of the frame's last row are in it, in whichever order the engine took them.
  const place = `max(if(${begins}, place, 0)) OVER (${order} RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const value = percent ? `100 * (${place} - 1) / nullIf(toFloat64(ranked) - 1, 0)` : `toFloat64(${place})`;
  return `SELECT security_id, session, ${value} AS ${seriesColumn(pass.series)} FROM (${ranked})`;
}
