import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Another e-mail address for an account: asked for by its owner, in force once the link mailed there is opened. */
export const emailChange: Migration = {
  async up(db) {
    await sql`
      ALTER TABLE account
        ADD COLUMN new_email text CHECK (new_email = lower(new_email) AND length(new_email) <= 254),
        ADD COLUMN new_email_at timestamptz`.execute(db);
    /* A link confirms the address it was mailed to, not the one asked for since. */
    await sql`ALTER TABLE mailed_secret ADD COLUMN email text`.execute(db);
    await sql`ALTER TABLE mailed_secret DROP CONSTRAINT mailed_secret_purpose_check`.execute(db);
    await sql`
      ALTER TABLE mailed_secret ADD CONSTRAINT mailed_secret_purpose_check
        CHECK (purpose IN ('confirm_email', 'reset_password', 'change_email'))`.execute(db);
    await sql`
      CREATE OR REPLACE VIEW user_activity AS
        SELECT id, at, account_id, type, source, trigger, payload FROM event
        UNION ALL
        SELECT 'log-' || l.id, l.at, l.account_id, l.action, 'server', 'user', l.details::json
        FROM security_log l JOIN account a ON a.id = l.account_id
        WHERE (l.actor_id IS NULL OR l.actor_id = l.account_id)
          AND l.action IN ('sign-up', 'sign-in', 'sign-out', 'email-confirmed', 'email-change-asked', 'email-changed',
            'password-reset', 'password-changed', 'profile-changed', 'session-ended', 'token-made', 'token-revoked',
            'second-factor-on', 'second-factor-off', 'identity-linked', 'webhook-made', 'webhook-changed',
            'webhook-deleted', 'account-deleted', 'payment')`.execute(db);
  },
};
