import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Whatever ends the access of an account tells the processes that hold streams open for it: by triggers, so that no
 * statement can forget it, nor one of another version of the server.
 */
export const notifyAccess: Migration = {
  async up(db) {
    await sql`
      CREATE FUNCTION notify_access() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('scanbook', json_build_object('kind', 'access', 'account', to_jsonb(OLD) ->> TG_ARGV[0])::text);
        RETURN NULL;
      END $$`.execute(db);
    await sql`
      CREATE TRIGGER access_ended AFTER DELETE ON session
        FOR EACH ROW EXECUTE FUNCTION notify_access('account_id')`.execute(db);
    await sql`
      CREATE TRIGGER access_ended AFTER DELETE OR UPDATE OF revoked_at, scopes, expires_at ON api_token
        FOR EACH ROW EXECUTE FUNCTION notify_access('account_id')`.execute(db);
    await sql`
      CREATE TRIGGER access_ended AFTER DELETE OR UPDATE OF status, role, deleted_at, totp_confirmed_at ON account
        FOR EACH ROW EXECUTE FUNCTION notify_access('id')`.execute(db);
  },
};
