import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";

/** A row of a finished run. */
interface ChartHit {
  /** From 1, in output order. */
  readonly row: number;
  readonly security: number;
  readonly symbol: string;
  readonly date: string;
}

const HIT = "toFloat64(row) AS row_number, security_id AS security, c0 AS symbol, toString(c1) AS date";

type Row = Omit<ChartHit, "row"> & { readonly row_number: number } & Readonly<Record<string, unknown>>;
const hit = ({ row_number: row, security, symbol, date }: Row): ChartHit => ({ row, security, symbol, date });

/** Rows of a run in output order. */
export async function chartHits(
  market: Market,
  run: FinishedRun,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ChartHit[]> {
  const rows = await market.query<Row>({
    sql: `SELECT ${HIT} FROM ${run.database}.${run.table} WHERE row > {offset:UInt64} AND row <= {end:UInt64} ORDER BY row`,
    params: { offset, end: offset + limit },
  });
  return rows.map(hit);
}

/** Rows of a run for one security, the newest `limit` of them, each with its cells in the order of the run's columns. */
export async function chartMarks(
  market: Market,
  run: FinishedRun,
  security: number,
  limit: number,
): Promise<(ChartHit & { readonly values: readonly unknown[] })[]> {
  const ids = run.columns.slice(2).map(({ id }) => id);
  const rows = await market.query<Row>({
    sql: `SELECT ${[HIT, ...ids].join(", ")} FROM ${run.database}.${run.table} WHERE security_id = {security:UInt32} ORDER BY row DESC LIMIT {limit:UInt32}`,
    params: { security, limit },
  });
  return rows.map((row) => ({ ...hit(row), values: ids.map((id) => row[id] ?? null) })).toReversed();
}
