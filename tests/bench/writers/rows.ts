import { createInterface } from "node:readline";
import type { Market } from "../../../src/market/index.ts";
import type { ResultColumn, Unit } from "../../../src/vocabulary/index.ts";
import type { WriterJob } from "./job.ts";

export type Value = string | number | boolean | null | Date;

/** The rows of a run as values for a cell each: dates as dates, times as shares of a day. */
export async function* rowsOf(market: Market, { run, rows }: WriterJob): AsyncGenerator<Value[]> {
  const stream = await market.stream(
    {
      sql: `SELECT ${run.columns.map(({ id }) => id).join(", ")} FROM ${run.database}.${run.table} WHERE row <= {rows:UInt64} ORDER BY row`,
      params: { rows },
    },
    "JSONCompactEachRow",
  );
  const dates = run.columns.flatMap(({ type }, index) => (type === "date" ? [index] : []));
  const times = run.columns.flatMap(({ type }, index) => (type === "time" ? [index] : []));
  for await (const line of createInterface({ input: stream })) {
    const values: Value[] = JSON.parse(line);
    for (const index of dates) {
      const text = values[index];
      if (typeof text === "string") values[index] = new Date(`${text}T00:00:00Z`);
    }
    for (const index of times) {
      const minutes = values[index];
      if (typeof minutes === "number") values[index] = minutes / 1440;
    }
    yield values;
  }
}

const FORMATS: Partial<Record<Unit, string>> = {
  price: "0.00##",
  ratio: "0.00####",
  shares: "#,##0",
  count: "#,##0",
  currency: "#,##0",
  percent: '0.00"%"',
};

/** Number format of a column, as our own workbook gives it. */
export function formatOf({ type, unit }: ResultColumn): string | undefined {
  if (type === "date") return "yyyy-mm-dd";
  if (type === "time") return "hh:mm";
  return unit === null ? undefined : FORMATS[unit];
}
