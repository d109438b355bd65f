import type { Unit, ValueType } from "./types.ts";
import type { ArithmeticOp } from "./wordings.ts";

/**
 * A column formula that only refers to other columns, as arithmetic a spreadsheet can do itself. Exporters print it as
 * a live formula beside its cached value. Anything else (ranges, `at`, rank, text functions) has no live form.
 */
export type LiveFormula =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "negative"; readonly of: LiveFormula }
  | {
      readonly kind: "operation";
      readonly op: ArithmeticOp;
      readonly left: LiveFormula;
      readonly right: LiveFormula;
    };

/** One column of a finished run. `id` is its column in the result table, `name` what people see (*Name In Excel*). */
export interface ResultColumn {
  readonly id: string;
  readonly name: string;
  readonly type: ValueType;
  /** Unit of numbers; null for every other type. */
  readonly unit: Unit | null;
  readonly live: LiveFormula | null;
  /** Rows in which the column is empty. */
  readonly nulls: number;
  /** Canonical formula; empty for Symbol and Date. */
  readonly code: string;
  /** True where the value is known only after the close of the row's day. */
  readonly outcome: boolean;
}

/** One step of the funnel: how many security-days were left after it. */
export interface FunnelStep {
  /** `Security-days` for the spine, then each filter's tag or formula. */
  readonly label: string;
  readonly code: string;
  readonly rows: number;
}

/**
 * A finished run: the table `database.table` in the market engine, rows numbered by its column `row` (UInt64, from 1, in
 * output order). Types in the table: number Nullable(Float64), text Nullable(String), boolean Nullable(Bool), date
 * Nullable(Date32), time Nullable(UInt16) in minutes. Symbol is `c0` (String), Date is `c1` (Date32), both never null.
 */
export interface FinishedRun {
  readonly run: string;
  readonly database: string;
  readonly table: string;
  readonly rows: number;
  /** In output order, Symbol and Date first. */
  readonly columns: readonly ResultColumn[];
  readonly funnel: readonly FunnelStep[];
  /** Security-days that qualified, per session, in order; sessions without a hit included. */
  readonly hits: readonly { readonly date: string; readonly rows: number }[];
  readonly snapshot: { readonly id: string; readonly date: string };
  readonly engine: string;
  readonly seconds: number;
  /** Warnings that belong to the result: short ranges, unstable warm-up, splits crossed. */
  readonly notes: readonly {
    readonly code: string;
    readonly column: string;
    readonly rows: number;
    readonly message: string;
  }[];
}

/** A finished run whose rows are read from a SELECT over its table: some of them, in another order, or with a column more. */
export interface RunRows extends FinishedRun {
  /** In place of the table. Has a `row` as the table has. */
  readonly from?: {
    readonly sql: string;
    readonly params: Readonly<Record<string, string | number | bigint | boolean | null | readonly (string | number)[]>>;
  };
}
