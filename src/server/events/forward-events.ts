import { sql } from "kysely";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import { forwarded } from "./forwarded.ts";

/** Events of one call. */
const BATCH = 500;
/** What could not be sent for so long is not sent any more. */
const PATIENCE_HOURS = 24;
const CALL_MS = 10_000;

type Sink = NonNullable<Config["analyticsSink"]>;

/**
 * Sends events that nobody has sent yet to the analytics address, the oldest first, in batches. What the
 * address does not take the next round sends again, so the receiver tells events by their ids.
 */
export async function forwardEvents(db: Db, sink: Sink, signal: AbortSignal, logger: Logger): Promise<void> {
  try {
    while (await forwardBatch(db, sink, signal));
  } catch (error) {
    logger.warn({ reason: error instanceof Error ? error.message : String(error) }, "events could not be sent on");
  }
}

/** One batch, held while it is sent, so that two processes never send the same; gives whether there may be more. */
async function forwardBatch(db: Db, { url, token }: Sink, signal: AbortSignal): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom("event")
      .select(["id", "at", "account_id", "type", "source", "trigger", "payload"])
      .where("forwarded_at", "is", null)
      .where("at", ">", sql<Date>`now() - make_interval(hours => ${PATIENCE_HOURS})`)
      .orderBy("at")
      .orderBy("id")
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return false;
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ events: rows.map(forwarded) }),
      // The address was configured; where it sends us on was not.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The analytics address answers ${answer.status}.`);
    await transaction
      .updateTable("event")
      .set({ forwarded_at: sql`now()` })
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
    return rows.length === BATCH;
  });
}
