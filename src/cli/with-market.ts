import { openMarket } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import type { Call } from "./command.ts";

/** The market of the data folder, or of `MARKET_URL`; closed when the work is done, however it ends. */
export async function withMarket<T>(call: Call, work: (market: Market) => Promise<T>): Promise<T> {
  const url = call.env["MARKET_URL"];
  const market = await openMarket(url === undefined || url === "" ? { folder: call.data } : { url });
  try {
    return await work(market);
  } finally {
    await market.close();
  }
}
