import { sql } from "kysely";
import type { z } from "zod";
import type { ListQuery, RunList } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { filteredRequests } from "./request-filter.ts";
import type { RequestFilter } from "./request-filter.ts";

/** A page of an account's requests. By date the newest comes first, by name alphabetical; a minus reverses the order. */
export async function listRequests(
  db: Db,
  account: string,
  query: z.output<typeof ListQuery>,
  narrowing: Partial<RequestFilter> = {},
): Promise<z.input<typeof RunList>> {
  const { page, page_size, sort, ...filter } = query;
  const found = filteredRequests(db, account, { trashed: false, ...filter, ...narrowing });
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const ascending = sort === "name" || sort === "-date";
  const rows = await found
    .leftJoin("run as r", "r.id", "q.run_id")
    .select([
      "q.id",
      "q.name",
      "q.status",
      "q.created_at",
      "q.favourite",
      "q.folder_id",
      "q.data_updates",
      "q.email_notification",
      "q.deleted_at",
      sql<string | null>`r.finished ->> 'rows'`.as("rows"),
      sql<number | null>`(r.finished ->> 'seconds')::float8`.as("seconds"),
    ])
    .orderBy(sort.endsWith("name") ? sql`lower(q.name)` : "q.created_at", ascending ? "asc" : "desc")
    .orderBy("q.id", ascending ? "asc" : "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    items: rows.map(({ rows: count, created_at, deleted_at, ...row }) => ({
      ...row,
      rows: count === null ? null : Number(count),
      created_at: created_at.toISOString(),
      deleted_at: deleted_at?.toISOString() ?? null,
    })),
    total: Number(total),
    page,
    page_size,
  };
}
