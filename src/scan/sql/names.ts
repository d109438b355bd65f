import type { TableName } from "../../market/index.ts";
import type { Plan } from "../plan/plan.ts";

/** Names of tables and relations, and the securities that a printer works on. */
export interface Names {
  readonly table: (name: TableName) => string;
  /** A table with its rows of all shards, also where `table` reads those of one. */
  readonly wholeTable: (name: TableName) => string;
  relation(name: string): string;
  /** Condition that limits to the securities of this pass; `1` where there is no bound. */
  ofPass(column: string): string;
}

/** SELECT of the rows of a relation on which all of its conditions hold; all columns by default. */
export function qualifiedRows(plan: Plan, name: string, names: Names, columns = "*"): string {
  const relation = plan.relations.find((each) => each.name === name);
  const flags = relation?.kind === "rows" ? relation.flags.slice(1).map((_, index) => `f${index + 1}`) : [];
  return `SELECT ${columns} FROM ${names.relation(name)}${flags.length > 0 ? ` WHERE ${flags.join(" AND ")}` : ""}`;
}
