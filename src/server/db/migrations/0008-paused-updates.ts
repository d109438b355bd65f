import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Since when the plan of an account lacks the daily updates that its requests ask for, so that it is told once. */
export const pausedUpdates: Migration = {
  async up(db) {
    await sql`ALTER TABLE account ADD COLUMN updates_paused_at timestamptz`.execute(db);
  },
};
