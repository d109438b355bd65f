import { openMarket } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import type { Call } from "./command.ts";

/** The market of the data folder, or of `MARKET_URL`. */
export const openCallMarket = (call: Call): Promise<Market> => {
  const url = call.env["MARKET_URL"];
  return openMarket(url === undefined || url === "" ? { folder: call.data } : { url });
};

/** Work on that market; closed when it is done, however it ends. */
export async function withMarket<T>(call: Call, work: (market: Market) => Promise<T>): Promise<T> {
  const market = await openCallMarket(call);
  try {
    return await work(market);
  } finally {
    await market.close();
  }
}
