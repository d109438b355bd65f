import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Previews as rows, so that every server answers for them and every worker takes them. */
export const previews: Migration = {
  async up(db) {
    /* Nothing here is worth a write to the log: after a crash pages start their preview again. No reference to the account,
       whose lock would be logged; rows that nobody asks for are deleted after a day. */
    await sql`
      CREATE UNLOGGED TABLE preview (
        /* Names its result tables in the market engine too. */
        id text PRIMARY KEY,
        account_id text NOT NULL,
        /* A page has one at a time. */
        page text NOT NULL,
        status text NOT NULL CHECK (status IN ('Pending', 'Running', 'Finished', 'Failed', 'Cancelled')),
        meta json NOT NULL,
        progress jsonb,
        error jsonb,
        finished json,
        /* Counted up by each worker that takes it. */
        attempt integer NOT NULL DEFAULT 0,
        /* When the worker last said that it works on it. */
        beat_at timestamptz,
        started_at timestamptz,
        /* When somebody last asked for it, by the minute. */
        seen_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`.execute(db);
    await sql`CREATE INDEX preview_page ON preview (account_id, page)`.execute(db);
  },
};
