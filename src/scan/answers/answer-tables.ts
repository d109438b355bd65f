import { ANSWERS_COMMENT, answerTableNames, isTableMissing, MarketError, type Snapshot } from "../../market/index.ts";
import type { ClauseKey } from "./clause-key.ts";
import { Binding } from "../sql/binding.ts";
import type { RunStatements } from "../statements.ts";

/*
 * Answers of a snapshot lie in two tables beside its own and go with it. `answer_set`: of each clause and session the
 * security-days on which it is known, and those of them on which it holds. `answer_value`: the values of columns on the days on
 * which they are known. What is known is written after the values, so that what is half-written is not known. Rows may be
 * there twice, as two may compute the same at once: sets are joined, and of equal values any is taken.
 */

export interface AnswerTables {
  readonly sets: string;
  readonly values: string;
}

export function answerTables({ database, number }: Snapshot): AnswerTables {
  const { sets, values } = answerTableNames(number);
  return { sets: `${database}.${sets}`, values: `${database}.${values}` };
}

const SETS =
  "clause UInt64, session UInt16, known AggregateFunction(groupBitmap, UInt32), holds AggregateFunction(groupBitmap, UInt32), seconds SimpleAggregateFunction(max, Float32)";
const VALUES =
  "clause UInt64, session UInt16, security_id UInt32, number Nullable(Float64) CODEC(LZ4), text LowCardinality(Nullable(String)) CODEC(LZ4)";

export async function createAnswerTables(run: RunStatements): Promise<void> {
  const { sets, values } = answerTables(run.market);
  const comment = `COMMENT '${ANSWERS_COMMENT}'`;
  await run.command(
    `CREATE TABLE IF NOT EXISTS ${values} (${VALUES}) ENGINE = MergeTree ORDER BY (clause, session, security_id) SETTINGS index_granularity = 1024 ${comment}`,
  );
  await run.command(
    `CREATE TABLE IF NOT EXISTS ${sets} (${SETS}) ENGINE = AggregatingMergeTree ORDER BY (clause, session) SETTINGS index_granularity = 256 ${comment}`,
  );
}

/** Drops the answers of clauses: first what is known of them, so that nothing is known without its values. */
export async function dropAnswers(snapshot: Snapshot, keys: readonly ClauseKey[]): Promise<void> {
  const { sets, values } = answerTables(snapshot);
  const binding = new Binding();
  const clauses = keys.map((key) => binding.bind(key, "UInt64")).join(", ");
  for (const table of [sets, values])
    await snapshot.command({
      sql: `ALTER TABLE ${table} DELETE WHERE clause IN (${clauses}) SETTINGS mutations_sync = 1`,
      params: binding.params,
    });
}

/** Runs work on the tables of answers, which the first that finds none makes. */
export async function withAnswerTables<T>(run: RunStatements, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MarketError) || !isTableMissing(error)) throw error;
    if (!error.message.includes(answerTableNames(run.market.number).sets)) throw error;
    await createAnswerTables(run);
    return work();
  }
}
