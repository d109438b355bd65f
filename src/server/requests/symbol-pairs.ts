import type { z } from "zod";
import type { SymbolPairs } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";

/** Symbol and date of the rows of a run, in output order: the first two columns of every result. */
export async function symbolPairs(
  market: Market,
  run: FinishedRun,
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<z.input<typeof SymbolPairs>> {
  const [symbol, date] = run.columns;
  if (symbol === undefined || date === undefined) throw new Error(`run ${run.run} has no columns`);
  const from = (page - 1) * page_size;
  const items = await market.query<{ symbol: string; date: string }>({
    sql: `SELECT ${symbol.id} AS symbol, toString(${date.id}) AS date FROM ${run.database}.${run.table} WHERE row > {from:UInt64} AND row <= {to:UInt64} ORDER BY row`,
    params: { from, to: from + page_size },
  });
  return { items, total: run.rows, page, page_size };
}
