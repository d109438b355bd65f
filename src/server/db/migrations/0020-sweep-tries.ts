import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What was tried to find a setting: sweeps, and openings of days that were held out. Without a reference to the request, so
 * that deleting it does not make days unseen that were looked at.
 */
export const sweepTries: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE sweep_try (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        data_request_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('sweep', 'opening')),
        /* A hash of filters, outcome, parameters and days: the same sweep once more is no further try. */
        question text NOT NULL,
        settings integer NOT NULL,
        /* Of an opening: values of the parameters, the days, and what they made. */
        opening json,
        held_start text,
        held_end text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX sweep_try_request ON sweep_try (account_id, data_request_id)`.execute(db);
    await sql`CREATE UNIQUE INDEX sweep_try_once ON sweep_try (account_id, data_request_id, question) WHERE kind = 'sweep'`.execute(
      db,
    );
    await sql`CREATE INDEX sweep_try_held ON sweep_try (account_id, held_start) WHERE kind = 'opening'`.execute(db);
  },
};
