import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What a preview answers, so that the same question of its page is answered by it and not by another. */
export const previewQuestions: Migration = {
  async up(db) {
    /* Null of one that an older version of the program made. */
    await sql`ALTER TABLE preview ADD COLUMN question text`.execute(db);
  },
};
