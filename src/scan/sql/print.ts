import type { Bound } from "../../market/index.ts";
import type { Plan, PlannedColumn, RankPass, Relation } from "../plan/plan.ts";
import { Binding } from "./binding.ts";
import { indicatorSelectOf } from "./indicators.ts";
import { minutesSelect } from "./minutes.ts";
import type { Names } from "./names.ts";
import { acrossSelect } from "./across.ts";
import { namesOfOther } from "./other-security.ts";
import { periodSelect } from "./periods.ts";
import { rankSelect } from "./ranks.ts";
import { rowsSelect, type RowColumns } from "./rows.ts";
import { finiteSql } from "./scalar.ts";
import { tradesSelect } from "./trades.ts";
import { keptColumn, rankColumns, stageColumns, type StageColumn } from "./stage-columns.ts";

/** A statement and its bound values. */
export interface Printed {
  readonly sql: string;
  readonly params: Readonly<Record<string, Bound>>;
}

/** The SELECT that fills a stage's table, and the columns of that. */
export interface PrintedStage extends Printed {
  readonly columns: readonly StageColumn[];
}

/** SELECT of one relation. */
export function relationSelect(plan: Plan, relation: Relation, names: Names, binding: Binding): string {
  if (relation.kind === "rows") return rowsSelect(plan, relation, withOthers(plan, names, binding), binding);
  if (relation.of === "period") return periodSelect(plan, relation, names, binding);
  if (relation.of === "trade") return tradesSelect(plan, relation, names, binding);
  return relation.of === "indicator"
    ? indicatorSelectOf(plan, relation, names, binding)
    : minutesSelect(plan, relation, names, binding);
}

/** Names of which those of other securities' relations are replaced by their SELECT: so little is read of one that it needs no table. */
function withOthers(plan: Plan, names: Names, binding: Binding): Names {
  if (plan.others.length === 0) return names;
  const found = new Map(plan.others.flatMap((other) => other.relations.map((each) => [each.name, { other, each }])));
  const relation = (name: string): string => {
    const inside = found.get(name);
    if (inside === undefined) return names.relation(name);
    return `(${relationSelect(plan, inside.each, namesOfOther(inside.other, names, relation), binding)})`;
  };
  return { ...names, relation };
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
export const resultStatement = (plan: Plan, names: Names): Printed => lastStatement(plan, names, resultColumns(plan));

/** SELECT of the last relation's rows, each column of the plan under its id. */
export const columnsStatement = (plan: Plan, names: Names): Printed => lastStatement(plan, names, planColumns(plan));

/** SELECT of the last relation's rows with these columns. */
function lastStatement(plan: Plan, names: Names, columns: RowColumns): Printed {
  const binding = new Binding();
  const inside = withOthers(plan, withInline(plan, plan.relations, names, binding), binding);
  return { sql: rowsSelect(plan, plan.result, inside, binding, columns), params: binding.params };
}

const planColumns = (plan: Plan): RowColumns => ({
  nodes: plan.columns.map(({ node }) => node),
  print: (value) => plan.columns.map((column) => `${columnSql(column, value(column.node))} AS ${column.id}`),
});

const resultColumns = (plan: Plan): RowColumns => {
  const columns = planColumns(plan);
  return {
    nodes: [plan.symbol, plan.date, ...columns.nodes, ...plan.marks.map(({ node }) => node)],
    print: (value) => [
      `assumeNotNull(${value(plan.symbol)}) AS c0`,
      `${value(plan.date)} AS c1`,
      ...columns.print(value),
      ...plan.marks.map(({ id, node }) => `toUInt8(ifNull(${value(node)}, 0)) AS ${id}`),
    ],
  };
};

/** The last check: no NaN or infinity leaves the engine. */
const columnSql = ({ type }: PlannedColumn, value: string): string => (type === "number" ? finiteSql(value) : value);

/** SELECT of the finished rows, unordered: security, session, symbol, date and the columns by their result ids. */
export function resultSelect(plan: Plan, names: Names): string {
  const columns = resultColumns(plan).print((id) => keptColumn(plan.nodes, id));
  return `SELECT ${["security_id", "session", ...columns].join(", ")} FROM ${names.relation(plan.result.name)}`;
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
): PrintedStage {
  const binding = new Binding();
  const sql = relationSelect(plan, relation, withInline(plan, relations, names, binding), binding);
  return { sql, params: binding.params, columns: stageColumns(plan, relation) };
}

/** SELECT of what is over many securities, from their values. */
export const crossSectionalSelect = (plan: Plan, pass: RankPass, names: Names): string =>
  pass.of.kind === "rank" ? rankSelect(plan, pass, pass.of, names) : acrossSelect(plan, pass, pass.of, names);

export function stagedRank(plan: Plan, index: number, names: Names): PrintedStage {
  const pass = plan.ranks[index];
  if (!pass) throw new RangeError(`no rank pass ${index}`);
  return { sql: crossSectionalSelect(plan, pass, names), params: {}, columns: rankColumns(pass) };
}

/** Relations as common table expressions of one statement, each computed once: a plain one used twice is inlined again. */
export function withRelations(plan: Plan, relations: readonly Relation[], names: Names, binding: Binding): string {
  const expressions = relations.map(
    (relation) => `${relation.name} AS MATERIALIZED (${relationSelect(plan, relation, names, binding)})`,
  );
  return `WITH ${expressions.join(",\n")}\n`;
}
