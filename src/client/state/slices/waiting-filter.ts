import type { ColumnCondition } from "../../../formula/index.ts";
import type { ValueType } from "../../../vocabulary/index.ts";

/** A condition on a column of a result, which becomes a filter of its request. */
export interface NewFilter {
  readonly columns: readonly {
    readonly name: string;
    readonly type: ValueType;
    readonly code: string;
    readonly outcome: boolean;
  }[];
  /** Of the column that has to meet it. */
  readonly place: number;
  readonly condition: ColumnCondition;
  /** What the filter is called. */
  readonly tag: string;
}

/** The filter of a request that the builder has yet to open. */
let waiting: { readonly request: string; readonly filter: NewFilter } | null = null;

export function waitForBuilder(request: string, filter: NewFilter): void {
  waiting = { request, filter };
}

/** The filter that waits for that request, once. */
export function takeWaitingFilter(request: string | null): NewFilter | null {
  if (waiting === null || waiting.request !== request) return null;
  const { filter } = waiting;
  waiting = null;
  return filter;
}
