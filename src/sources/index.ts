/** Sources of market data: how each is called and read, what is kept until it is imported. */
export { CONNECTORS } from "./connectors/index.ts";
export { OFFERS } from "./connector.ts";
export type { CallLimit, Connector, Offer, Want } from "./connector.ts";
export { FetchError } from "./call-source.ts";
export { daysAfter, wantsLeft, type FetchedDays } from "./fetched-days.ts";
export { fetchSource, type FetchOptions, type FetchProgress, type FetchReport } from "./fetch-source.ts";
