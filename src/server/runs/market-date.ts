import type { Market } from "../../market/index.ts";

/** Date of the last session with data, yyyy-MM-dd; null in an empty market. */
export async function marketDate(market: Market): Promise<string | null> {
  const [row] = await market.query<{ date: string }>(`SELECT toString(date) AS date FROM ${market.database}.snapshot`);
  return row?.date ?? null;
}
