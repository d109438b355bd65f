import { sql } from "kysely";
import type { RunList, RunSummary } from "../../contract/index.ts";
import type { Db, RunState } from "../db/index.ts";

export interface ListRequests {
  readonly page: number;
  readonly page_size: number;
  readonly q: string;
  readonly sort: "date" | "-date" | "name" | "-name";
}

/** A page of an account's requests. By date the newest comes first, by name the first letter; a minus turns it round. */
export async function listRequests(
  db: Db,
  account: string,
  { page, page_size, q, sort }: ListRequests,
): Promise<{ items: RunSummary[]; total: number; page: number; page_size: number }> {
  const found = db
    .selectFrom("data_request as q")
    .where("q.account_id", "=", account)
    .where("q.deleted_at", "is", null)
    .$if(q !== "", (query) => query.where(sql<boolean>`strpos(lower(q.name), lower(${q})) > 0`));
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const ascending = sort === "name" || sort === "-date";
  const rows = await found
    .leftJoin("run as r", "r.id", "q.run_id")
    .select([
      "q.id",
      "q.name",
      "q.status",
      "q.created_at",
      sql<string | null>`r.finished ->> 'rows'`.as("rows"),
      sql<number | null>`(r.finished ->> 'seconds')::float8`.as("seconds"),
    ])
    .orderBy(sort.endsWith("name") ? sql`lower(q.name)` : "q.created_at", ascending ? "asc" : "desc")
    .orderBy("q.id", ascending ? "asc" : "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    items: rows.map(({ id, name, status, created_at, rows: count, seconds }) => ({
      id,
      name,
      status: status satisfies RunState,
      created_at: created_at.toISOString(),
      rows: count === null ? null : Number(count),
      seconds,
    })),
    total: Number(total),
    page,
    page_size,
  } satisfies typeof RunList._output;
}
