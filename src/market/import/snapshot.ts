import { digestTables } from "./digests.ts";
import type { Swap } from "./swap.ts";

/*
 * The snapshot's id is made of the content: a sum of the hashes of all rows of all tables that formulas read, so that it depends
 * neither on the order of imports nor on how the engine stored the rows.
 */
const CONTENT = [
  "daily",
  "minute",
  "security",
  "symbol_change",
  "split",
  "fact",
  "statement",
  "event",
  "event_coverage",
] as const;

/** Fills `snapshot_new`; its date is the last session with a bar. */
export async function takeSnapshot(swap: Swap, source: string): Promise<string> {
  const { market } = swap;
  const digests = await digestTables(swap, CONTENT);
  const text = [...digests].map(([table, { rows, digest }]) => `${table} ${rows} ${digest};`).join("");
  await swap.fresh("snapshot");
  await market.command({
    sql: `INSERT INTO ${swap.now("snapshot")}
SELECT lower(hex(sipHash128({text:String}))), ifNull(max(s.date), toDate32('1990-01-01')), toDateTime({at:UInt32}, 'UTC'), {source:String}
FROM ${swap.now("session")} AS s
WHERE s.session IN (SELECT max(session) FROM ${swap.now("daily")} HAVING count() > 0)`,
    params: { text, source, at: Math.floor(Date.now() / 1000) },
  });
  const [snapshot] = await market.query<{ id: string }>(`SELECT id FROM ${swap.now("snapshot")}`);
  return snapshot?.id ?? "";
}
