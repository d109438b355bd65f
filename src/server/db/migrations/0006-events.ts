import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What users do, and the numbers of runs as columns, so that counting them reads no results. */
export const events: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE event (
        id text PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        type text NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
        /* Of the server itself: 'server'. */
        source text NOT NULL,
        trigger text NOT NULL,
        /* As it came; json takes every text that JSON has, jsonb does not. */
        payload json NOT NULL,
        /* When it went to the analytics address. */
        forwarded_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX event_at ON event (at DESC, id DESC)`.execute(db);
    await sql`CREATE INDEX event_account ON event (account_id, at DESC, id DESC)`.execute(db);
    await sql`CREATE INDEX event_type ON event (type, at DESC, id DESC)`.execute(db);
    await sql`CREATE INDEX security_log_at ON security_log (at DESC)`.execute(db);
    /* Of the security log what somebody did in his own account: neither an admin's doing nor what anybody could try. */
    await sql`
      CREATE VIEW user_activity AS
        SELECT id, at, account_id, type, source, trigger, payload FROM event
        UNION ALL
        SELECT 'log-' || l.id, l.at, l.account_id, l.action, 'server', 'user', l.details::json
        FROM security_log l JOIN account a ON a.id = l.account_id
        WHERE (l.actor_id IS NULL OR l.actor_id = l.account_id)
          AND l.action IN ('sign-up', 'sign-in', 'sign-out', 'email-confirmed', 'password-reset', 'password-changed',
            'profile-changed', 'session-ended', 'token-made', 'token-revoked', 'second-factor-on', 'second-factor-off',
            'identity-linked', 'webhook-made', 'webhook-changed', 'webhook-deleted', 'account-deleted', 'payment')`.execute(
      db,
    );
    await sql`
      ALTER TABLE run
        ADD COLUMN result_rows bigint GENERATED ALWAYS AS ((finished->>'rows')::bigint) STORED,
        ADD COLUMN result_seconds double precision GENERATED ALWAYS AS ((finished->>'seconds')::double precision) STORED`.execute(
      db,
    );
    await sql`CREATE INDEX run_created ON run (created_at)`.execute(db);
  },
};
