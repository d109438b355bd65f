import { sql } from "kysely";
import type { Transaction } from "kysely";
import { notify } from "../changes/change.ts";
import type { Db, Schema } from "../db/index.ts";
import { previewChange } from "./previews.ts";

/** A preview that a worker has taken. */
export interface Taken {
  readonly id: string;
  readonly account_id: string;
  readonly attempt: number;
  readonly request: unknown;
  /** Older previews of the page that were begun: they are cancelled, and may not have ended yet. */
  readonly older: readonly Pick<Taken, "id" | "attempt">[];
}

/** After this time without it a worker counts as dead; another takes the preview. */
const HEARTBEAT_TIMEOUT_SECONDS = 10;

const DEAD = sql<boolean>`status = 'Running' AND beat_at <= now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`;

/**
 * Takes the next preview, where fewer than `atOnce` run in all processes: of the account with the fewest running, then of
 * the one served longest ago.
 */
export async function takePreview(db: Db, atOnce: number): Promise<Taken | null> {
  return db.transaction().execute(async (transaction: Transaction<Schema>) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('previews', 0))`.execute(transaction);
    const taken = await transaction
      .with("account_of", (query) =>
        query
          .selectFrom("preview")
          .select([
            "account_id",
            sql<number>`count(*) FILTER (WHERE status = 'Running' AND NOT (${DEAD}))`.as("running"),
            sql<Date | null>`max(started_at)`.as("served"),
          ])
          .groupBy("account_id"),
      )
      .updateTable("preview")
      .set({
        status: "Running",
        attempt: sql<number>`attempt + 1`,
        // Not now(): the transaction began before it waited for its turn.
        beat_at: sql<Date>`clock_timestamp()`,
        started_at: sql<Date>`clock_timestamp()`,
      })
      .where("id", "=", (query) =>
        query
          .selectFrom("preview as p")
          .innerJoin("account_of as a", "a.account_id", "p.account_id")
          .select("p.id")
          .where(sql<boolean>`(p.status = 'Pending' OR (${DEAD}))`)
          .where(sql<boolean>`(SELECT coalesce(sum(running), 0) FROM account_of) < ${atOnce}`)
          .orderBy("a.running")
          .orderBy("a.served", (order) => order.asc().nullsFirst())
          .orderBy("p.created_at")
          .orderBy("p.id")
          .limit(1),
      )
      .returning([
        "id",
        "account_id",
        "attempt",
        sql`meta->'request'`.as("request"),
        sql<
          Taken["older"]
        >`(SELECT coalesce(json_agg(json_build_object('id', o.id, 'attempt', o.attempt)), '[]') FROM preview AS o WHERE (o.account_id, o.page) = (preview.account_id, preview.page) AND o.status = 'Cancelled' AND o.attempt > 0 AND (o.created_at, o.id) < (preview.created_at, preview.id))`.as(
          "older",
        ),
      ])
      .executeTakeFirst();
    if (taken === undefined) return null;
    // A worker that was given up ends its attempt at once.
    if (taken.attempt > 1) await notify(transaction, [previewChange(taken, "Running")]);
    return taken;
  });
}
