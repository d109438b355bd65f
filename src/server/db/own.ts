import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** Tables whose rows have a trash: what is in it is there for nobody, until it is restored. */
type Trashable = { [T in keyof Schema]: Schema[T] extends { deleted_at: unknown } ? T : never }[keyof Schema];
/** Tables whose rows belong to an account. */
type Owned = { [T in keyof Schema]: Schema[T] extends { account_id: unknown } ? T : never }[keyof Schema];
/** As a query calls a table: `folder`, `folder as f`. */
type Called<Table extends string> = Table | `${Table} as ${string}`;

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
export const notInTrash = (table: Called<Trashable>): RawBuilder<boolean> =>
  sql<boolean>`${column(table, "deleted_at")} IS NULL`;

/**
 * The condition that a row belongs to an account and, in tables with a trash, lies in `place`: not in the trash unless said
 * otherwise. With `id` it is that row alone. Every statement on what belongs to somebody narrows by it.
 */
export function own(
  table: Called<Owned>,
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

/** Counts of what an account has are taken under this lock: of two calls at once the second waits for the first. */
export async function lockAccount(transaction: Transaction<Schema>, account: string): Promise<void> {
  await transaction.selectFrom("account").select("id").where("id", "=", account).forUpdate().execute();
}
