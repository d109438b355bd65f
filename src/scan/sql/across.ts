import { equalSql } from "../equality.ts";
import { isOfSession, type Series } from "../plan/expression.ts";
import type { Plan, RankPass } from "../plan/plan.ts";
import type { Names } from "./names.ts";
import { keptColumn, seriesColumn } from "./stage-columns.ts";

type Across = Extract<Series, { kind: "across" }>;

/**
 * One value of each session, or of each group of it, over the securities whose x is known; null where it is of none. A
 * security without a group is in none. Sums run over sorted values, so that they do not depend on the order in which the
 * engine, or its shards, took them.
 */
export function acrossSelect(plan: Plan, pass: RankPass, across: Across, names: Names): string {
  const x = keptColumn(plan.nodes, across.x);
  const value = seriesColumn(pass.series);
  const from = names.relation(`${pass.name}_x`);
  const key = across.by === null ? "" : `, assumeNotNull(${keptColumn(plan.nodes, across.by)}) AS g`;
  const has = across.by === null ? "1" : `isNotNull(${keptColumn(plan.nodes, across.by)})`;
  const together = `SELECT session${key}, ${aggregatesOf(across, `assumeNotNull(${x})`)} FROM ${from} WHERE isNotNull(${x}) AND ${has} GROUP BY session${key === "" ? "" : ", g"}`;
  if (isOfSession(across)) return `SELECT session, v AS ${value} FROM (${together})`;
  const rows = `SELECT security_id, session, ${x} AS x${key} FROM ${from} WHERE ${has}`;
  const own = across.of === "zscore" ? "if(a.spread = 0, NULL, ifNotFinite((r.x - a.v) / a.spread, NULL))" : "a.v";
  const on = key === "" ? "r.session = a.session" : "r.session = a.session AND r.g = a.g";
  return `SELECT r.security_id AS security_id, r.session AS session, ${own} AS ${value} FROM (${rows}) AS r LEFT JOIN (${together}) AS a ON ${on}`;
}

/** Columns of a group: its value `v`, for distances from it also the deviation `spread`, 0 where all values are equal. */
function aggregatesOf({ of }: Across, x: string): string {
  const sorted = `arraySort(groupArray(toFloat64(${x})))`;
  switch (of) {
    case "count":
      return `toFloat64(countIf(${x} != 0)) AS v`;
    case "percent":
      return `100 * countIf(${x} != 0) / count() AS v`;
    case "min":
    case "max":
      return `${of}(${x}) AS v`;
    case "sum":
      return `ifNotFinite(arraySum(${sorted}), NULL) AS v`;
    case "avg":
      return `ifNotFinite(arraySum(${sorted}) / count(), NULL) AS v`;
    case "median":
      return `${sorted} AS xs, ifNotFinite((xs[intDiv(length(xs) + 1, 2)] + xs[intDiv(length(xs), 2) + 1]) / 2, NULL) AS v`;
    case "zscore":
      return `${sorted} AS xs, arraySum(xs) / length(xs) AS v, if(${equalSql("xs[1]", "xs[-1]")}, 0, sqrt(arraySum(each -> (each - v) * (each - v), xs) / length(xs))) AS spread`;
  }
}
