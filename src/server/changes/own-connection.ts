import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { StartError } from "../start-error.ts";
import type { Changes } from "./listener.ts";

/**
 * Throws where DATABASE_URL leads to a pooler that gives each transaction any of its connections: what is listened for there
 * is never heard, and locks of a session belong to nobody. The connection that listens is then, as it was used last, that of
 * the next transaction, or another one while that is open.
 */
export async function requireOwnConnection(db: Db, changes: Changes): Promise<void> {
  const before = await changes.connectionNumber();
  const [other, meanwhile] = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
    return [rows[0]?.pid, await changes.connectionNumber()] as const;
  });
  // Made anew in between: nothing is known.
  if (before === null || meanwhile === null || before.made !== meanwhile.made) return;
  if (before.pid === meanwhile.pid && before.pid !== other) return;
  throw new StartError(
    "DATABASE_URL leads to a pooler that shares connections between transactions, through which notifications are not heard " +
      "and locks do not hold. Give the address of PostgreSQL itself, or let the pooler share them between sessions.",
  );
}
