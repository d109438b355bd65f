import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What becomes of a run when it ends, and of its result afterwards; webhooks with their deliveries; imports started by an admin. */
export const jobs: Migration = {
  async up(db) {
    await sql`
      ALTER TABLE run
        /* Last session of the market that the run saw, yyyy-MM-dd: a request is run again when there is a later one. */
        ADD COLUMN market_date text,
        /* Rows that came and went since the finished run before it. */
        ADD COLUMN difference jsonb,
        /* From here on its result is not read any more: tables and files may be gone. */
        ADD COLUMN result_dropped_at timestamptz`.execute(db);
    await sql`UPDATE run SET market_date = finished->'snapshot'->>'date' WHERE finished IS NOT NULL`.execute(db);
    await sql`CREATE INDEX data_request_trash ON data_request (deleted_at) WHERE deleted_at IS NOT NULL`.execute(db);
    await sql`
      CREATE TABLE webhook (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        url text NOT NULL CHECK (length(url) <= 2000),
        events text[] NOT NULL,
        /* Signs what is sent, so it cannot be a hash. */
        secret text NOT NULL,
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX webhook_account ON webhook (account_id)`.execute(db);
    await sql`
      CREATE TABLE webhook_delivery (
        id text PRIMARY KEY,
        webhook_id text NOT NULL REFERENCES webhook ON DELETE CASCADE,
        event text NOT NULL,
        /* The bytes that are sent, the same at every attempt. */
        body text NOT NULL,
        status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'Delivered', 'Failed')),
        attempts integer NOT NULL DEFAULT 0,
        response_status integer,
        error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempted_at timestamptz,
        ended_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, created_at DESC)`.execute(db);
    await sql`
      CREATE TABLE market_import (
        id text PRIMARY KEY,
        /* Who started it; outlives the account. */
        account_id text,
        source text NOT NULL,
        status text NOT NULL CHECK (status IN ('Pending', 'Running', 'Finished', 'Failed')),
        log jsonb NOT NULL DEFAULT '[]',
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        ended_at timestamptz
      )`.execute(db);
    /* One at a time: imports replace whole tables. */
    await sql`CREATE UNIQUE INDEX market_import_open ON market_import ((true)) WHERE status IN ('Pending', 'Running')`.execute(
      db,
    );
  },
};
