import type { Market } from "../../market/index.ts";
import type { FinishedRun, ResultColumn } from "../../vocabulary/index.ts";
import { spreadOf, type Spread } from "./spread.ts";

/** One column of a finished run: its rows, those without a value, and how its values are spread. */
interface ColumnStatistics extends Spread, Pick<ResultColumn, "name" | "type" | "unit" | "nulls"> {
  readonly rows: number;
}

/** Columns computed at the same time; each statement gets its share of the engine's threads. */
const COLUMNS_AT_ONCE = 4;

/** Statistics of every column of a finished run, in output order. Rejects with MarketError. */
export async function columnStatistics(
  market: Market,
  run: FinishedRun,
  signal?: AbortSignal,
): Promise<readonly ColumnStatistics[]> {
  const table = `${run.database}.${run.table}`;
  const found: ColumnStatistics[] = [];
  for (let first = 0; first < run.columns.length; first += COLUMNS_AT_ONCE) {
    const some = run.columns.slice(first, first + COLUMNS_AT_ONCE);
    found.push(
      ...(await Promise.all(
        some.map(async (column) => {
          const { name, type, unit, nulls } = column;
          return {
            name,
            type,
            unit,
            rows: run.rows,
            nulls,
            ...(await spreadOf(market, table, column, run.rows - nulls, signal)),
          };
        }),
      )),
    );
  }
  return found;
}
