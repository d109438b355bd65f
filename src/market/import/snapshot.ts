import { digestTables } from "./digests.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

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
  "dividend",
  "fact",
  "statement",
  "event",
  "event_coverage",
] as const;

/** Names the snapshot that is being made; its date is the last session with a bar. Gives its id. */
export async function takeSnapshot(
  next: NextSnapshot,
  source: string,
  importedAt = new Date().toISOString().replace(/\.\d+/, ""),
): Promise<string> {
  const { market } = next;
  const digests = await digestTables(next, CONTENT);
  // Markets without dividends keep the ids that they had before there were any.
  const held = [...digests].filter(([table, { rows }]) => table !== "dividend" || rows > 0n);
  const text = held.map(([table, { rows, digest }]) => `${table} ${rows} ${digest};`).join("");
  const [found] = await market.query<{ id: string; date: string }>({
    sql: `SELECT lower(hex(sipHash128({text:String}))) AS id, toString(ifNull(max(s.date), toDate32('1990-01-01'))) AS date
FROM ${next.table("session")} AS s
WHERE s.session IN (SELECT max(session) FROM ${next.table("daily")} HAVING count() > 0)`,
    params: { text },
  });
  const { id = "", date = "1990-01-01" } = found ?? {};
  next.label({ id, date, importedAt, source });
  return id;
}
