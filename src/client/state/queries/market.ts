import { QueryObserver, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MarketAnswer } from "../../../contract/index.ts";
import { exchangeToday, LIMITS } from "../../../vocabulary/index.ts";
import { NEVER_STALE, routeQuery } from "./route-query.ts";
import { queryClient } from "./query-client.ts";

/** Once for the whole visit; the builder asks again by itself. */
const QUERY = { ...routeQuery("market"), ...NEVER_STALE };
const LOOKED_AT = { ...QUERY, enabled: false };

/** Milliseconds between two tries while nobody answers. */
const RETRY = 4000;

/** Asks for the market until it is known. */
export function useAskingForMarket(): void {
  useQuery({ ...QUERY, refetchInterval: ({ state }) => (state.status === "error" ? RETRY : false) });
}

/** The market's state; an error stays until an answer comes. */
export function useMarket(): { readonly answer: MarketAnswer | null; readonly error: string | null } {
  const { data, error, errorUpdateCount } = useQuery(LOOKED_AT);
  const [last, setLast] = useState<string | null>(null);
  if (error !== null && error.message !== last) setLast(error.message);
  const failed = error !== null || (data === undefined && errorUpdateCount > 0);
  return { answer: data ?? null, error: failed ? (error?.message ?? last) : null };
}

/** The market as it is known at this moment. */
export const marketNow = (): MarketAnswer | null => queryClient.getQueryData(QUERY.queryKey) ?? null;

/** Calls back on every answer; the returned function stops it. */
export const onMarket = (listener: () => void): (() => void) =>
  new QueryObserver(queryClient, LOOKED_AT).subscribe(listener);

/** Ends once the market has been asked for, by this or another call. */
export const askedMarket = (): Promise<void> => queryClient.prefetchQuery(QUERY);

export const askForMarket = (): Promise<void> => queryClient.prefetchQuery({ ...QUERY, staleTime: 0 });

/** First and last day a request may name: the data's own, or the product's while nothing is known of it. */
export function dateBounds(answer: Pick<MarketAnswer, "daily"> | null): {
  readonly first: string;
  readonly last: string;
} {
  return { first: answer?.daily?.first_date ?? LIMITS.earliestDate, last: answer?.daily?.last_date ?? exchangeToday() };
}
