import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Tickets with which a browser fetches one file by a plain link. */
export const downloadTickets: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE download_ticket (
        secret_hash bytea PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        run_id text NOT NULL REFERENCES run ON DELETE CASCADE,
        format text NOT NULL CHECK (format IN ('xlsx', 'csv', 'parquet')),
        /* Taken by an admin who acts as the account. */
        acted boolean NOT NULL,
        expires_at timestamptz NOT NULL
      )`.execute(db);
  },
};
