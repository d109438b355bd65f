import type { Node } from "../../formula/index.ts";
import type { Market, MarketProfile } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { ColumnTrees } from "../plan/lower.ts";
import type { Plan, PlannedColumn, Relation, Sessions } from "../plan/plan.ts";
import { planScan } from "../plan/planner.ts";
import { Binding } from "../sql/binding.ts";
import type { Names } from "../sql/names.ts";
import { relationSelect, resultSelect } from "../sql/print.ts";
import { rankSelect } from "../sql/ranks.ts";
import type { Answer } from "./explanation.ts";
import type { Place } from "./place.ts";

export interface Valued {
  readonly type: ValueType;
  readonly value: Answer;
}

/** Formulas to be evaluated, each seen so many sessions from the row's day. */
export type Asking = readonly { readonly tree: Node; readonly day: number }[];

/**
 * The values of formulas on one security-day, from the plan of the scan itself: the same relations in the same order, kept
 * to one security and one session, and without its conditions. Indicators start where they start in the scan, so the
 * numbers are the scan's.
 */
export async function valuesOn(
  market: Market,
  profile: MarketProfile,
  request: Pick<ScanRequest, "start" | "end" | "filters" | "columns">,
  trees: ColumnTrees,
  place: Place,
  asking: Asking,
  signal?: AbortSignal,
): Promise<readonly Valued[]> {
  if (asking.length === 0) return [];
  const inside = place.date >= request.start && place.date <= request.end;
  const parts = asking.map(({ tree, day }, index) => ({ name: `part ${index}`, tree: seenFrom(tree, day) }));
  const whole = planScan(
    {
      start: inside ? request.start : place.date,
      end: inside ? request.end : place.date,
      filters: request.filters,
      columns: [...request.columns, ...parts],
    },
    trees,
    profile,
  );
  const answers = whole.columns.slice(request.columns.length);
  const plan = pinned(whole, place.session, distinct(answers));
  const names = (security: number | null): Names => ({
    database: market.database,
    table: (name) => `${market.database}.${name}`,
    relation: (name) => name,
    // Ids are whole numbers of the importer's making.
    shard: (column) => (security === null ? "1" : `${column} = ${security}`),
  });
  const [row] = await market.query<Record<string, string | number | boolean | null>>({
    ...oneStatement(plan, names(place.security), names(null)),
    lane: "interactive",
    // A few hundred bars are no work to be shared; ranks read everyone's.
    settings: { enable_materialized_cte: 1, ...(plan.ranks.length === 0 ? { max_threads: 1 } : {}) },
    ...(signal ? { signal } : {}),
  });
  if (row === undefined) throw new RangeError(`no row of ${place.symbol} on ${place.date}`);
  return answers.map(({ node, type }) => ({ type, value: answerOf(row[`v${node}`] ?? null, type) }));
}

const seenFrom = (tree: Node, day: number): Node =>
  day === 0
    ? tree
    : { from: tree.from, to: tree.to, kind: "call", name: "at", args: [tree, { kind: "day", day, from: 0, to: 0 }] };

/** A column for each node that is asked for. */
function distinct(columns: readonly PlannedColumn[]): PlannedColumn[] {
  return [...new Map(columns.map(({ node, type }) => [node, { id: `v${node}`, node, type }])).values()];
}

function answerOf(value: string | number | boolean | null, type: ValueType): Answer {
  return type === "boolean" && value !== null ? value === true || value === 1 : value;
}

/** The plan for one session, its conditions dropped: whatever the row, its values are wanted. */
function pinned(plan: Plan, session: number, columns: readonly PlannedColumn[]): Plan {
  const day: Sessions = { from: session, to: session };
  // Sessions of a rank are those of the rows moved by the days on which it is read.
  const moved = ({ from, to }: Sessions): Sessions => ({
    from: session + from - plan.sessions.from,
    to: session + to - plan.sessions.to,
  });
  const at = (relation: Relation, on: Sessions): Relation => {
    if (relation.kind === "rows") return { ...relation, sessions: on, flags: [] };
    // Where an indicator starts hangs on the first session asked for, so that stays as it is in the scan.
    return { ...relation, sessions: relation.of === "indicator" ? { ...relation.sessions, to: on.to } : on };
  };
  const relations = plan.relations.map((relation) => at(relation, day));
  const result = relations.at(-1);
  if (result?.kind !== "rows") throw new RangeError("the last relation holds no rows");
  return {
    ...plan,
    columns,
    relations,
    result,
    ranks: plan.ranks.map((rank) => ({
      ...rank,
      relations: rank.relations.map((relation) => at(relation, moved(relation.sessions))),
    })),
  };
}

/** One SELECT: ranks over everyone, all else over one security. */
function oneStatement(
  plan: Plan,
  one: Names,
  everyone: Names,
): Pick<Parameters<Market["query"]>[0] & object, "sql" | "params"> {
  const binding = new Binding();
  const expressions: string[] = [];
  const add = (name: string, select: string): void => void expressions.push(`${name} AS MATERIALIZED (${select})`);
  for (const rank of plan.ranks) {
    for (const relation of rank.relations) add(relation.name, relationSelect(plan, relation, everyone, binding));
    add(rank.name, rankSelect(plan, rank, everyone));
  }
  for (const relation of plan.relations) add(relation.name, relationSelect(plan, relation, one, binding));
  const row = resultSelect(plan, one);
  return {
    sql: `WITH ${expressions.join(",\n")}\nSELECT * FROM (${row}) WHERE session = ${plan.result.sessions.from}`,
    params: binding.params,
  };
}
