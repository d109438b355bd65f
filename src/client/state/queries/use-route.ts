import { useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AnswerOf, RouteName } from "../../../contract/index.ts";
import { isGone } from "./call-route.ts";
import { routeQuery } from "./route-query.ts";
import type { RouteOptions } from "./route-query.ts";
import type { CallFailure } from "./query-client.ts";

export interface Loaded<T> {
  /** Null until it has come; the last one stays while another is asked for. */
  readonly value: T | null;
  readonly error: string | null;
  /** What was asked for does not exist, or belongs to another account. */
  readonly gone: boolean;
  /** Something is being asked for. */
  readonly busy: boolean;
  /** Asks once more: after a failure, or after a change. */
  readonly again: () => void;
}

/** What a query brings, as a screen shows it. */
export function useLoaded<T>(query: UseQueryOptions<T, CallFailure, T>): Loaded<T> {
  const { data, error, isFetching, refetch } = useQuery(query);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const again = useCallback(() => void refetch(), [refetch]);
  const shown = isFetching ? null : error;
  return {
    value: data ?? last ?? null,
    error: shown?.message ?? null,
    gone: shown !== null && isGone(shown.error),
    busy: isFetching,
    again,
  };
}

/** Milliseconds between two looks at something that runs. */
const LOOK = 2_000;

/**
 * The answer of one reading route, asked for when the component comes and when the parameters change; every so often
 * while `runs` says so of it, and seldom where the stream tells of its changes and `look` says how long to wait.
 */
export const useRoute = <Name extends RouteName>(
  name: Name,
  options: RouteOptions = {},
  runs: (answer: AnswerOf<Name>) => boolean = () => false,
  look: (usual: number) => number = (usual) => usual,
): Loaded<AnswerOf<Name>> =>
  useLoaded({
    ...routeQuery(name, options),
    refetchInterval: ({ state }) => (state.data !== undefined && runs(state.data) ? look(LOOK) : false),
  });
