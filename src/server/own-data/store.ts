import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { OwnDataItem } from "../../contract/index.ts";
import { OWN_LIMITS } from "../../vocabulary/index.ts";
import { productOf } from "../billing/limits.ts";
import { lockAccount, newId, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";
import { contentText, readContent, rowsOf } from "./content.ts";
import type { OwnContent } from "./content.ts";

/** What an account may keep. */
export async function ownLimits(db: Db | Transaction<Schema>, account: string) {
  const { name, plan_type } = await productOf(db, account);
  return { plan: name, ...OWN_LIMITS[plan_type === "free" ? "free" : "paid"] };
}

const HEAD = [
  "id",
  "kind",
  "name",
  "file_name",
  "version",
  "changes",
  "rows",
  "heads",
  "created_at",
  "updated_at",
] as const;

export async function ownDataItems(db: Db, account: string): Promise<OwnDataItem[]> {
  const found = await db
    .selectFrom("own_data")
    .select(HEAD)
    .where(own("own_data", account))
    .orderBy(sql`lower(name)`)
    .execute();
  return found.map(({ heads, created_at, updated_at, ...item }) => ({
    ...item,
    fields: [...heads],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

/** One with its content. Throws `not-found`. */
export async function ownDataOf(db: Db | Transaction<Schema>, account: string, id: string) {
  const found = await db
    .selectFrom("own_data")
    .select(["id", "kind", "name", "content"])
    .where(own("own_data", account, { id }))
    .executeTakeFirst();
  if (found === undefined) throw noSuch("list");
  return { ...found, content: readContent(found.kind, found.content) };
}

interface Given {
  readonly name: string;
  readonly fileName: string;
  readonly content: OwnContent;
}

/** Keeps a content under a name that the account does not have yet. Throws `conflict`, or `limit-reached`. */
export async function makeOwnData(db: Db, account: string, { name, fileName, content }: Given): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account);
    const { kept } = await transaction
      .selectFrom("own_data")
      .select(({ fn }) => fn.countAll<string>().as("kept"))
      .where(own("own_data", account))
      .executeTakeFirstOrThrow();
    const { plan, files } = await requireRows(transaction, account, content);
    if (Number(kept) >= files)
      throw new ProblemAnswer("limit-reached", `The plan ${plan} keeps ${files} lists and numbers. Delete one first.`);
    await requireFreeNames(transaction, account, { id: "", name, content });
    const id = newId();
    await transaction
      .insertInto("own_data")
      .values({ id, account_id: account, kind: content.kind, name, file_name: fileName, ...columnsOf(content) })
      .execute();
    return id;
  });
}

const columnsOf = (content: OwnContent) => ({
  version: newId(),
  rows: rowsOf(content),
  heads: JSON.stringify(content.kind === "numbers" ? content.fields : []),
  content: contentText(content),
});

/** Changes the name, the content, or both; `next` makes the new content of the one that is there. */
export async function changeOwnData(
  db: Db,
  account: string,
  id: string,
  {
    name,
    fileName,
    next,
  }: { readonly name?: string; readonly fileName: string; readonly next: ((now: OwnContent) => OwnContent) | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account);
    const found = await ownDataOf(transaction, account, id);
    const content = next === null ? found.content : next(found.content);
    if (next !== null) await requireRows(transaction, account, content);
    await requireFreeNames(transaction, account, { id, name: name ?? found.name, content });
    await transaction
      .updateTable("own_data")
      .set({
        name: name ?? found.name,
        updated_at: sql<Date>`now()`,
        ...(next === null ? {} : { ...columnsOf(content), file_name: fileName, changes: sql<number>`changes + 1` }),
      })
      .where(own("own_data", account, { id }))
      .execute();
  });
}

export async function deleteOwnData(db: Db, account: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("own_data")
    .where(own("own_data", account, { id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw noSuch("list");
}

async function requireRows(transaction: Transaction<Schema>, account: string, content: OwnContent) {
  const limits = await ownLimits(transaction, account);
  const rows = rowsOf(content);
  if (rows > limits.rows)
    throw new ProblemAnswer(
      "limit-reached",
      `The plan ${limits.plan} keeps ${limits.rows.toLocaleString("en-US")} rows of a file; this one has ${rows.toLocaleString("en-US")}.`,
    );
  return limits;
}

/** Two lists, or two numbers, of one name would be two meanings of one formula. */
async function requireFreeNames(
  transaction: Transaction<Schema>,
  account: string,
  { id, name, content }: { readonly id: string; readonly name: string; readonly content: OwnContent },
): Promise<void> {
  const others = await transaction
    .selectFrom("own_data")
    .select(["name", "heads"])
    .where(own("own_data", account))
    .where("kind", "=", content.kind)
    .where("id", "!=", id)
    .execute();
  const taken = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (taken !== undefined)
    throw new ProblemAnswer(
      "conflict",
      `There is one called ${taken.name} already. Choose another name, or replace that one.`,
    );
  if (content.kind === "list") return;
  for (const { name: other, heads } of others) {
    const twice = heads.find((head) => content.fields.some((field) => field.name === head.name));
    if (twice !== undefined)
      throw new ProblemAnswer("conflict", `${other} has a number called ${twice.name} already. Rename the column.`);
  }
}
