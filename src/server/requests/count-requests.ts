import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { Aggregate, AggregateQuery, Counts } from "../../contract/index.ts";
import { notInTrash, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { filteredRequests } from "./request-filter.ts";

const KEYS: Readonly<Record<z.output<typeof AggregateQuery>["by"], RawBuilder<string | null>>> = {
  status: sql<string>`q.status`,
  folder: sql<string | null>`q.folder_id`,
  favourite: sql<string>`q.favourite::text`,
  data_updates: sql<string>`q.data_updates::text`,
  month: sql<string>`to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
};

/** Counts the requests that fit, by one of their fields; most frequent first. */
export async function aggregateRequests(
  db: Db,
  account: string,
  { by, ...narrowing }: z.output<typeof AggregateQuery>,
): Promise<z.input<typeof Aggregate>> {
  const rows = await filteredRequests(db, account, { trashed: false, ...narrowing })
    .select(({ fn }) => [KEYS[by].as("key"), fn.countAll<string>().as("count")])
    .groupBy(sql`1`)
    .orderBy("count", "desc")
    .orderBy(sql`1`)
    .execute();
  return { items: rows.map(({ key, count }) => ({ key, count: Number(count) })) };
}

/** How many requests an account has. */
export async function countRequests(db: Db, account: string): Promise<z.input<typeof Counts>> {
  const rows = await db
    .selectFrom("data_request")
    .select(({ fn }) => [
      "status",
      fn.countAll<string>().filterWhere(notInTrash("data_request")).as("total"),
      fn.count<string>("deleted_at").as("trashed"),
      fn.countAll<string>().filterWhere(notInTrash("data_request")).filterWhere("favourite", "=", true).as("favourite"),
      fn
        .countAll<string>()
        .filterWhere(notInTrash("data_request"))
        .filterWhere("data_updates", "=", true)
        .as("updates"),
    ])
    .where(own("data_request", account, { place: "anywhere" }))
    .groupBy("status")
    .execute();
  const sum = (count: (row: (typeof rows)[number]) => string): number =>
    rows.reduce((all, row) => all + Number(count(row)), 0);
  const by = new Map(rows.map(({ status, total }) => [status, Number(total)]));
  return {
    total: sum(({ total }) => total),
    trashed: sum(({ trashed }) => trashed),
    favourite: sum(({ favourite }) => favourite),
    data_updates: sum(({ updates }) => updates),
    by_status: {
      Pending: by.get("Pending") ?? 0,
      Running: by.get("Running") ?? 0,
      Finished: by.get("Finished") ?? 0,
      Failed: by.get("Failed") ?? 0,
      Cancelled: by.get("Cancelled") ?? 0,
    },
  };
}
