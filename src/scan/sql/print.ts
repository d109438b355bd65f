import type { Bound } from "../../market/index.ts";
import type { Plan, Relation } from "../plan/plan.ts";
import { Binding } from "./binding.ts";
import { indicatorSelectOf } from "./indicators.ts";
import { minutesSelect } from "./minutes.ts";
import type { Names } from "./names.ts";
import { rankSelect } from "./ranks.ts";
import { carriedColumn, rowsSelect } from "./rows.ts";

/** A statement and its bound values. */
export interface Printed {
  readonly sql: string;
  readonly params: Readonly<Record<string, Bound>>;
}

/** SELECT of one relation. */
export function relationSelect(plan: Plan, relation: Relation, names: Names, binding: Binding): string {
  if (relation.kind === "rows") return rowsSelect(plan, relation, names, binding);
  return relation.of === "indicator"
    ? indicatorSelectOf(plan, relation, names, binding)
    : minutesSelect(plan, relation, names, binding);
}

/** Whether a relation is printed where it is joined, once, rather than stored in a table of its own. */
export function isInline(plan: Plan, relation: Relation): boolean {
  return relation.kind === "lookup" ? relation.inline : plan.result.sources.includes(relation.name);
}

/** Names of which inline relations are replaced by their SELECT. */
function withInline(plan: Plan, relations: readonly Relation[], names: Names, binding: Binding): Names {
  const inline = new Map(relations.filter((each) => isInline(plan, each)).map((each) => [each.name, each]));
  const all: Names = {
    ...names,
    relation: (name) => {
      const relation = inline.get(name);
      return relation ? `(${relationSelect(plan, relation, all, binding)})` : names.relation(name);
    },
  };
  return all;
}

/** The last relation and the result's columns in one statement, so that wide rows are not written twice. */
export function resultStatement(plan: Plan, names: Names, into: string): Printed {
  const binding = new Binding();
  const rows = relationSelect(plan, plan.result, withInline(plan, plan.relations, names, binding), binding);
  return { sql: `${into} ${resultSelect(plan, { ...names, relation: () => `(${rows})` })}`, params: binding.params };
}

/** The same, with each row's number by date, then symbol, as `row` before it. */
export function numberedStatement(plan: Plan, names: Names, into: string): Printed {
  const { sql, params } = resultStatement(plan, names, "");
  return {
    sql: `${into} SELECT row_number() OVER (ORDER BY session, c0, security_id) AS row, * FROM (${sql})`,
    params,
  };
}

/** SELECT of the finished rows, unordered: security, session, symbol, date and the columns by their result ids. */
export function resultSelect(plan: Plan, names: Names): string {
  const columns = plan.columns.map(({ id, node, type }) => {
    const value = carriedColumn(plan.nodes, node);
    // The last check: no NaN or infinity leaves the engine.
    return `${type === "number" ? `ifNotFinite(${value}, NULL)` : value} AS ${id}`;
  });
  const fixed = [
    "security_id",
    "session",
    `assumeNotNull(${carriedColumn(plan.nodes, plan.symbol)}) AS c0`,
    `${carriedColumn(plan.nodes, plan.date)} AS c1`,
  ];
  const marks = plan.marks.map(({ id, node }) => `toUInt8(ifNull(${carriedColumn(plan.nodes, node)}, 0)) AS ${id}`);
  return `SELECT ${[...fixed, ...columns, ...marks].join(", ")} FROM ${names.relation(plan.result.name)}`;
}

/**
 * One statement per relation that is not inline, `relations` those of its plan or pass: each becomes a table, so that
 * its row count is known before the next one runs.
 */
export function stagedStatement(
  plan: Plan,
  relation: Relation,
  relations: readonly Relation[],
  names: Names,
  into: string,
): Printed {
  const binding = new Binding();
  const select = relationSelect(plan, relation, withInline(plan, relations, names, binding), binding);
  return { sql: `${into} ${select}`, params: binding.params };
}

export function stagedRank(plan: Plan, index: number, names: Names, into: string): Printed {
  const pass = plan.ranks[index];
  if (!pass) throw new RangeError(`no rank pass ${index}`);
  return { sql: `${into} ${rankSelect(plan, pass, names)}`, params: {} };
}

/** The whole plan as one SELECT with materialised common table expressions, for a cluster. */
export function singleStatement(plan: Plan, names: Names): Printed {
  const binding = new Binding();
  const expressions: string[] = [];
  const add = (name: string, select: string): void => {
    expressions.push(`${name} AS MATERIALIZED (${select})`);
  };
  for (const pass of plan.ranks) {
    for (const relation of pass.relations) add(relation.name, relationSelect(plan, relation, names, binding));
    add(pass.name, rankSelect(plan, pass, names));
  }
  for (const relation of plan.relations) add(relation.name, relationSelect(plan, relation, names, binding));
  return { sql: `WITH ${expressions.join(",\n")}\n${resultSelect(plan, names)}`, params: binding.params };
}
