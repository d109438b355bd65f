import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The folder that a request was in until the folder was put into the trash: it comes back with it. */
export const leftFolders: Migration = {
  async up(db) {
    await sql`
      ALTER TABLE data_request
        ADD COLUMN left_folder_id text REFERENCES folder (id) ON DELETE SET NULL`.execute(db);
  },
};
