import { clusterNotice, MarketError, openMarket } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import type { Call } from "./command.ts";

/** The market of the data folder, or of `MARKET_URL` and `MARKET_CLUSTER`. */
export const openCallMarket = (call: Call): Promise<Market> => {
  const { MARKET_URL: url = "", MARKET_CLUSTER: cluster = "" } = call.env;
  if (url === "" && cluster !== "")
    throw new MarketError("engine", "MARKET_CLUSTER names a cluster, and MARKET_URL no server of it.");
  if (url === "") return openMarket({ folder: call.data });
  return openMarket(cluster === "" ? { url } : { url, cluster });
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

/** The same for a program that goes on working; says what to look at in how the market is reached. */
export const withServersMarket = <T>(call: Call, work: (market: Market) => Promise<T>): Promise<T> =>
  withMarket(call, async (market) => {
    const notice = await clusterNotice(market);
    if (notice !== null) call.err(`${notice}\n`);
    return work(market);
  });
