import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Sign-ups that wait for their mailed link, several for one address: nobody's password counts before the link is opened, and
 * then that of the sign-up whose browser opens it. And browsers in which an account has signed in before.
 */
export const signUps: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE sign_up (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL CHECK (length(name) <= 200),
        password_hash text NOT NULL,
        /* Hash of a cookie of the browser that signed up. */
        browser_hash bytea,
        created_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX sign_up_account ON sign_up (account_id)`.execute(db);
    await sql`ALTER TABLE mailed_secret ADD COLUMN sign_up_id text REFERENCES sign_up ON DELETE CASCADE`.execute(db);
    // Accounts that wait already: their links go on working, and their passwords wait with them.
    await sql`
      INSERT INTO sign_up (id, account_id, name, password_hash, created_at)
        SELECT id, id, name, password_hash, created_at FROM account
        WHERE status = 'pending_confirmation' AND password_hash IS NOT NULL`.execute(db);
    await sql`
      UPDATE mailed_secret SET sign_up_id = account_id
        WHERE purpose = 'confirm_email' AND account_id IN (SELECT id FROM sign_up)`.execute(db);
    await sql`UPDATE account SET password_hash = NULL WHERE status = 'pending_confirmation'`.execute(db);
    await sql`
      CREATE TABLE known_device (
        /* Of a cookie; one browser may know several accounts. */
        secret_hash bytea NOT NULL,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        used_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (secret_hash, account_id)
      )`.execute(db);
    await sql`CREATE INDEX known_device_account ON known_device (account_id)`.execute(db);
  },
};
