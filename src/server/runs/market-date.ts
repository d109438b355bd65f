import { currentSnapshot } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";

/** Date of the last session with data, yyyy-MM-dd; null in an empty market. */
export async function marketDate(market: Market): Promise<string | null> {
  return (await currentSnapshot(market)).label?.date ?? null;
}
