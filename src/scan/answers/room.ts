import { onSnapshot, type Market, type Snapshot } from "../../market/index.ts";
import type { ClauseKey } from "./clause-key.ts";
import { answerTables, dropAnswers } from "./answer-tables.ts";

/** Share of its bound that is left when room is made, so that it is not made for every preview. */
const LEFT_SHARE = 0.7;

/** When this process used a clause last, by the clock of `performance`. */
const usedAt = new Map<ClauseKey, number>();
const MAX_TIMES = 50_000;

/** Notes that clauses are in use. */
export function noteUse(keys: Iterable<ClauseKey>): void {
  if (usedAt.size > MAX_TIMES) usedAt.clear();
  const now = performance.now();
  for (const key of keys) usedAt.set(key, now);
}

interface Kept {
  readonly clause: ClauseKey;
  readonly seconds: number;
  readonly bytes: number;
}

/**
 * Drops answers of the newest snapshot until they fit into their bound: first those that cost little to compute again for
 * the room they take, and among equals those used longest ago. Gives how many clauses were dropped.
 */
export const makeRoomForAnswers = (market: Market, maxBytes: number): Promise<number> =>
  onSnapshot(market, async (snapshot) => {
    let dropped = 0;
    // The room of a clause is estimated from its rows, so what is left is measured again.
    for (;;) {
      const some = await makeRoom(snapshot, maxBytes);
      if (some === 0) return dropped;
      dropped += some;
    }
  });

async function makeRoom(snapshot: Snapshot, maxBytes: number): Promise<number> {
  const { sets, values } = answerTables(snapshot);
  const tables = await snapshot.query<{ table: string; bytes: number; rows: number }>({
    // An alias that is a column's name as well would stand for it in the condition.
    sql: "SELECT concat(database, '.', name) AS table, toFloat64(ifNull(total_bytes, 0)) AS bytes, toFloat64(ifNull(total_rows, 0)) AS rows FROM system.tables WHERE database = {database:String} AND name IN {names:Array(String)}",
    params: {
      database: snapshot.database,
      names: [sets, values].map((name) => name.slice(snapshot.database.length + 1)),
    },
    lane: "control",
  });
  const bytes = tables.reduce((sum, { bytes: each }) => sum + each, 0);
  if (bytes <= maxBytes) return 0;
  const each = (name: string): number => {
    const found = tables.find(({ table }) => table === name);
    return found === undefined ? 0 : found.bytes / Math.max(1, found.rows);
  };
  const [setBytes, valueBytes] = [each(sets), each(values)];
  const kept = await snapshot.query<Kept>({
    sql: `SELECT toString(clause) AS clause, max(seconds) AS seconds, sum(bytes) AS bytes FROM (
SELECT clause, max(seconds) AS seconds, count() * {setBytes:Float64} AS bytes FROM ${sets} GROUP BY clause
UNION ALL SELECT clause, 0 AS seconds, count() * {valueBytes:Float64} AS bytes FROM ${values} GROUP BY clause) GROUP BY clause`,
    params: { setBytes, valueBytes },
  });
  const dropped = leastWorth(kept, bytes - maxBytes * LEFT_SHARE, usedAt, performance.now());
  await dropAnswers(snapshot, dropped);
  return dropped.length;
}

/** The clauses that are worth least for their room, until so many bytes are free. */
export function leastWorth(
  kept: readonly Kept[],
  bytes: number,
  used: ReadonlyMap<ClauseKey, number>,
  now: number,
): ClauseKey[] {
  const minutes = (clause: ClauseKey): number => (now - (used.get(clause) ?? 0)) / 60_000;
  // What was not used for a minute is worth half, for nine a tenth.
  const worth = (each: Kept): number =>
    (each.seconds + 0.01) / Math.max(1, each.bytes) / (1 + Math.max(0, minutes(each.clause)));
  const dropped: ClauseKey[] = [];
  let free = 0;
  for (const each of kept.toSorted((a, b) => worth(a) - worth(b))) {
    if (free >= bytes) break;
    dropped.push(each.clause);
    free += each.bytes;
  }
  return dropped;
}
