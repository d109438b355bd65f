import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Saved charts; codes and sessions of the charting page, which end with the session they came from. */
export const charting: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE chart_code (
        code_hash bytea PRIMARY KEY,
        session_hash bytea NOT NULL REFERENCES session ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )`.execute(db);
    await sql`CREATE INDEX chart_code_session ON chart_code (session_hash)`.execute(db);
    await sql`
      CREATE TABLE chart_session (
        token_hash bytea PRIMARY KEY,
        session_hash bytea NOT NULL REFERENCES session ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`.execute(db);
    await sql`CREATE INDEX chart_session_session ON chart_session (session_hash)`.execute(db);
    await sql`
      CREATE TABLE chart_layout (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL,
        symbol text NOT NULL,
        content jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX chart_layout_account ON chart_layout (account_id, updated_at DESC)`.execute(db);
    // Bars of three minutes and of a month came with the charts: whoever has all others has them too.
    await sql`
      UPDATE product SET chart_timeframe = ARRAY['1m', '3m', '5m', '15m', '30m', '1h', '1D', '1W', '1M']
      WHERE chart_timeframe = ARRAY['1m', '5m', '15m', '30m', '1h', '1D', '1W']`.execute(db);
  },
};
