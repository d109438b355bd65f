import type { z } from "zod";
import type { Product } from "../../contract/index.ts";
import { DAY_MS, LIMITS } from "../../vocabulary/index.ts";
import type { Db, ProductTable } from "../db/index.ts";

/** The earliest day of any request. */
const EARLIEST = "2008-01-01";

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A product as the contract shows it; charts reach back from today. */
export function productItem(row: ProductTable, now = Date.now()): z.input<typeof Product> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    plan_type: row.plan_type,
    price: row.price,
    currency: row.currency,
    interval: row.billing_interval,
    // A plan cannot promise more than a request may hold.
    number_of_filter: Math.min(row.number_of_filter, LIMITS.filters),
    number_of_columns: Math.min(row.number_of_columns, LIMITS.columns),
    daily_updates: row.daily_updates,
    requests_at_once: row.requests_at_once,
    chart: {
      date_range: {
        start_date: row.chart_days === null ? EARLIEST : day(now - row.chart_days * DAY_MS),
        end_date: day(now),
      },
      chart_export_enabled: row.chart_export_enabled,
      chart_indicator_enabled: row.chart_indicator_enabled,
      chart_timeframe: row.chart_timeframe,
    },
  };
}

/** What can be subscribed to, cheapest plan first. */
export async function offeredProducts(db: Db): Promise<ProductTable[]> {
  return db.selectFrom("product").selectAll().where("offered", "=", true).orderBy("rank").execute();
}
