import type { Market } from "../market/index.ts";

/** Owner of runs whose rows are dropped at the end of the call. */
const NO_OWNER = "nobody";

/** The comment of a run's tables: owner, creation time in seconds, and number of the snapshot, which stays meanwhile. */
export const runComment = (owner: string = NO_OWNER, snapshot: number): string =>
  `scanbook ${owner} ${Math.floor(Date.now() / 1000)} ${snapshot}`;

interface StoredRun {
  /** As dropRun takes it. */
  readonly name: string;
  /** Whether it was made by that owner, or without one, before that time. */
  readonly ours: boolean;
}

/** Every run that has tables in the engine, whatever its owner. */
export async function storedRuns(market: Market, owner: string, before: Date): Promise<readonly StoredRun[]> {
  const found = await market.query<{ run: string; comments: readonly string[] }>({
    sql: `SELECT run, groupUniqArray(comment) AS comments FROM (
SELECT substring(name, 8) AS run, comment FROM system.tables WHERE database = {database:String} AND startsWith(name, 'result_')
UNION ALL SELECT substring(name, 5) AS run, comment FROM system.databases WHERE startsWith(name, 'run_')) GROUP BY run`,
    params: { database: market.database },
    lane: "control",
  });
  const isOurs = (comment: string): boolean => {
    const [product, runOwner, since] = comment.split(" ");
    return (
      product === "scanbook" && (runOwner === owner || runOwner === NO_OWNER) && Number(since) < before.getTime() / 1000
    );
  };
  return found
    .filter(({ run }) => /^\w{1,64}$/.test(run))
    .map(({ run, comments }) => ({ name: run, ours: comments.every(isOurs) }));
}
