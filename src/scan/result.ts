import type { Market } from "../market/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";

/** Drops what a run left, its rows included. */
export async function dropRun(market: Market, run: string): Promise<void> {
  if (!/^\w{1,64}$/.test(run)) throw new RangeError(`not a run name: ${run}`);
  await market.command({ sql: `DROP TABLE IF EXISTS ${market.database}.result_${run} SYNC`, lane: "control" });
  await market.command({ sql: `DROP DATABASE IF EXISTS run_${run} SYNC`, lane: "control" });
}

/** Rows of a finished run in output order, as arrays: text and dates as text, times in minutes, null where empty. */
export async function readRows(
  market: Market,
  run: FinishedRun,
  page: { readonly offset: number; readonly limit: number },
): Promise<unknown[][]> {
  const columns = run.columns.map(({ id }) => id);
  const rows = await market.query<Record<string, unknown>>({
    sql: `SELECT ${columns.join(", ")} FROM ${run.database}.${run.table} WHERE row > {offset:UInt64} AND row <= {end:UInt64} ORDER BY row`,
    params: { offset: page.offset, end: page.offset + page.limit },
  });
  return rows.map((row) => columns.map((id) => row[id] ?? null));
}
