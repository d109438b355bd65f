import type { Market } from "../../market/index.ts";
import type { FinishedRun, ResultColumn } from "../../vocabulary/index.ts";
import { spreadsOf, type Spread } from "./spread.ts";

/** One column of a finished run: its rows, those without a value, and how its values are spread. */
interface ColumnStatistics extends Spread, Pick<ResultColumn, "name" | "type" | "unit" | "nulls"> {
  readonly rows: number;
}

/** Statistics of every column of a finished run, in output order. Rejects with MarketError. */
export async function columnStatistics(
  market: Market,
  { database, table, rows, columns }: FinishedRun,
  signal?: AbortSignal,
): Promise<readonly ColumnStatistics[]> {
  const known = columns.map(({ id, type, nulls }) => ({ id, type, known: rows - nulls }));
  const spreads = await spreadsOf(market, `${database}.${table}`, { rows, columns: known, signal });
  return columns.flatMap(({ name, type, unit, nulls }, index) => {
    const spread = spreads[index];
    return spread === undefined ? [] : [{ name, type, unit, rows, nulls, ...spread }];
  });
}
