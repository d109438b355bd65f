import type { Market } from "../market.ts";
import { SESSIONS_PER_PARTITION } from "../tables.ts";

const ROWS_PER_STEP = 2_000_000;

/** The partition of a session in the minute tables. */
export const minutePartition = (session: number): number => Math.floor(session / SESSIONS_PER_PARTITION);

/** The sessions in steps of about `ROWS_PER_STEP` rows; a step is wholly inside or outside the changed partitions. */
export function sessionSteps(
  rows: readonly { readonly session: number; readonly n: number }[],
  changed: ReadonlySet<number>,
  maxPartitions: number,
): readonly (readonly number[])[] {
  const steps: { sessions: number[]; n: number; partitions: Set<number> }[] = [];
  for (const within of [true, false]) {
    let last: (typeof steps)[number] | undefined;
    for (const { session, n } of rows.filter((row) => changed.has(minutePartition(row.session)) === within)) {
      if (!last || last.n + n > ROWS_PER_STEP || last.partitions.size >= maxPartitions) {
        last = { sessions: [], n: 0, partitions: new Set() };
        steps.push(last);
      }
      last.sessions.push(session);
      last.n += n;
      last.partitions.add(minutePartition(session));
    }
  }
  return steps.map(({ sessions }) => sessions);
}

/** Rows per session of the given sources, in order. */
export async function rowsPerSession(
  market: Market,
  sources: readonly string[],
): Promise<readonly { session: number; n: number }[]> {
  return market.query<{ session: number; n: number }>({
    sql: `SELECT session, toUInt32(sum(n)) AS n FROM (${sources.map((source) => `SELECT session, count() AS n FROM ${source} GROUP BY session`).join(" UNION ALL ")}) GROUP BY session ORDER BY session`,
    lane: "scan",
  });
}
