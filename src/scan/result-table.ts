import { allowMerges, NO_MERGES } from "../market/index.ts";
import type { ValueType } from "../vocabulary/index.ts";
import type { Plan } from "./plan/plan.ts";
import type { Printed } from "./sql/print.ts";
import type { RunStatements } from "./statements.ts";

/** Types of values as the result table stores them. */
const RESULT_TYPES: Readonly<Record<ValueType, string>> = {
  number: "Nullable(Float64)",
  text: "Nullable(String)",
  boolean: "Nullable(Bool)",
  date: "Nullable(Date32)",
  time: "Nullable(UInt16)",
};

/** Rows that are sorted at once when a result is numbered. */
export const STRETCH_ROWS = 400_000;
/** The same where only their keys are sorted. */
const STRETCH_KEYS = 2_000_000;

/** What follows the name in the CREATE of the result table: rows in output order under their numbers. */
const resultDefinition = (run: RunStatements, plan: Plan, settings = ""): string =>
  `(${["row UInt64", ...columns(plan)].join(", ")}) ENGINE = ${run.market.profile.wholeEngine} ORDER BY row${settings} COMMENT '${run.comment}'`;

/** CREATE of the result table in one engine. Replaces the table of an earlier run of that name. */
const createResult = (run: RunStatements, plan: Plan, settings?: string): string =>
  `CREATE OR REPLACE TABLE ${run.result} ${resultDefinition(run, plan, settings)}`;

/** SETTINGS of a table that is not merged while it is filled; on a cluster all tables are. */
const unmerged = (run: RunStatements): string => (run.market.profile.cluster === null ? ` SETTINGS ${NO_MERGES}` : "");

/** Makes the result table of all rows at once, numbered by date, then symbol. */
export async function fillNumbered(run: RunStatements, plan: Plan, { sql, params }: Printed): Promise<void> {
  const rows = `SELECT row_number() OVER (ORDER BY session, c0, security_id) AS row, * FROM (${sql})`;
  if (run.market.profile.cluster === null) {
    return run.command({ sql: `${createResult(run, plan)} AS ${rows}`, params });
  }
  await makeResult(run, plan);
  await run.command({ sql: `INSERT INTO ${run.result} ${rows}`, params });
  await run.settle(run.result);
}

/** Makes the result table, without rows. */
export async function makeResult(run: RunStatements, plan: Plan): Promise<void> {
  const { cluster, onCluster } = run.market.profile;
  if (cluster === null) return run.command(createResult(run, plan));
  await run.command(`DROP TABLE IF EXISTS ${run.result}${onCluster} SYNC`);
  await run.command(`CREATE TABLE ${run.result}${onCluster} ${resultDefinition(run, plan)}`);
}

/** Makes the result table and lets `fill` insert its rows, part by part; they are merged when all are there. */
export async function fillThenMerge(run: RunStatements, plan: Plan, fill: () => Promise<void>): Promise<void> {
  if (run.market.profile.cluster === null) await run.command(createResult(run, plan, unmerged(run)));
  else await makeResult(run, plan);
  await fill();
  if (run.market.profile.cluster === null) await run.command(allowMerges(run.result));
  else await run.settle(run.result);
}

/** Where the rows of several passes wait for their numbers. */
export const waitingRows = (run: RunStatements): string => `${run.database}.rows_all`;

export function createWaiting(run: RunStatements, plan: Plan): string {
  const { onCluster, wholeEngine } = run.market.profile;
  return `CREATE TABLE ${waitingRows(run)}${onCluster} (${columns(plan).join(", ")}) ENGINE = ${wholeEngine} ORDER BY (session, c0, security_id)${unmerged(run)}`;
}

function columns(plan: Plan): string[] {
  return [
    "security_id UInt32",
    "session UInt16",
    "c0 String",
    "c1 Date32",
    ...plan.columns.map(({ id, type }) => `${id} ${RESULT_TYPES[type]}`),
    ...plan.marks.map(({ id }) => `${id} UInt8`),
  ];
}

/** Numbers the waiting rows by date, then symbol; a stretch of sessions at a time bounds the sort. */
export async function numberRows(run: RunStatements, plan: Plan): Promise<void> {
  await run.settle(waitingRows(run));
  const sessions = await run.rows<{ session: number; rows: number }>(
    `SELECT session, toFloat64(count()) AS rows FROM ${waitingRows(run)} GROUP BY session ORDER BY session`,
  );
  await fillThenMerge(run, plan, async () => {
    let done = 0;
    for (const { from, to, rows } of stretches(sessions, STRETCH_ROWS)) {
      await run.command({
        sql: `INSERT INTO ${run.result} SELECT {done:UInt64} + rowNumberInAllBlocks() + 1 AS row, * FROM (SELECT * FROM ${waitingRows(run)} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} ORDER BY session, c0, security_id) SETTINGS max_threads = 1, max_insert_threads = 1, optimize_read_in_order = 0`,
        params: { done, from, to },
      });
      done += rows;
    }
  });
}

interface SessionRows {
  readonly session: number;
  readonly rows: number;
}

/** Where the numbers of rows are before the rows are computed. */
const rowNumbers = (run: RunStatements): string => `${run.database}.row_numbers`;

/**
 * Numbers security-days by date, then symbol, before anything else of their rows is known: wide rows that waited for
 * their numbers would be sorted and written twice. `days` selects them as a result has them; `sessions` in order.
 */
export async function numberDays(run: RunStatements, days: Printed, sessions: readonly SessionRows[]): Promise<void> {
  await run.command(
    `CREATE TABLE ${rowNumbers(run)} (security_id UInt32, session UInt16, row UInt64) ENGINE = MergeTree ORDER BY (security_id, session)${unmerged(run)}`,
  );
  let done = 0;
  for (const { from, to, rows } of stretches(sessions, STRETCH_KEYS)) {
    await run.command({
      sql: `INSERT INTO ${rowNumbers(run)} SELECT security_id, session, {done:UInt64} + rowNumberInAllBlocks() + 1 AS row FROM (SELECT security_id, session FROM (${days.sql}) WHERE session BETWEEN {from:UInt16} AND {to:UInt16} ORDER BY session, c0, security_id) SETTINGS max_threads = 1, max_insert_threads = 1`,
      params: { ...days.params, done, from, to },
    });
    done += rows;
  }
}

/** SELECT of rows with the numbers that their days have; `ofPass` keeps those of the rows' securities. */
export const numbered = (run: RunStatements, rows: string, ofPass: string): string =>
  `SELECT n.row AS row, r.* FROM (${rows}) AS r INNER JOIN (SELECT security_id, session, row FROM ${rowNumbers(run)} WHERE ${ofPass}) AS n ON r.security_id = n.security_id AND r.session = n.session`;

/** Sessions in stretches of about so many rows, in order. */
function stretches(sessions: readonly SessionRows[], most: number): { from: number; to: number; rows: number }[] {
  const made: { from: number; to: number; rows: number }[] = [];
  for (const { session, rows } of sessions) {
    const last = made.at(-1);
    if (last && last.rows + rows <= most) {
      last.to = session;
      last.rows += rows;
    } else {
      made.push({ from: session, to: session, rows });
    }
  }
  return made;
}
