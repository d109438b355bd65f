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

/** What a request that the builder has yet to open is to get: filters, and values of its parameters in their order. */
interface Waiting {
  readonly filters: readonly NewFilter[];
  readonly setting?: readonly number[];
}

const NOTHING: Waiting = { filters: [] };
let waiting: (Waiting & { readonly request: string }) | null = null;

export function waitForBuilder(
  request: string,
  filters: readonly NewFilter[],
  more: Pick<Waiting, "setting"> = {},
): void {
  waiting = { request, filters, ...more };
}

/** Whether anything waits: what adds it is loaded then. */
export const isWaiting = (): boolean => waiting !== null;

/** What waits for that request, once. */
export function takeWaiting(request: string | null): Waiting {
  if (waiting === null || waiting.request !== request) return NOTHING;
  const taken = waiting;
  waiting = null;
  return taken;
}
