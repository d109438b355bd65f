import { useMemo } from "react";
import { useSnapshot } from "valtio";
import type { EntryLimits, RequestState } from "../../request/index.ts";
import { builder } from "../state/builder.ts";
import { subscriptions } from "../state/subscriptions.ts";

/** The request being written; at once, or an input would lose the caret. */
export const useRequest = (): RequestState => useSnapshot(builder, { sync: true }).state;

/** How many filters and columns the subscription allows. */
export function useLimits(): EntryLimits {
  const { product } = useSnapshot(subscriptions);
  const filters = product?.number_of_filter;
  const columns = product?.number_of_columns;
  return useMemo(() => ({ filters: filters ?? null, columns: columns ?? null }), [filters, columns]);
}
