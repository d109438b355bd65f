import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Which rows a ticket's file has. */
export const ticketViews: Migration = {
  async up(db) {
    /* Null for the file of all rows. */
    await sql`ALTER TABLE download_ticket ADD COLUMN view jsonb`.execute(db);
  },
};
