import { sql } from "kysely";
import type { z } from "zod";
import type { LatestUpdates } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db, Pair } from "../db/index.ts";

const MAX_REQUESTS = 10;

/** Of each request of an account with daily updates its newest run by them, newest first. */
export async function latestUpdates(db: Db, account: string): Promise<z.input<typeof LatestUpdates>> {
  const newest = db
    .selectFrom("data_request as q")
    .innerJoin("run as r", "r.data_request_id", "q.id")
    .where(own("data_request as q", account))
    .where("q.data_updates", "=", true)
    .where("r.cause", "=", "daily_update")
    .distinctOn("q.id")
    .select(["q.id", "q.name", "r.id as run", "r.created_at"])
    .orderBy("q.id")
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .as("newest");
  const rows = await db
    .selectFrom(newest)
    .innerJoin("run as r", "r.id", "newest.run")
    .select([
      "newest.id",
      "newest.name",
      "newest.created_at",
      "r.status",
      "r.market_date",
      "r.result_rows",
      sql<number | null>`(r.difference ->> 'added')::int`.as("added"),
      sql<number | null>`(r.difference ->> 'gone')::int`.as("gone"),
      // The first eight; the history of the request has the others.
      sql<readonly Pair[] | null>`jsonb_path_query_array(r.difference -> 'added_rows', '$[0 to 7]')`.as("named"),
    ])
    .orderBy("newest.created_at", "desc")
    .orderBy("newest.id")
    .limit(MAX_REQUESTS)
    .execute();
  return {
    items: rows.map(({ added, gone, named, result_rows, created_at, ...rest }) => ({
      ...rest,
      rows: result_rows === null ? null : Number(result_rows),
      difference:
        added === null || gone === null
          ? null
          : { added, gone, added_rows: (named ?? []).map(([symbol, date]) => ({ symbol, date })) },
      created_at: created_at.toISOString(),
    })),
  };
}
