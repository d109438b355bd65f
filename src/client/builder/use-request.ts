import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { subscribe, useSnapshot } from "valtio";
import { cardState } from "../../request/index.ts";
import type { EntryLimits, RequestState } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { builder, sameContent } from "../state/slices/builder.ts";
import { useProduct } from "../state/queries/product.ts";
import { preview } from "../state/slices/preview.ts";
import { columnsOf, validity } from "../state/slices/validity.ts";
import type { Validity } from "../state/slices/validity.ts";

/** The request being written; at once, or an input would lose the caret. */
export const useRequest = (): RequestState => useSnapshot(builder, { sync: true }).state;

const onBuilder = (listener: () => void): (() => void) => subscribe(builder, listener, true);

let content = builder.state;

function contentNow(): RequestState {
  const { state } = builder;
  if (state.kind !== content.kind || state.mode !== content.mode || !sameContent(state, content)) content = state;
  return content;
}

/** A request that is only looked at, in place of the one being written. */
export const ReviewedRequest = createContext<RequestState | null>(null);

/** The request without what its forms hold: the same value from one key in a form to the next, so that those draw the form alone. */
export function useContent(): RequestState {
  const written = useSyncExternalStore(onBuilder, contentNow);
  return useContext(ReviewedRequest) ?? written;
}

/** The row that a card's form is to replace. */
export function useEditing(side: CardSide, title: CardTitle): number | null {
  const editing = useSyncExternalStore(onBuilder, () => cardState(builder.state, side, title).editing);
  return useContext(ReviewedRequest) === null ? editing : null;
}

/** What is wrong with rows, and the columns that formulas may name. What is only looked at was judged when it ran. */
export function useJudged(): Pick<Validity, "rowErrors" | "columns"> {
  const { rowErrors: judged, columns } = useSnapshot(validity);
  const { rowErrors: refused } = useSnapshot(preview);
  const looked = useContext(ReviewedRequest);
  return useMemo(
    () =>
      looked === null
        ? { rowErrors: { ...refused, ...judged }, columns }
        : { rowErrors: {}, columns: columnsOf(looked) },
    [looked, refused, judged, columns],
  );
}

/** How many filters and columns the subscription allows. */
export function useLimits(): EntryLimits {
  const product = useProduct();
  const filters = product?.number_of_filter;
  const columns = product?.number_of_columns;
  return useMemo(() => ({ filters: filters ?? null, columns: columns ?? null }), [filters, columns]);
}
