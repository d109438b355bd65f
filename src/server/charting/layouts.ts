import { sql } from "kysely";
import type { z } from "zod";
import { ChartContent } from "../../contract/index.ts";
import type { ChartLayout, ChartLayoutBody, ChartLayoutItem } from "../../contract/index.ts";
import { CHART_LIMITS } from "../../vocabulary/index.ts";
import type { ChartLayoutTable, Db } from "../db/index.ts";
import { lockAccount, newId, own } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

type Body = z.output<typeof ChartLayoutBody>;
type LayoutRow = Readonly<Record<"created_at" | "updated_at", Date>> & Pick<ChartLayoutTable, "id" | "name" | "symbol">;

const notFound = (): ProblemAnswer => new ProblemAnswer("not-found", "There is no such chart.");
const ITEM_COLUMNS = ["id", "name", "symbol", "created_at", "updated_at"] as const;

const itemOf = ({ id, name, symbol, created_at, updated_at }: LayoutRow): ChartLayoutItem => ({
  id,
  name,
  symbol,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Saved charts of an account, the one changed last first. */
export async function listLayouts(db: Db, account: string): Promise<ChartLayoutItem[]> {
  const rows = await db
    .selectFrom("chart_layout")
    .select(ITEM_COLUMNS)
    .where(own("chart_layout", account))
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(itemOf);
}

export async function findLayout(db: Db, account: string, id: string): Promise<ChartLayout> {
  const row = await db
    .selectFrom("chart_layout")
    .select([...ITEM_COLUMNS, "content"])
    .where(own("chart_layout", account, { id }))
    .executeTakeFirstOrThrow(notFound);
  return { ...itemOf(row), content: ChartContent.parse(row.content) };
}

/** Saves a chart under a new id. Throws `limit-reached` where the account has the maximum. */
export async function saveLayout(db: Db, account: string, { name, content }: Body): Promise<ChartLayoutItem> {
  return db.transaction().execute(async (transaction) => {
    // Two saves at once count one after the other.
    await lockAccount(transaction, account);
    const { kept } = await transaction
      .selectFrom("chart_layout")
      .select(({ fn }) => fn.countAll<string>().as("kept"))
      .where(own("chart_layout", account))
      .executeTakeFirstOrThrow();
    if (Number(kept) >= CHART_LIMITS.layouts) {
      throw new ProblemAnswer(
        "limit-reached",
        `At most ${CHART_LIMITS.layouts} charts can be saved. Delete some first.`,
      );
    }
    const row = await transaction
      .insertInto("chart_layout")
      .values({ id: newId(), account_id: account, name, symbol: content.symbol, content: JSON.stringify(content) })
      .returning(ITEM_COLUMNS)
      .executeTakeFirstOrThrow();
    return itemOf(row);
  });
}

export async function changeLayout(
  db: Db,
  account: string,
  id: string,
  { name, content }: Body,
): Promise<ChartLayoutItem> {
  const row = await db
    .updateTable("chart_layout")
    .set({ name, symbol: content.symbol, content: JSON.stringify(content), updated_at: sql`now()` })
    .where(own("chart_layout", account, { id }))
    .returning(ITEM_COLUMNS)
    .executeTakeFirstOrThrow(notFound);
  return itemOf(row);
}

export async function deleteLayout(db: Db, account: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("chart_layout")
    .where(own("chart_layout", account, { id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
