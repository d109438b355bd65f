import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** Tables with a trash; rows in it are hidden until they are restored. */
type Trashable = { [T in keyof Schema]: Schema[T] extends { deleted_at: unknown } ? T : never }[keyof Schema];
/** Tables whose rows belong to an account. */
type Owned = { [T in keyof Schema]: Schema[T] extends { account_id: unknown } ? T : never }[keyof Schema];
/** A table in a query: `folder`, `folder as f`. */
type TableOrAlias<Table extends string> = Table | `${Table} as ${string}`;

const TRASHABLE: Readonly<Record<Trashable, true>> = {
  account: true,
  folder: true,
  template: true,
  data_request: true,
};

type Place = "kept" | "trash" | "anywhere";

const column = (table: string, name: string): RawBuilder<unknown> =>
  sql.ref(`${/ as (\w+)$/.exec(table)?.[1] ?? table}.${name}`);

/** The condition that a row is not in the trash. */
export const notInTrash = (table: TableOrAlias<Trashable>): RawBuilder<boolean> =>
  sql<boolean>`${column(table, "deleted_at")} IS NULL`;

/**
 * The condition that a row belongs to an account and, in tables with a trash, lies in `place`: not in the trash by
 * default. With `id` it is only that row. Every statement on rows of an account uses it.
 */
export function own(
  table: TableOrAlias<Owned>,
  account: string,
  { id, place = "kept" }: { readonly id?: string; readonly place?: Place } = {},
): RawBuilder<boolean> {
  const parts = [sql`${column(table, "account_id")} = ${account}`];
  if (id !== undefined) parts.push(sql`${column(table, "id")} = ${id}`);
  if (place !== "anywhere" && Object.hasOwn(TRASHABLE, table.replace(/ as .*/, ""))) {
    parts.push(sql`${column(table, "deleted_at")} ${place === "kept" ? sql`IS NULL` : sql`IS NOT NULL`}`);
  }
  return sql<boolean>`(${sql.join(parts, sql` AND `)})`;
}

/**
 * Locks an account: rows of an account are counted under this lock, so that two calls at once cannot exceed a limit. Rows
 * that refer to it may be stored meanwhile: a worker that ends a run stores some, and whoever holds the account may wait
 * for that run.
 */
export async function lockAccount(transaction: Transaction<Schema>, account: string): Promise<void> {
  await transaction.selectFrom("account").select("id").where("id", "=", account).forNoKeyUpdate().execute();
}
