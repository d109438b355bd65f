import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What a user makes: folders, templates, requests with their runs, saved formulas. */
export const requests: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE folder (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 450),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX folder_account ON folder (account_id)`.execute(db);
    await sql`
      CREATE TABLE template (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 450),
        description text NOT NULL DEFAULT '',
        /* As in the contracts, without its dates. */
        body jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX template_account ON template (account_id)`.execute(db);
    await sql`
      CREATE TABLE data_request (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 450),
        /* As it was sent: JSON with its order of keys, so text and not jsonb. */
        body json NOT NULL,
        folder_id text REFERENCES folder ON DELETE SET NULL,
        favourite boolean NOT NULL DEFAULT false,
        data_updates boolean NOT NULL DEFAULT false,
        email_notification boolean NOT NULL DEFAULT false,
        /* The newest run; its status is the request's. */
        run_id text,
        status text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX data_request_account ON data_request (account_id, created_at DESC)`.execute(db);
    await sql`CREATE INDEX data_request_folder ON data_request (folder_id)`.execute(db);
    await sql`CREATE INDEX data_request_updates ON data_request (id) WHERE data_updates AND deleted_at IS NULL`.execute(
      db,
    );
    await sql`
      CREATE TABLE run (
        /* Names its result tables in the market engine too. */
        id text PRIMARY KEY,
        data_request_id text NOT NULL REFERENCES data_request ON DELETE CASCADE,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        cause text NOT NULL CHECK (cause IN ('user', 'daily_update', 'admin')),
        status text NOT NULL CHECK (status IN ('Pending', 'Running', 'Finished', 'Failed', 'Cancelled')),
        meta json NOT NULL,
        progress jsonb,
        error jsonb,
        finished json,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        ended_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX run_request ON run (data_request_id, created_at DESC)`.execute(db);
    await sql`CREATE INDEX run_account ON run (account_id, created_at DESC)`.execute(db);
    await sql`CREATE INDEX run_open ON run (created_at) WHERE status IN ('Pending', 'Running')`.execute(db);
    await sql`
      CREATE TABLE saved_formula (
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 450),
        display text NOT NULL,
        description text NOT NULL DEFAULT '',
        formula text NOT NULL CHECK (length(formula) <= 8000),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, tag)
      )`.execute(db);
  },
};
