import type { Sessions } from "../plan/coverage.ts";
import { Binding } from "../sql/binding.ts";
import type { Printed } from "../sql/print.ts";
import type { RunStatements } from "../statements.ts";
import { answerTables } from "./answer-tables.ts";
import type { ClauseKey } from "./clause-key.ts";
import type { ConditionClause } from "./clauses.ts";

/** What is known of a request's conditions. */
export interface DayCounts {
  /** Of each condition: security-days on which it and all before it hold. */
  readonly left: readonly number[];
  /** Of each: security-days on which it is known. */
  readonly known: readonly number[];
  /** Of each: security-days on which it is not known and has to be. */
  readonly missing: readonly number[];
  /** Of each: those that the stages before leave and on which it is not known. */
  readonly stageMissing: readonly number[];
}

/** Where sets are read. */
export interface AnswerScope {
  readonly run: RunStatements;
  readonly sessions: Sessions;
}

const between = ({ from, to }: Sessions, binding: Binding): string =>
  `session BETWEEN ${binding.bind(from, "UInt16")} AND ${binding.bind(to, "UInt16")}`;

/**
 * SELECT of sets by session: `known_<n>` and `holds_<n>` of each of some conditions, and `left_<n>`, the days on which it and
 * all before it hold.
 */
function lefts({ run, sessions }: AnswerScope, conditions: readonly ClauseKey[], binding: Binding): string {
  const keys = conditions.map((key) => binding.bind(key, "UInt64"));
  const states = keys.flatMap((key, index) =>
    ["known", "holds"].map((set) => `groupBitmapMergeStateIf(${set}, clause = ${key}) AS ${set}_${index}`),
  );
  const left = conditions.map((_, index) =>
    index === 0 ? "holds_0 AS left_0" : `bitmapAnd(left_${index - 1}, holds_${index}) AS left_${index}`,
  );
  const select = `SELECT session, ${states.join(", ")} FROM ${answerTables(run.market).sets} WHERE clause IN (${keys.join(", ")}) AND ${between(sessions, binding)} GROUP BY session`;
  return `SELECT *, ${left.join(", ")} FROM (${select})`;
}

const total = (count: string): string => `toFloat64(sum(${count}))`;

/** Counts what is known of conditions; `securityDays` are those of the sessions. */
export async function dayCountsOf(
  place: AnswerScope,
  conditions: readonly ConditionClause[],
  securityDays: number,
): Promise<DayCounts> {
  const left = conditions.map((_, index) => total(`bitmapCardinality(left_${index})`));
  const missing = conditions.map(({ whole }, index) =>
    whole
      ? `${securityDays} - ${total(`bitmapCardinality(known_${index})`)}`
      : total(`bitmapAndnotCardinality(left_${index - 1}, known_${index})`),
  );
  const stageMissing = conditions.map(({ whole, stage }, index) => {
    const before = conditions.findIndex((each) => each.stage === stage) - 1;
    return whole || before < 0 ? "0." : total(`bitmapAndnotCardinality(left_${before}, known_${index})`);
  });
  const known = conditions.map((_, index) => total(`bitmapCardinality(known_${index})`));
  const binding = new Binding();
  const keys = conditions.map(({ key }) => key);
  const { counts } = await place.run.one<{ counts: number[] }>({
    sql: `SELECT CAST([${[...left, ...missing, ...stageMissing, ...known].join(", ")}], 'Array(Float64)') AS counts FROM (${lefts(place, keys, binding)})`,
    params: binding.params,
  });
  const n = conditions.length;
  return {
    left: counts.slice(0, n),
    missing: counts.slice(n, 2 * n),
    stageMissing: counts.slice(2 * n, 3 * n),
    known: counts.slice(3 * n),
  };
}

/** Of each value the days that the conditions leave and on which it is known; nothing for one that is not known at all. */
export async function knownValues(
  place: AnswerScope,
  conditions: readonly ClauseKey[],
  values: readonly ClauseKey[],
): Promise<ReadonlyMap<ClauseKey, number>> {
  const binding = new Binding();
  const keys = values.map((key) => binding.bind(key, "UInt64")).join(", ");
  const sets = `SELECT clause, session, groupBitmapMergeState(known) AS known FROM ${answerTables(place.run.market).sets} WHERE clause IN (${keys}) AND ${between(place.sessions, binding)} GROUP BY clause, session`;
  const days = `SELECT session, left_${conditions.length - 1} AS days FROM (${lefts(place, conditions, binding)})`;
  const found = await place.run.rows<{ clause: string; days: number }>({
    sql: `SELECT toString(clause) AS clause, ${total("bitmapAndCardinality(known, days)")} AS days FROM (${sets}) AS s INNER JOIN (${days}) AS d ON s.session = d.session GROUP BY clause`,
    params: binding.params,
  });
  return new Map(found.map(({ clause, days: known }) => [clause, known]));
}

/** SELECT of the security-days that conditions leave and on which one of the others is not known. */
export function missingDays(
  place: AnswerScope,
  conditions: readonly ClauseKey[],
  unknown: readonly ClauseKey[],
): Printed {
  const binding = new Binding();
  const known = unknown.map((_, index) => `known_${conditions.length + index}`);
  const all = known.slice(1).reduce((joined, each) => `bitmapAnd(${joined}, ${each})`, known[0] ?? "");
  const sets = lefts(place, [...conditions, ...unknown], binding);
  const days = `bitmapAndnot(left_${conditions.length - 1}, ${all})`;
  return {
    sql: `SELECT arrayJoin(bitmapToArray(${days})) AS security_id, session FROM (${sets})`,
    params: binding.params,
  };
}

/** SELECT of the security-days that conditions leave. */
export function daysLeft(place: AnswerScope, conditions: readonly ClauseKey[], binding: Binding): string {
  return `SELECT session, arrayJoin(bitmapToArray(left_${conditions.length - 1})) AS security_id FROM (${lefts(place, conditions, binding)})`;
}
