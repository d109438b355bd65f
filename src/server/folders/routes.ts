import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { ROUTES } from "../../contract/index.ts";
import type { Folder, FolderList, PageQuery } from "../../contract/index.ts";
import { addWithinBound } from "../bounds.ts";
import { newId, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { noSuch } from "../problem.ts";
import { answer, DONE } from "../route.ts";

/** The folders of an account with the number of their requests. */
function foldersOf(db: Db, account: string) {
  return db.selectFrom("folder as f").where(own("folder as f", account));
}

async function list(db: Db, account: string, query: PageQuery): Promise<z.input<typeof FolderList>> {
  const { page, page_size, q, sort } = query;
  const found = foldersOf(db, account).$if(q !== "", (folders) =>
    folders.where(sql<boolean>`strpos(lower(f.name), lower(${q})) > 0`),
  );
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const ascending = sort === "name" || sort === "-date";
  const rows = await found
    .select(["f.id", "f.name", "f.created_at", requests.as("requests")])
    .orderBy(sort.endsWith("name") ? sql`lower(f.name)` : "f.created_at", ascending ? "asc" : "desc")
    .orderBy("f.id")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { items: rows.map(itemOf), total: Number(total), page, page_size };
}

const requests = sql<string>`(SELECT count(*) FROM data_request q WHERE q.folder_id = f.id AND q.deleted_at IS NULL)`;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly requests: string;
}
const itemOf = ({ id, name, created_at, requests: count }: Row): z.input<typeof Folder> => ({
  id,
  name,
  requests: Number(count),
  created_at: created_at.toISOString(),
});

async function find(db: Db, account: string, id: string): Promise<z.input<typeof Folder>> {
  const row = await foldersOf(db, account)
    .select(["f.id", "f.name", "f.created_at", requests.as("requests")])
    .where("f.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noSuch("folder");
  return itemOf(row);
}

/** Folders for requests. */
export function folderRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.folders, async ({ actor, query }) => list(db, actor.account.id, query));
  answer(app, ROUTES.myFolders, async ({ actor, query }) => list(db, actor.account.id, query));
  answer(app, ROUTES.folder, async ({ actor, params }) => find(db, actor.account.id, params.id));
  answer(app, ROUTES.createFolder, async ({ actor, body }) => {
    const id = newId();
    const account_id = actor.account.id;
    await addWithinBound(db, account_id, "folder", async (transaction) =>
      transaction.insertInto("folder").values({ id, account_id, name: body.name }).execute(),
    );
    return find(db, actor.account.id, id);
  });
  answer(app, ROUTES.renameFolder, async ({ actor, params, body }) => {
    await db
      .updateTable("folder")
      .set({ name: body.name, updated_at: sql`now()` })
      .where(own("folder", actor.account.id, { id: params.id }))
      .execute();
    return find(db, actor.account.id, params.id);
  });
  answer(app, ROUTES.deleteFolder, async ({ actor, params }) => {
    // Its requests stay: the reference is set to null.
    const { numDeletedRows } = await db
      .deleteFrom("folder")
      .where(own("folder", actor.account.id, { id: params.id, place: "anywhere" }))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuch("folder");
    return DONE;
  });
  answer(app, ROUTES.softDeleteFolder, async ({ actor, params }) => {
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("folder")
        .set({ deleted_at: sql`now()` })
        .where(own("folder", actor.account.id, { id: params.id }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw noSuch("folder");
      await transaction
        .updateTable("data_request")
        .set({ folder_id: null, left_folder_id: params.id })
        .where(own("data_request", actor.account.id, { place: "anywhere" }))
        .where("folder_id", "=", params.id)
        .execute();
    });
    return DONE;
  });
  answer(app, ROUTES.restoreFolder, async ({ actor, params }) => {
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("folder")
        .set({ deleted_at: null, updated_at: sql`now()` })
        .where(own("folder", actor.account.id, { id: params.id, place: "trash" }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw noSuch("folder");
      // Requests that were moved since stay where they are.
      await transaction
        .updateTable("data_request")
        .set({ folder_id: params.id, left_folder_id: null })
        .where("left_folder_id", "=", params.id)
        .where(own("data_request", actor.account.id, { place: "anywhere" }))
        .where("folder_id", "is", null)
        .execute();
    });
    return find(db, actor.account.id, params.id);
  });
}
