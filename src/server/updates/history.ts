import type { z } from "zod";
import type { PairsQuery, RequestUpdates } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db, Pair } from "../db/index.ts";

type Page = z.output<typeof PairsQuery>;

const named = (pairs: readonly Pair[]) => pairs.map(([symbol, date]) => ({ symbol, date }));

/** The runs of an account's request with their differences, newest first; null where there is no such request. */
export async function updateHistory(
  db: Db,
  account: string,
  id: string,
  { page, page_size }: Page,
): Promise<z.input<typeof RequestUpdates> | null> {
  const request = await db
    .selectFrom("data_request")
    .select("id")
    .where(own("data_request", account, { id }))
    .executeTakeFirst();
  if (request === undefined) return null;
  const runs = db.selectFrom("run").where("data_request_id", "=", id);
  const { total } = await runs.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await runs
    .select([
      "id",
      "cause",
      "status",
      "meta",
      "market_date",
      "finished",
      "error",
      "difference",
      "created_at",
      "ended_at",
    ])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const items = rows.map(({ id: run, meta, finished, difference, created_at, ended_at, ...rest }) => ({
    run,
    ...rest,
    start_date: meta.dates.start,
    end_date: meta.dates.end,
    rows: finished?.rows ?? null,
    difference: difference && {
      against: difference.against,
      added: difference.added,
      gone: difference.gone,
      added_rows: named(difference.added_rows),
      gone_rows: named(difference.gone_rows),
    },
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }));
  return { items, total: Number(total), page, page_size };
}
