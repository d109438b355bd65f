import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Who works on a run, counted, so that a worker that was given up can end nothing; a name for this database. */
export const runAttempts: Migration = {
  async up(db) {
    await sql`
      ALTER TABLE run
        /* Counted up by each worker that takes the run; its tables in the market carry the number. */
        ADD COLUMN attempt integer NOT NULL DEFAULT 0,
        /* When the worker last said that it works on it. */
        ADD COLUMN beat_at timestamptz`.execute(db);
    await sql`CREATE INDEX run_running ON run (account_id) WHERE status = 'Running'`.execute(db);
    /* Names this database in what its runs leave in a market that others use as well. */
    await sql`CREATE TABLE installation (id text PRIMARY KEY)`.execute(db);
    await sql`INSERT INTO installation VALUES (replace(gen_random_uuid()::text, '-', ''))`.execute(db);
  },
};
