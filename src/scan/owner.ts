import type { Market } from "../market/index.ts";

/** Of runs whose rows live no longer than the call that asked for them. */
const NOBODY = "nobody";

/** What the tables of a run say of themselves: whose they are, and since when, in seconds. */
export const commentOf = (owner: string = NOBODY): string => `scanbook ${owner} ${Math.floor(Date.now() / 1000)}`;

export interface LeftRun {
  /** As dropRun takes it. */
  readonly name: string;
  /** Whether it was made by that owner, or for nobody, before the moment. */
  readonly ours: boolean;
}

/** Every run that has something in the engine, one of others as well. */
export async function leftRuns(market: Market, owner: string, before: Date): Promise<readonly LeftRun[]> {
  const found = await market.query<{ run: string; comments: readonly string[] }>({
    sql: `SELECT run, groupUniqArray(comment) AS comments FROM (
SELECT substring(name, 8) AS run, comment FROM system.tables WHERE database = {database:String} AND startsWith(name, 'result_')
UNION ALL SELECT substring(name, 5) AS run, comment FROM system.databases WHERE startsWith(name, 'run_')) GROUP BY run`,
    params: { database: market.database },
    lane: "control",
  });
  const isOurs = (comment: string): boolean => {
    const [product, whose, since] = comment.split(" ");
    return product === "scanbook" && (whose === owner || whose === NOBODY) && Number(since) < before.getTime() / 1000;
  };
  return found
    .filter(({ run }) => /^\w{1,64}$/.test(run))
    .map(({ run, comments }) => ({ name: run, ours: comments.every(isOurs) }));
}
