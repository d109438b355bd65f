import type { Market } from "../../market/index.ts";
import type { ResultColumn, RunRows } from "../../vocabulary/index.ts";
import { filterSql, paramsOf, tableOf } from "../row-filter.ts";
import type { RowFilter } from "../row-filter.ts";
import { spreadsOf, type Spread } from "./spread.ts";

/** One column of a finished run: its rows, those without a value, and how its values are spread. */
interface ColumnStatistics extends Spread, Pick<ResultColumn, "name" | "type" | "unit" | "nulls"> {
  readonly rows: number;
}

/** Statistics of every column of a finished run, in output order, over the rows that are looked at. Rejects with MarketError. */
export async function columnStatistics(
  market: Market,
  run: RunRows,
  rowFilter: RowFilter,
  signal?: AbortSignal,
): Promise<readonly ColumnStatistics[]> {
  const { columns } = run;
  const filter = filterSql(run, rowFilter);
  const table = filter === null ? tableOf(run) : `(SELECT * FROM ${tableOf(run)} WHERE ${filter.sql})`;
  const params = { ...paramsOf(run), ...filter?.params };
  const { rows, nulls } = await countsOf();
  const known = columns.map(({ id, type }, index) => ({ id, type, known: rows - (nulls[index] ?? 0) }));
  const spreads = await spreadsOf(market, table, { rows, columns: known, params, signal });
  return columns.flatMap(({ name, type, unit }, index) => {
    const spread = spreads[index];
    return spread === undefined ? [] : [{ name, type, unit, rows, nulls: nulls[index] ?? 0, ...spread }];
  });

  async function countsOf(): Promise<{ readonly rows: number; readonly nulls: readonly number[] }> {
    if (filter === null && run.from === undefined)
      return { rows: run.rows, nulls: columns.map((column) => column.nulls) };
    const empty = columns.map(({ id }) => `toFloat64(countIf(isNull(${id})))`);
    const [counted] = await market.query<{ rows: number; nulls: readonly number[] }>({
      sql: `SELECT toFloat64(count()) AS rows, [${empty.join(", ")}] AS nulls FROM ${table}`,
      params,
      ...(signal ? { signal } : {}),
    });
    return counted ?? { rows: 0, nulls: [] };
  }
}
