import { sql } from "kysely";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import { forwardedEvent } from "./forwarded.ts";

/** Events of one call. */
const BATCH_EVENTS = 500;
/** Older events are no longer sent. */
const MAX_AGE_HOURS = 24;
const CALL_TIMEOUT_MS = 10_000;

type Sink = NonNullable<Config["analyticsSink"]>;

/**
 * Sends events that were not sent yet to the analytics address, the oldest first, in batches. Batches that the address
 * does not accept are sent again by the next run, so the receiver recognizes events by their ids.
 */
export async function forwardEvents(db: Db, sink: Sink, signal: AbortSignal, logger: Logger): Promise<void> {
  try {
    while (await forwardBatch(db, sink, signal));
  } catch (error) {
    logger.warn({ reason: error instanceof Error ? error.message : String(error) }, "events could not be sent on");
  }
}

/** Sends one batch, locked meanwhile so that two processes never send the same; returns whether there may be more. */
async function forwardBatch(db: Db, { url, token }: Sink, signal: AbortSignal): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom("event")
      .select(["id", "at", "account_id", "type", "source", "trigger", "payload"])
      .where("forwarded_at", "is", null)
      .where("at", ">", sql<Date>`now() - make_interval(hours => ${MAX_AGE_HOURS})`)
      .orderBy("at")
      .orderBy("id")
      .limit(BATCH_EVENTS)
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
      body: JSON.stringify({ events: rows.map(forwardedEvent) }),
      // Redirects are not followed: only the address itself was configured.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
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
    return rows.length === BATCH_EVENTS;
  });
}
