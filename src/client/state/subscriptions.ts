import { proxy, ref } from "valtio";
import type { Product } from "../../contract/index.ts";
import type { EntryLimits } from "../../request/index.ts";
import { call } from "./calls.ts";

/** The product in force; null until it is known. The server applies its limits whatever the page knows. */
export const subscriptions = proxy<{ product: Product | null }>({ product: null });

export async function loadProduct(): Promise<void> {
  const answer = await call("myProduct");
  if (answer.ok) subscriptions.product = ref(answer.value);
}

/** How many filters and columns a request may have. */
export const entryLimits = (product: Product | null): EntryLimits => ({
  filters: product?.number_of_filter ?? null,
  columns: product?.number_of_columns ?? null,
});
