import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Sessions that the server brings into the market by itself, each with its steps in their order. */
export const marketDays: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE market_day (
        date text PRIMARY KEY,
        status text NOT NULL CHECK (status IN ('Running', 'Waiting', 'Finished', 'Missing')),
        attempts integer NOT NULL DEFAULT 0,
        next_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        as_it_is boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      )`.execute(db);
    await sql`
      CREATE TABLE market_day_step (
        date text NOT NULL REFERENCES market_day ON DELETE CASCADE,
        place integer NOT NULL,
        step text NOT NULL,
        source text NOT NULL,
        status text NOT NULL DEFAULT 'Pending'
          CHECK (status IN ('Pending', 'Running', 'Waiting', 'Finished', 'Failed', 'Skipped')),
        said text NOT NULL DEFAULT '',
        started_at timestamptz,
        ended_at timestamptz,
        PRIMARY KEY (date, place)
      )`.execute(db);
  },
};
