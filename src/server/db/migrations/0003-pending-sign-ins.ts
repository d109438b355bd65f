import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** An outside identity was proved, and something is missing: the account's password, to connect both, or its second factor. */
export const pendingSignIns: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE pending_sign_in (
        secret_hash bytea PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        missing text NOT NULL CHECK (missing IN ('password', 'second_factor')),
        expires_at timestamptz NOT NULL
      )`.execute(db);
    await sql`CREATE INDEX pending_sign_in_account ON pending_sign_in (account_id)`.execute(db);
  },
};
