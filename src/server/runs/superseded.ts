import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Schema } from "../db/index.ts";

/** Results kept of one request: the newest, and two to compare it with. */
export const KEPT_RESULTS = 3;

/** Marks the results of a request that newer ones have replaced; returns their runs, whose tables and files can be dropped after the commit. */
export async function markSuperseded(transaction: Transaction<Schema>, request: string): Promise<readonly string[]> {
  const rows = await transaction
    .updateTable("run")
    .set({ result_dropped_at: sql`now()` })
    .where("data_request_id", "=", request)
    .where("status", "=", "Finished")
    .where("result_dropped_at", "is", null)
    .where("id", "not in", (query) =>
      query
        .selectFrom("run")
        .select("id")
        .where("data_request_id", "=", request)
        .where("status", "=", "Finished")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(KEPT_RESULTS),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
