import type { ScanOptions } from "../options.ts";
import type { RunDatabase } from "../run-database.ts";
import { makeRanks } from "../stages.ts";
import { passesOf, type Pass } from "../passes.ts";
import type { NodeId } from "../plan/expression.ts";
import { planPart } from "../plan/part.ts";
import type { Plan } from "../plan/plan.ts";
import type { ScanProfile } from "../profile.ts";
import { columnsStatement, isInline, stagedStatement, type Printed } from "../sql/print.ts";
import { Binding } from "../sql/binding.ts";
import { KEY_COLUMNS } from "../sql/stage-columns.ts";
import { stageTablesOf, type StageTables } from "../stage-tables.ts";
import type { RunStatements } from "../statements.ts";
import { answerTables } from "./answer-tables.ts";
import { DAYS_RELATION } from "./clause-key.ts";
import type { ConditionClause, ValueClause } from "./clauses.ts";

/** The scan whose answers are missing. */
export interface UnfilledScan {
  readonly run: RunStatements;
  readonly plan: Plan;
  readonly profile: ScanProfile;
  readonly options: ScanOptions;
  readonly database: RunDatabase;
}

/** Stage tables whose names begin with a prefix, so that parts of one run do not meet. */
function prefixed(tables: StageTables, prefix: string): StageTables {
  const name = (of: string): string => `${prefix}_${of}`;
  return {
    names: (plan, pass) => ({ ...tables.names(plan, pass), relation: (of) => tables.table(name(of)) }),
    table: (of) => tables.table(name(of)),
    make: (of, select, how) => tables.make(name(of), select, how),
    rowsOf: (select) => tables.rowsOf(select),
    drop: (of) => tables.drop(name(of)),
  };
}

/** Computes nodes and gives each pass's SELECT of them, as columns c2, c3, …, to `store`. */
async function compute(
  { run, plan, profile, options, database }: UnfilledScan,
  roots: readonly NodeId[],
  { prefix, days }: { readonly prefix: string; readonly days: Printed | null },
  stage: string,
  store: (select: Printed) => Promise<void>,
): Promise<StageTables> {
  const part = planPart({ ...plan, roots }, days === null ? null : DAYS_RELATION, profile, options);
  const tables = prefixed(stageTablesOf(run), prefix);
  const isStaged =
    part.ranks.length > 0 || part.relations.some((each) => each !== part.result && !isInline(part, each));
  if (days !== null || isStaged) await database.make();
  if (days !== null) await tables.make(DAYS_RELATION, { ...days, columns: KEY_COLUMNS });
  const passes: readonly Pass[] = passesOf(part, profile, options);
  await makeRanks(run, part, passes, tables);
  for (const pass of passes) {
    const names = tables.names(part, pass);
    for (const relation of part.relations) {
      if (relation === part.result || isInline(part, relation)) continue;
      const select = stagedStatement(part, relation, part.relations, names);
      await run.step(stage, () => tables.make(relation.name, select));
    }
    await run.step(stage, () => store(columnsStatement(part, names)));
    if (passes.length > 1) for (const { name } of part.relations) await tables.drop(name);
  }
  return tables;
}

const array = (items: readonly string[]): string => `[${items.join(", ")}]`;

/** Values that are bound beside those of a statement, under names that it does not have. */
function beside(params: Printed["params"], keys: readonly string[]): { names: string[]; params: Printed["params"] } {
  const names = keys.map((_, index) => `{clause_${index}:UInt64}`);
  return { names, params: { ...params, ...Object.fromEntries(keys.map((key, index) => [`clause_${index}`, key])) } };
}

/** Adds to `answer_set` on which days of `select` each of some conditions holds. */
function addConditions(
  run: RunStatements,
  { sql, params }: Printed,
  keys: readonly string[],
  seconds: number,
): Printed {
  const bound = beside(params, keys);
  const holds = keys.map((_, index) => `groupBitmapStateIf(security_id, ifNull(c${index + 2}, 0) != 0)`);
  const bySession = `SELECT session, groupBitmapState(security_id) AS known, ${array(holds)} AS all_holds FROM (${sql}) GROUP BY session`;
  return {
    sql: `INSERT INTO ${answerTables(run.market).sets} (clause, session, known, holds, seconds) SELECT clause, session, known, holds, ${seconds} FROM (${bySession}) ARRAY JOIN ${array(bound.names)} AS clause, all_holds AS holds`,
    params: bound.params,
  };
}

/** Makes conditions known on the days given, or on every security-day of the sessions. */
export async function fillConditions(
  filling: UnfilledScan,
  conditions: readonly ConditionClause[],
  prefix: string,
  days: Printed | null,
): Promise<void> {
  const { run, plan } = filling;
  const keys = conditions.map(({ key }) => key);
  const nodes = conditions.flatMap(({ node }) => (node === null ? [] : [node]));
  if (nodes.length === 0) {
    const binding = new Binding();
    const sessions = `session BETWEEN ${binding.bind(plan.sessions.from, "UInt16")} AND ${binding.bind(plan.sessions.to, "UInt16")}`;
    const sql = `SELECT security_id, session, 1 AS c2 FROM ${run.market.table("daily")} WHERE ${sessions}`;
    return run.command(addConditions(run, { sql, params: binding.params }, keys, 0));
  }
  const started = performance.now();
  await compute(filling, nodes, { prefix, days }, "Filtering", (select) =>
    run.command(addConditions(run, select, keys, secondsSince(started))),
  );
}

const secondsSince = (started: number): number => Math.round(performance.now() - started) / 1000;

/** As `answer_value` stores a value, from the column of a plan. */
function stored({ type }: ValueClause, column: string): string {
  const [number, text] = ["Nullable(Float64)", "Nullable(String)"];
  if (type === "text") return `tuple(CAST(NULL, '${number}'), CAST(${column}, '${text}'))`;
  const value = type === "date" ? `toInt32(${column})` : column;
  return `tuple(CAST(${value}, '${number}'), CAST(NULL, '${text}'))`;
}

/** Makes values known on the days given. */
export async function fillValues(
  filling: UnfilledScan,
  values: readonly ValueClause[],
  prefix: string,
  days: Printed,
): Promise<void> {
  const { run } = filling;
  const answers = answerTables(run.market);
  const keys = values.map(({ key }) => key);
  const started = performance.now();
  const bound = (params: Printed["params"]) => beside(params, keys);
  const tables = await compute(
    filling,
    values.map(({ node }) => node),
    { prefix, days },
    "Computing columns",
    ({ sql, params }) => {
      const cells = values.map((value, index) => stored(value, `c${index + 2}`));
      return run.command({
        sql: `INSERT INTO ${answers.values} (clause, session, security_id, number, text) SELECT clause, session, security_id, cell.1, cell.2 FROM (${sql}) ARRAY JOIN ${array(bound({}).names)} AS clause, ${array(cells)} AS cell`,
        params: bound(params).params,
      });
    },
  );
  // Of the days that were computed, which an eviction meanwhile cannot change.
  await run.command({
    sql: `INSERT INTO ${answers.sets} (clause, session, known, holds, seconds) SELECT clause, session, known, known, ${secondsSince(started)} FROM (SELECT session, groupBitmapState(security_id) AS known FROM ${tables.table(DAYS_RELATION)} GROUP BY session) ARRAY JOIN ${array(bound({}).names)} AS clause`,
    params: bound({}).params,
  });
}

/** A value of `answer_value` as a column of a result. */
export function restored({ type }: ValueClause, of: (column: "number" | "text") => string): string {
  switch (type) {
    case "text":
      return of("text");
    case "date":
      return `addDays(toDate32('1970-01-01'), toInt32(${of("number")}))`;
    case "number":
    case "boolean":
    case "time":
      return of("number");
  }
}
