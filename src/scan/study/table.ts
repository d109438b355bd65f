import type { Market } from "../../market/index.ts";
import type { FinishedRun, ResultColumn } from "../../vocabulary/index.ts";

/** A result whose outcome is studied. */
export interface StudyTable {
  readonly table: string;
  /** Column of the outcome. */
  readonly y: string;
  /** Rows of the table, those without an outcome included. */
  readonly rows: number;
  readonly query: <Row>(sql: string) => Promise<Row[]>;
}

export const studyTable = (
  market: Market,
  run: FinishedRun,
  { id }: ResultColumn,
  signal?: AbortSignal,
): StudyTable => ({
  table: `${run.database}.${run.table}`,
  y: id,
  rows: run.rows,
  query: (sql) => market.query({ sql, ...(signal ? { signal } : {}) }),
});
