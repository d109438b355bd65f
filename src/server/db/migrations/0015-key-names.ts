import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The key that seals secrets of this database, by its name, so that a server with another one is refused. */
export const keyNames: Migration = {
  async up(db) {
    await sql`ALTER TABLE installation ADD COLUMN key_name text`.execute(db);
  },
};
