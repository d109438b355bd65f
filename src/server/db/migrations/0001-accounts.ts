import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts, their means of access, and the security log. Secrets are stored only as SHA-256 of 32 random bytes. */
export const accounts: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE account (
        id text PRIMARY KEY,
        email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
        name text NOT NULL CHECK (length(name) <= 200),
        password_hash text,
        role text CHECK (role IN ('super_admin')),
        status text NOT NULL CHECK (status IN ('active', 'blocked', 'pending_confirmation')),
        totp_secret text,
        totp_confirmed_at timestamptz,
        totp_last_step bigint,
        preferences jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz,
        deleted_at timestamptz
      )`.execute(db);
    await sql`CREATE UNIQUE INDEX account_email ON account (email) WHERE deleted_at IS NULL`.execute(db);
    await sql`
      CREATE TABLE identity (
        issuer text NOT NULL,
        subject text NOT NULL,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (issuer, subject)
      )`.execute(db);
    await sql`
      CREATE TABLE session (
        token_hash bytea PRIMARY KEY,
        id text NOT NULL UNIQUE,
        /* Hash of the half in the HttpOnly cookie; null for programs, which have no cookies. */
        bind_hash bytea,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        /* The admin who acts as the account, and the session he came from. */
        actor_id text REFERENCES account ON DELETE CASCADE,
        parent_hash bytea REFERENCES session ON DELETE CASCADE,
        address text,
        agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`.execute(db);
    await sql`CREATE INDEX session_account ON session (account_id)`.execute(db);
    await sql`
      CREATE TABLE api_token (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL,
        token_hash bytea NOT NULL UNIQUE,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz,
        expires_at timestamptz,
        revoked_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX api_token_account ON api_token (account_id)`.execute(db);
    await sql`
      CREATE TABLE mailed_secret (
        secret_hash bytea PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('confirm_email', 'reset_password')),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`.execute(db);
    await sql`CREATE INDEX mailed_secret_account ON mailed_secret (account_id)`.execute(db);
    await sql`
      CREATE TABLE recovery_code (
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (account_id, code_hash)
      )`.execute(db);
    await sql`
      CREATE TABLE allowance (
        /* What is limited and for whom: 'sign-in account …', 'parse address …'. */
        key text PRIMARY KEY,
        used integer NOT NULL,
        resets_at timestamptz NOT NULL
      )`.execute(db);
    await sql`
      CREATE TABLE security_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        action text NOT NULL,
        /* Whose account it concerns, and who did it; both outlive the accounts. */
        account_id text,
        actor_id text,
        address text,
        details jsonb NOT NULL DEFAULT '{}'
      )`.execute(db);
    await sql`CREATE INDEX security_log_account ON security_log (account_id, at DESC)`.execute(db);
    await sql`CREATE INDEX security_log_actor ON security_log (actor_id, at DESC)`.execute(db);
  },
};
