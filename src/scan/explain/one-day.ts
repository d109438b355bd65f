import { randomBytes } from "node:crypto";
import type { Node } from "../../formula/index.ts";
import type { Snapshot } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { ColumnTrees } from "../plan/lower.ts";
import type { LookupRelation, LookupUse, Plan, PlannedColumn, Relation, RowsRelation } from "../plan/plan.ts";
import { branchSettings } from "../bounds.ts";
import type { Sessions } from "../plan/coverage.ts";
import { planScan, type PlanMarket } from "../plan/planner.ts";
import { Binding } from "../sql/binding.ts";
import type { Names } from "../sql/names.ts";
import { crossSectionalSelect, relationSelect, resultSelect, withRelations, type Printed } from "../sql/print.ts";
import { ofPass, type Pass } from "../passes.ts";
import { inRunDatabase } from "../run-database.ts";
import { stageTablesOf } from "../stage-tables.ts";
import { makeRanks } from "../stages.ts";
import { RunStatements } from "../statements.ts";
import type { Answer } from "./explanation.ts";
import type { Place } from "./place.ts";

interface TypedValue {
  readonly type: ValueType;
  readonly value: Answer;
}

/** One security-day, and the request whose formulas are looked at on it. */
export interface OneDay {
  readonly market: Snapshot;
  readonly profile: PlanMarket;
  readonly request: Pick<ScanRequest, "start" | "end" | "filters" | "columns" | "own">;
  readonly trees: ColumnTrees;
  readonly place: Place;
  readonly signal?: AbortSignal | undefined;
}

/** Formulas to evaluate, each at an offset in sessions from the row's day. */
type ValueQueries = readonly { readonly tree: Node; readonly day: number }[];

/**
 * The values of formulas on one security-day, from the plan of the scan itself, kept to one security and one session and
 * without its conditions. Indicators start where they start in the scan, so the numbers are the scan's.
 */
export async function valuesOn(
  { market, profile, request, trees, place, signal }: OneDay,
  queries: ValueQueries,
): Promise<readonly TypedValue[]> {
  if (queries.length === 0) return [];
  const inside = place.date >= request.start && place.date <= request.end;
  const parts = queries.map(({ tree, day }, index) => ({ name: `part ${index}`, tree: seenFrom(tree, day) }));
  const whole = planScan(
    {
      start: inside ? request.start : place.date,
      end: inside ? request.end : place.date,
      filters: request.filters,
      columns: [...request.columns, ...parts],
      ...(request.own ? { own: request.own } : {}),
    },
    trees,
    profile,
  );
  const answers = whole.columns.slice(request.columns.length);
  const plan = pinned(whole, place.session, distinct(answers));
  const pass = { from: place.security, to: place.security };
  const single =
    market.profile.cluster === null ? oneStatement(plan, namesIn(market, pass), namesIn(market, null)) : null;
  const [row] = await (single
    ? market.query<Row>({
        ...single,
        lane: "interactive",
        // A few hundred bars need no parallel threads; ranks read the bars of all securities.
        settings: {
          ...branchSettings(single.sql),
          enable_materialized_cte: 1,
          ...(plan.ranks.length === 0 ? { max_threads: 1 } : {}),
        },
        ...(signal ? { signal } : {}),
      })
    : rowOnCluster(market, plan, pass, signal));
  if (row === undefined) throw new RangeError(`no row of ${place.symbol} on ${place.date}`);
  return answers.map(({ node, type }) => ({ type, value: answerOf(row[`v${node}`] ?? null, type) }));
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

const namesIn = ({ table }: Snapshot, pass: Pass): Names => ({
  table,
  wholeTable: table,
  relation: (name) => name,
  ofPass: ofPass(pass),
});

/** On a cluster ranks are made first, in the tables of a run of its own. */
async function rowOnCluster(market: Snapshot, plan: Plan, pass: Pass, signal?: AbortSignal): Promise<readonly Row[]> {
  const id = `explain_${randomBytes(8).toString("hex")}`;
  const run = new RunStatements(market, { run: id, lane: "interactive", ...(signal ? { signal } : {}) });
  const tables = stageTablesOf(run);
  const inTables = tables.names(plan, pass);
  const isRank = (name: string): boolean => plan.ranks.some((rank) => rank.name === name);
  const names = { ...inTables, relation: (name: string) => (isRank(name) ? inTables.relation(name) : name) };
  const binding = new Binding();
  const stages = withRelations(plan, plan.relations, names, binding);
  const row = tables.rowsOf(onDay(plan, { sql: resultSelect(plan, names), params: binding.params }, stages));
  if (plan.ranks.length === 0) return run.rows<Row>(row);
  return inRunDatabase(run, signal, async () => {
    await makeRanks(run, plan, [null], tables);
    return run.rows<Row>(row);
  });
}

const onDay = ({ result }: Plan, { sql, params }: Printed, stages: string): Printed => ({
  sql: `${stages}SELECT * FROM (${sql}) WHERE session = ${result.sessions.from}`,
  params,
});

const seenFrom = (tree: Node, day: number): Node =>
  day === 0
    ? tree
    : { from: tree.from, to: tree.to, kind: "call", name: "at", args: [tree, { kind: "day", day, from: 0, to: 0 }] };

/** A column for each queried node. */
function distinct(columns: readonly PlannedColumn[]): PlannedColumn[] {
  return [...new Map(columns.map(({ node, type }) => [node, { id: `v${node}`, node, type }])).values()];
}

function answerOf(value: string | number | boolean | null, type: ValueType): Answer {
  return type === "boolean" && value !== null ? value === true || value === 1 : value;
}

/**
 * The plan for one session: the lookups as the scan makes them, and one relation of rows over them, without conditions. The
 * scan's own chain of stages would only repeat each other here, and a statement that names a stage analyses it again.
 */
function pinned(plan: Plan, session: number, columns: readonly PlannedColumn[]): Plan {
  const day: Sessions = { from: session, to: session };
  // Sessions of a rank are those of the rows moved by the days on which it is read.
  const moved = ({ from, to }: Sessions): Sessions => ({
    from: session + from - plan.sessions.from,
    to: session + to - plan.sessions.to,
  });
  const stages = plan.relations.filter((relation) => relation.kind === "rows");
  const lookups = lookupsOn(plan, session);
  const moveUses = (uses: readonly LookupUse[]): readonly LookupUse[] =>
    uses.map(({ series, relation }) => ({
      series,
      relation: lookups.find((lookup) => lookup.series.includes(series))?.name ?? relation,
    }));
  const uses = moveUses(stages.flatMap((stage) => stage.lookups));
  // Trades read their levels from rows that stand before them.
  const needed = plan.relations.flatMap((relation): readonly Relation[] => {
    if (relation.kind === "lookup") return lookups.filter(({ name }) => name === relation.name);
    if (!lookups.some(({ levels }) => levels === relation.name)) return [];
    return [{ ...relation, rows: null, sources: [], sessions: day, lookups: moveUses(relation.lookups) }];
  });
  const result: RowsRelation = {
    kind: "rows",
    name: plan.result.name,
    rows: null,
    sessions: day,
    sources: [],
    lookups: [...new Map(uses.map((use) => [use.series, use])).values()],
    flags: [],
    keep: [...new Set([plan.symbol, plan.date, ...columns.map(({ node }) => node)])],
    lookback: Math.max(...stages.map(({ lookback }) => lookback)),
    lookahead: Math.max(...stages.map(({ lookahead }) => lookahead)),
  };
  return {
    ...plan,
    columns,
    // Notes count the rows of a result; here is one.
    marks: [],
    notes: [],
    relations: [...needed, result],
    result,
    ranks: plan.ranks.map((rank) => ({
      ...rank,
      relations: rank.relations.map((relation): Relation => {
        const on = moved(relation.sessions);
        if (relation.kind === "rows") return { ...relation, sessions: on };
        return relation.of === "indicator" ? upTo(relation, on.to) : { ...relation, sessions: on };
      }),
    })),
  };
}

/** An indicator's start depends on the first session, so the first session stays that of the scan; only the last one changes. */
const upTo = (relation: LookupRelation, to: number): LookupRelation => ({
  ...relation,
  sessions: { ...relation.sessions, to },
});

/** Each series in the relation in which the scan first computes it, on every day on which any part reads it. */
function lookupsOn(plan: Plan, session: number): readonly LookupRelation[] {
  const made: LookupRelation[] = [];
  const all = plan.relations.filter((relation) => relation.kind === "lookup");
  for (const relation of all) {
    if (relation.series.every((series) => made.some((known) => known.series.includes(series)))) continue;
    const sharingSeries = all.filter((other) => other.series.some((series) => relation.series.includes(series)));
    const days = [...new Set(sharingSeries.flatMap((other) => other.days))].sort((a, b) => a - b);
    const [earliest = 0] = days;
    if (relation.of !== "indicator") {
      made.push({ ...relation, rows: null, days, sessions: { from: session, to: session } });
      continue;
    }
    // More days must not move the start, unless the queried value lies before it.
    const start = Math.min(relation.sessions.from + Math.min(0, ...relation.days), session + earliest);
    made.push({ ...relation, rows: null, days, sessions: { from: start - Math.min(0, earliest), to: session } });
  }
  return made;
}

/** One SELECT: ranks over all securities, everything else over one. */
function oneStatement(plan: Plan, one: Names, allSecurities: Names): Printed {
  const binding = new Binding();
  const expressions: string[] = [];
  const add = (name: string, select: string): void => void expressions.push(`${name} AS MATERIALIZED (${select})`);
  for (const rank of plan.ranks) {
    for (const relation of rank.relations) add(relation.name, relationSelect(plan, relation, allSecurities, binding));
    add(rank.name, crossSectionalSelect(plan, rank, allSecurities));
  }
  for (const relation of plan.relations) add(relation.name, relationSelect(plan, relation, one, binding));
  const row = resultSelect(plan, one);
  return onDay(plan, { sql: row, params: binding.params }, `WITH ${expressions.join(",\n")}\n`);
}
