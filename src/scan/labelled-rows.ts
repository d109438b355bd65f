import type { Market } from "../market/index.ts";
import { DAY_MS, labelColumnName } from "../vocabulary/index.ts";
import type { FinishedRun, RunRows } from "../vocabulary/index.ts";
import { paramsOf, tableOf } from "./row-filter.ts";

/** A label of a security on a day. */
export interface DayLabel {
  readonly security: number;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly label: number;
}

/** Security and day as one whole number: days count from a day before the first that a result can hold. */
const DAYS = 1_000_000;
const FIRST_DAY = 100_000;
const keyOf = ({ security, date }: DayLabel): number =>
  security * DAYS + Date.parse(`${date}T00:00Z`) / DAY_MS + FIRST_DAY;
const KEY = `toUInt64(security_id) * ${DAYS} + toUInt64(toInt32(c1) + ${FIRST_DAY})`;

/** A run with a column more, behind the others: the label of each row's security on its day, null without one. */
export function withLabels(run: FinishedRun, labels: readonly DayLabel[]): RunRows {
  const id = `c${run.columns.length}`;
  if (run.columns.some((column) => column.id === id)) throw new TypeError(`There is a column ${id} already`);
  const name = labelColumnName(run.columns.map((column) => column.name));
  const column = {
    id,
    name,
    type: "number",
    unit: "plain",
    live: null,
    nulls: run.rows,
    code: "",
    outcome: false,
  } as const;
  const label =
    labels.length === 0
      ? "CAST(NULL, 'Nullable(Float64)')"
      : `nullIf(toFloat64(transform(${KEY}, {label_days:Array(UInt64)}, {labels:Array(UInt8)}, toUInt8(0))), 0.)`;
  return {
    ...run,
    columns: [...run.columns, column],
    from: {
      sql: `SELECT *, ${label} AS ${id} FROM ${tableOf(run)}`,
      params: labels.length === 0 ? {} : { label_days: labels.map(keyOf), labels: labels.map((one) => one.label) },
    },
  };
}

/** Whether any row has a label. */
export async function hasLabels(market: Market, run: RunRows): Promise<boolean> {
  if (Object.keys(paramsOf(run)).length === 0) return false;
  const found = await market.query({
    sql: `SELECT 1 AS one FROM ${tableOf(run)} WHERE isNotNull(${run.columns.at(-1)?.id ?? ""}) LIMIT 1`,
    params: paramsOf(run),
  });
  return found.length > 0;
}
