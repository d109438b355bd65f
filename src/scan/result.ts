import type { Market } from "../market/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import type { ScanOptions } from "./options.ts";

/** Name of an attempt at a run in the engine. */
export const attemptOf = (run: string, attempt: number): string => `${run}_${attempt}`;

/** Suffix of the names of a run's tables, after `result_` and `run_`. */
export const nameOf = ({ run, attempt }: Pick<ScanOptions, "run" | "attempt">): string =>
  attempt === undefined ? run : attemptOf(run, attempt);

/** The key of its statements. */
export const keyOf = (name: string): string => `scan_${name}`;

/** Drops what a run left, its rows included. */
export async function dropRun(market: Market, name: string): Promise<void> {
  if (!/^\w{1,64}$/.test(name)) throw new RangeError(`not a run name: ${name}`);
  const { onCluster } = market.profile;
  await market.command({
    sql: `DROP TABLE IF EXISTS ${market.database}.result_${name}${onCluster} SYNC`,
    lane: "control",
  });
  await market.command({ sql: `DROP DATABASE IF EXISTS run_${name}${onCluster} SYNC`, lane: "control" });
}

/** Cancels and drops a run that another process began; work that still runs there fails. */
export async function endRun(market: Market, name: string): Promise<void> {
  await market.cancel(keyOf(name));
  await dropRun(market, name);
}

/** Whether the engine has the rows of a finished run. */
export async function hasRowsOf(
  market: Market,
  { database, table }: Pick<FinishedRun, "database" | "table">,
): Promise<boolean> {
  const found = await market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = {database:String} AND name = {table:String}",
    params: { database, table },
    lane: "control",
  });
  return found.length > 0;
}
