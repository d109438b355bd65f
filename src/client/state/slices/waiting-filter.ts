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

/** The filters of a request that the builder has yet to open. */
let waiting: { readonly request: string; readonly filters: readonly NewFilter[] } | null = null;

export function waitForBuilder(request: string, filters: readonly NewFilter[]): void {
  waiting = { request, filters };
}

/** The filters that wait for that request, once. */
export function takeWaitingFilters(request: string | null): readonly NewFilter[] {
  if (waiting === null || waiting.request !== request) return [];
  const { filters } = waiting;
  waiting = null;
  return filters;
}
