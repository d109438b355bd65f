import { useQuery } from "@tanstack/react-query";
import type { Product } from "../../../contract/index.ts";
import type { EntryLimits } from "../../../request/index.ts";
import { NEVER_STALE, routeQuery } from "./route-query.ts";
import { queryClient } from "./query-client.ts";

const QUERY = { ...routeQuery("myProduct"), ...NEVER_STALE };

export const askForProduct = (): Promise<void> => queryClient.prefetchQuery({ ...QUERY, staleTime: 0 });

/** The product in force; null until it is known. The server applies its limits whatever the page knows. */
export const productNow = (): Product | null => queryClient.getQueryData(QUERY.queryKey) ?? null;

export const useProduct = (): Product | null => useQuery({ ...QUERY, enabled: false }).data ?? null;

/** How many filters and columns a request may have. */
export const entryLimits = (product: Product | null): EntryLimits => ({
  filters: product?.number_of_filter ?? null,
  columns: product?.number_of_columns ?? null,
});
