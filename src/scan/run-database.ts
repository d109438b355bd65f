import { MarketError } from "../market/index.ts";
import { dropRun } from "./result.ts";
import type { RunStatements } from "./statements.ts";

/** Work with the database of a run's own tables, which goes with it. An abort ends its statements; MarketError `cancelled` then. */
export async function inRunDatabase<T>(
  run: RunStatements,
  signal: AbortSignal | undefined,
  work: (run: RunStatements) => Promise<T>,
): Promise<T> {
  return untilAborted(run, signal, async (database) => {
    await database.make();
    return work(run);
  });
}

/** The database of a run's own tables. */
export interface RunDatabase {
  /** Makes it where it is not there yet. */
  make(): Promise<void>;
}

/** The same with a database that work makes where it needs it. */
export async function untilAborted<T>(
  run: RunStatements,
  signal: AbortSignal | undefined,
  work: (database: RunDatabase) => Promise<T>,
): Promise<T> {
  const { market } = run;
  const onAbort = (): void => void market.cancel(run.key).catch(() => undefined);
  signal?.addEventListener("abort", onAbort);
  let made: Promise<void> | null = null;
  try {
    return await work({ make: () => (made ??= begin(run)) });
  } catch (error) {
    if (signal?.aborted) throw new MarketError("cancelled", "The scan was cancelled.");
    throw error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    if (made !== null)
      await market
        .command({ sql: `DROP DATABASE IF EXISTS ${run.database}${market.profile.onCluster} SYNC`, lane: "control" })
        .catch(() => undefined);
  }
}

/** Makes the database. One of the same name was left by a killed run. */
async function begin(run: RunStatements): Promise<void> {
  const create = `CREATE DATABASE ${run.database}${run.market.profile.onCluster} ENGINE = Atomic COMMENT '${run.comment}'`;
  try {
    await run.command(create);
  } catch (error) {
    if (!(error instanceof MarketError) || error.engineCode !== DATABASE_ALREADY_EXISTS) throw error;
    await dropRun(run.market, run.name);
    await run.command(create);
  }
}

/** A number of ClickHouse's ErrorCodes. */
const DATABASE_ALREADY_EXISTS = 82;
