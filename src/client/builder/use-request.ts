import { useMemo, useSyncExternalStore } from "react";
import { subscribe, useSnapshot } from "valtio";
import { cardState } from "../../request/index.ts";
import type { EntryLimits, RequestState } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { builder, sameContent } from "../state/builder.ts";
import { subscriptions } from "../state/subscriptions.ts";

/** The request being written; at once, or an input would lose the caret. */
export const useRequest = (): RequestState => useSnapshot(builder, { sync: true }).state;

const onBuilder = (told: () => void): (() => void) => subscribe(builder, told, true);

let content = builder.state;

function contentNow(): RequestState {
  const { state } = builder;
  if (state.kind !== content.kind || state.mode !== content.mode || !sameContent(state, content)) content = state;
  return content;
}

/** The request without what its forms hold: the same value from one key in a form to the next, so that those draw the form alone. */
export const useContent = (): RequestState => useSyncExternalStore(onBuilder, contentNow);

/** The row that a card's form is to replace. */
export const useEditing = (side: CardSide, title: CardTitle): number | null =>
  useSyncExternalStore(onBuilder, () => cardState(builder.state, side, title).editing);

/** How many filters and columns the subscription allows. */
export function useLimits(): EntryLimits {
  const { product } = useSnapshot(subscriptions);
  const filters = product?.number_of_filter;
  const columns = product?.number_of_columns;
  return useMemo(() => ({ filters: filters ?? null, columns: columns ?? null }), [filters, columns]);
}
