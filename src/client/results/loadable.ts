import { useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";
import { messageOf } from "../state/queries/calls.ts";
import type { CallError } from "../state/queries/calls.ts";
import type { CallFailure } from "../state/queries/query-client.ts";

type Loadable<T> =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly value: T }
  | { readonly phase: "failed"; readonly message: string };

export interface Question<T> {
  readonly loadable: Loadable<T>;
  /** Asks once more, after a failure. */
  readonly again: () => void;
}

/** A query as a panel shows it. */
export function useLoadable<T>(
  query: UseQueryOptions<T, CallFailure, T>,
  reason: (error: CallError) => string = messageOf,
): Question<T> {
  const { data, error, isFetching, refetch } = useQuery(query);
  const again = (): void => void refetch();
  if (error !== null && !isFetching) return { loadable: { phase: "failed", message: reason(error.error) }, again };
  return { loadable: data === undefined ? { phase: "loading" } : { phase: "ready", value: data }, again };
}
