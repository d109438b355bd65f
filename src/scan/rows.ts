import type { Market } from "../market/index.ts";
import type { RunRows } from "../vocabulary/index.ts";
import { columnAt, filterSql, paramsOf, tableOf } from "./row-filter.ts";
import type { RowFilter } from "./row-filter.ts";

interface RowsPage {
  readonly offset: number;
  readonly limit: number;
}

/** A column that rows are sorted by. */
export interface SortKey {
  /** Its place, from 0. */
  readonly column: number;
  readonly descending: boolean;
}

/** Another order than the output's, and only some of the rows. */
export interface RowsView extends RowFilter {
  /** The first column counts most; none for the output order. */
  readonly sort: readonly SortKey[];
}

/** Rows of a finished run in output order, as arrays: text and dates as text, times in minutes, null where empty. */
export async function readRows(market: Market, run: RunRows, page: RowsPage): Promise<unknown[][]> {
  const columns = run.columns.map(({ id }) => id);
  const rows = await rowsInOrder(market, run, page, columns);
  return rows.map((row) => columns.map((id) => row[id] ?? null));
}

const rowsInOrder = (
  market: Market,
  run: RunRows,
  page: RowsPage,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> =>
  market.query<Record<string, unknown>>({
    sql: `SELECT ${columns.join(", ")} FROM ${tableOf(run)} WHERE row > {offset:UInt64} AND row <= {end:UInt64} ORDER BY row`,
    params: { ...paramsOf(run), offset: page.offset, end: page.offset + page.limit },
  });

/** A page of the rows of a finished run, sorted and filtered, and how many there are in all. Rows without a value come
 * last in both directions, equal ones in output order. RangeError for a column that does not exist.
 */
export async function viewRows(
  market: Market,
  run: RunRows,
  page: RowsPage,
  view: RowsView,
): Promise<{ readonly total: number; readonly rows: unknown[][] }> {
  if (view.sort.length === 0 && filterSql(run, view) === null)
    return { total: run.rows, rows: await readRows(market, run, page) };
  const columns = run.columns.map(({ id }) => id);
  const { total, rows } = await selectRows(market, run, page, view, columns);
  return { total, rows: rows.map((row) => columns.map((id) => row[id] ?? null)) };
}

/** The same page, and the security of each row. */
export async function viewSecurities(
  market: Market,
  run: RunRows,
  page: RowsPage,
  view: RowsView,
): Promise<{ readonly total: number; readonly rows: unknown[][]; readonly securities: number[] }> {
  const columns = run.columns.map(({ id }) => id);
  const selected = ["security_id", ...columns];
  const plain = view.sort.length === 0 && filterSql(run, view) === null;
  const { total, rows } = plain
    ? { total: run.rows, rows: await rowsInOrder(market, run, page, selected) }
    : await selectRows(market, run, page, view, selected);
  return {
    total,
    rows: rows.map((row) => columns.map((id) => row[id] ?? null)),
    securities: rows.map((row) => Number(row["security_id"])),
  };
}

/** Which security and day each row of a page is of. */
export interface RowDay {
  readonly security: number;
  readonly symbol: string;
  readonly date: string;
}

/** The same page, by what its rows are of. */
export async function viewHits(
  market: Market,
  run: RunRows,
  page: RowsPage,
  view: RowsView,
): Promise<{ readonly total: number; readonly rows: readonly RowDay[] }> {
  const columns = ["security_id AS security", "c0 AS symbol", "toString(c1) AS date"];
  const { total, rows } = await selectRows(market, run, page, view, columns);
  return {
    total,
    rows: rows.map(({ security, symbol, date }) => ({
      security: Number(security),
      symbol: String(symbol),
      date: String(date),
    })),
  };
}

/** What rows are sorted by: rows without a value last, equal ones in output order. */
export const orderSql = (run: RunRows, { sort }: Pick<RowsView, "sort">): string =>
  [
    ...sort.map(({ column, descending }) => `${columnAt(run, column).id} ${descending ? "DESC" : "ASC"} NULLS LAST`),
    "row",
  ].join(", ");

async function selectRows(
  market: Market,
  run: RunRows,
  page: RowsPage,
  view: RowsView,
  columns: readonly string[],
): Promise<{ readonly total: number; readonly rows: readonly Readonly<Record<string, unknown>>[] }> {
  const filter = filterSql(run, view);
  const order = orderSql(run, view);
  const params = { ...paramsOf(run), ...page, ...filter?.params };
  // Only the numbers of the rows are sorted; a page then reads the columns of its own rows.
  const numbers = `SELECT row FROM ${tableOf(run)} WHERE ${filter?.sql ?? "1"} ORDER BY ${order} LIMIT {limit:UInt64} OFFSET {offset:UInt64}`;
  const [rows, total] = await Promise.all([
    market.query<Record<string, unknown>>({
      sql: `SELECT ${columns.join(", ")} FROM ${tableOf(run)} WHERE row IN (${numbers}) ORDER BY ${order}`,
      params,
    }),
    countRows(market, run, view),
  ]);
  return { total, rows };
}

/** How many rows of a finished run are looked at. */
async function countRows(market: Market, run: RunRows, rowFilter: RowFilter): Promise<number> {
  const filter = filterSql(run, rowFilter);
  if (filter === null) return run.rows;
  const [found] = await market.query<{ rows: number }>({
    sql: `SELECT toFloat64(count()) AS rows FROM ${tableOf(run)} WHERE ${filter.sql}`,
    params: { ...paramsOf(run), ...filter.params },
  });
  return found?.rows ?? 0;
}
