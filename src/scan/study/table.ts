import type { Market } from "../../market/index.ts";
import type { FinishedRun, ResultColumn } from "../../vocabulary/index.ts";
import { readNumbers } from "../read-numbers.ts";

/** A result whose outcome is studied. */
export interface StudyTable {
  readonly table: string;
  /** Column of the outcome. */
  readonly y: string;
  /** Rows of the table, those without an outcome included. */
  readonly rows: number;
  readonly query: <Row>(sql: string) => Promise<Row[]>;
  /** Fills lists with the numbers of expressions, row by row. */
  readonly readNumbers: (columns: readonly string[], lists: readonly Float64Array[]) => Promise<void>;
}

export function studyTable(market: Market, run: FinishedRun, { id }: ResultColumn, signal?: AbortSignal): StudyTable {
  const table = `${run.database}.${run.table}`;
  const stop = signal ? { signal } : {};
  return {
    table,
    y: id,
    rows: run.rows,
    query: (sql) => market.query({ sql, ...stop }),
    readNumbers: (columns, lists) => readNumbers(market, { table, columns, ...stop }, lists),
  };
}
