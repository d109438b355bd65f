import type { Market } from "../market/index.ts";
import type { RunRows } from "../vocabulary/index.ts";
import { filterSql, paramsOf, tableOf } from "./row-filter.ts";
import { orderSql } from "./rows.ts";
import type { RowsView } from "./rows.ts";

/** The rows of a view as a run of their own: numbered in its order, with the hits of each session among them. */
export async function pickRows(market: Market, run: RunRows, view: RowsView): Promise<RunRows> {
  const filter = filterSql(run, view);
  const params = { ...paramsOf(run), ...filter?.params };
  const where = `FROM ${tableOf(run)} WHERE ${filter?.sql ?? "1"}`;
  const days = await market.query<{ date: string; rows: number }>({
    sql: `SELECT toString(c1) AS date, toFloat64(count()) AS rows ${where} GROUP BY c1`,
    params,
  });
  const hits = new Map(days.map(({ date, rows }) => [date, rows]));
  return {
    ...run,
    rows: days.reduce((sum, { rows }) => sum + rows, 0),
    hits: run.hits.map(({ date }) => ({ date, rows: hits.get(date) ?? 0 })),
    from: {
      sql: `SELECT place AS row, * EXCEPT (row, place) FROM (SELECT *, row_number() OVER (ORDER BY ${orderSql(run, view)}) AS place ${where})`,
      params,
    },
  };
}
