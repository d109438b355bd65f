import type { Market } from "../../../src/market/index.ts";
import type { WriterJob } from "./job.ts";
import { rowsOf } from "./rows.ts";

/** What the other writers spend before they write anything: all rows read and dropped. */
export async function write(market: Market, job: WriterJob): Promise<void> {
  let rows = 0;
  for await (const values of rowsOf(market, job)) rows += values.length > 0 ? 1 : 0;
  if (rows !== job.rows) throw new Error(`${rows} rows instead of ${job.rows}`);
}
