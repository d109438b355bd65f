import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Lists and numbers that accounts bring along. `content` is their rows, as JSON that is read as a whole; another one has
 * another `version`. `heads` is what formulas may name of it.
 */
export const ownData: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE own_data (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('list', 'numbers')),
        name text NOT NULL,
        file_name text NOT NULL,
        version text NOT NULL,
        changes integer NOT NULL DEFAULT 1,
        rows integer NOT NULL,
        heads jsonb NOT NULL DEFAULT '[]',
        content text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE UNIQUE INDEX own_data_name ON own_data (account_id, kind, lower(name))`.execute(db);
  },
};
