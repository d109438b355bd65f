import { sql } from "kysely";
import type { z } from "zod";
import type { AggregateQuery } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";

/** A filter on an account's requests; all fields are optional. */
export interface RequestFilter extends Partial<Omit<z.output<typeof AggregateQuery>, "by">> {
  readonly trashed: boolean;
  readonly q?: string;
}

/** The requests of an account that fit. */
export function filteredRequests(
  db: Db,
  account: string,
  { trashed, q = "", status, folder, favourite, data_updates }: RequestFilter,
) {
  return db
    .selectFrom("data_request as q")
    .where(own("data_request as q", account, { place: trashed ? "trash" : "kept" }))
    .$if(q !== "", (query) => query.where(sql<boolean>`strpos(lower(q.name), lower(${q})) > 0`))
    .$if(status !== undefined, (query) => query.where("q.status", "=", status ?? "Pending"))
    .$if(folder === "none", (query) => query.where("q.folder_id", "is", null))
    .$if(folder !== undefined && folder !== "none", (query) => query.where("q.folder_id", "=", folder ?? ""))
    .$if(favourite !== undefined, (query) => query.where("q.favourite", "=", favourite ?? false))
    .$if(data_updates !== undefined, (query) => query.where("q.data_updates", "=", data_updates ?? false));
}
