import { HOUR_SECONDS } from "../vocabulary/index.ts";
import { walksTrades } from "./sql/trades.ts";

/**
 * What one statement of a scan may take beside its share of the memory (engine, config). All of 8,000 securities by
 * thirty years of minutes are some 24 billion rows; a statement over more is a mistake that would keep other users
 * waiting.
 */
export const STATEMENT_BOUNDS = {
  max_execution_time: HOUR_SECONDS,
  timeout_overflow_mode: "throw",
  max_rows_to_read: 50_000_000_000,
  max_bytes_to_read: 4_000_000_000_000,
  read_overflow_mode: "throw",
} as const;

/**
 * For a statement that walks trades, whose columns branch on each other in many levels: finding out what need not be
 * computed of them takes the engine seconds, a minute for a trail, and computing it milliseconds.
 */
export const branchSettings = (sql: string): Readonly<Record<string, string>> =>
  walksTrades(sql) ? { short_circuit_function_evaluation: "disable" } : {};
