import { tradeField, type ValueType } from "../../vocabulary/index.ts";
import { isOfSession, nodeOf, seriesOf, type Expression, type NodeId, type SeriesId } from "../plan/expression.ts";
import type { LookupRelation, Plan, RankPass, Relation, RowsRelation } from "../plan/plan.ts";
import { SQL_TYPES } from "./scalar.ts";

/** A column of a stage's table, and of the SELECT that fills it, in the same order. */
export interface StageColumn {
  readonly name: string;
  readonly type: string;
}

/** The security-day, which every stage begins with. */
export const KEY_COLUMNS: readonly StageColumn[] = [
  { name: "security_id", type: "UInt32" },
  { name: "session", type: "UInt16" },
];

const nullable = (type: ValueType): string => `Nullable(${SQL_TYPES[type]})`;

/** Columns that a rows relation keeps, each once. */
export const keptColumns = (
  { nodes }: Pick<Plan, "nodes">,
  { keep }: RowsRelation,
): readonly { readonly name: string; readonly id: NodeId }[] =>
  [...new Set(keep)].map((id) => ({ name: keptColumn(nodes, id), id }));

/** Atoms keep their name through every relation, formulas are `k`. */
export function keptColumn(nodes: readonly Expression[], id: NodeId): string {
  return nodeOf(nodes, id).op === "scalar" || isLiteral(nodeOf(nodes, id)) ? `k${id}` : `n${id}`;
}

const isLiteral = ({ op }: Expression): boolean => op === "constant" || op === "null";

/** Column of the condition of that place. */
export const flagColumn = (index: number): string => `f${index}`;

/** Column of a series in its lookup relation. */
export const seriesColumn = (id: SeriesId): string => `v${id}`;

/** Series of a lookup in the order of their columns: the numbers of bars come last. */
export function lookupSeries(plan: Plan, { series }: LookupRelation): readonly SeriesId[] {
  const isNumber = (id: SeriesId): number => (seriesOf(plan.series, id).kind === "bar-number" ? 1 : 0);
  return series.toSorted((a, b) => isNumber(a) - isNumber(b));
}

/**
 * Columns of a relation's table. With them the engine analyses the SELECT that fills it once instead of twice. A value that
 * may be null by what the language says is nullable, whether it ever is or not; bars never are.
 */
export function stageColumns(plan: Plan, relation: Relation): readonly StageColumn[] {
  if (relation.kind === "lookup")
    return [
      ...KEY_COLUMNS,
      ...lookupSeries(plan, relation).map((id) => ({ name: seriesColumn(id), type: seriesType(plan, id) })),
    ];
  return [
    ...KEY_COLUMNS,
    ...keptColumns(plan, relation).map(({ name, id }) => ({ name, type: nodeType(plan, id) })),
    ...relation.flags.map((_, index) => ({ name: flagColumn(index), type: "UInt8" })),
  ];
}

/** Columns of a rank's table; what is one value for a session has no security. */
export const rankColumns = ({ series, of }: RankPass): readonly StageColumn[] => [
  ...KEY_COLUMNS.filter(({ name }) => name === "session" || !isOfSession(of)),
  { name: seriesColumn(series), type: nullable("number") },
];

/** Fields that a bar may lack. */
const OPTIONAL_FIELDS: ReadonlySet<string> = new Set(["num_trades", "vwap"]);

function nodeType(plan: Plan, id: NodeId): string {
  const node = nodeOf(plan.nodes, id);
  const always = node.op === "bar" && node.column !== "date" && !plan.hasOffhours && !OPTIONAL_FIELDS.has(node.column);
  return always ? SQL_TYPES[node.type] : nullable(node.type);
}

function seriesType(plan: Plan, id: SeriesId): string {
  const series = seriesOf(plan.series, id);
  if (series.kind === "bar-number") return SQL_TYPES.number;
  if (series.kind === "trade") return nullable(tradeField(series.field).type);
  return nullable("field" in series && series.field === "time" ? "time" : "number");
}
