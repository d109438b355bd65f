import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Labels that an account gives to days of securities; a new run of any request finds them by security and day. */
export const dayLabels: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE day_label (
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        security bigint NOT NULL,
        day date NOT NULL,
        label smallint NOT NULL CHECK (label BETWEEN 1 AND 9),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, security, day)
      )`.execute(db);
  },
};
