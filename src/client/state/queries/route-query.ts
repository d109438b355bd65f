import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, RouteName } from "../../../contract/index.ts";
import { call } from "./calls.ts";
import type { CallOptions, CallResult } from "./calls.ts";
import { CallFailure, queryClient } from "./query-client.ts";

/** The answer of a call; a failure is thrown, as queries expect. */
export async function answerOrThrow<T>(called: Promise<CallResult<T>>): Promise<T> {
  const answer = await called;
  if (!answer.ok) throw new CallFailure(answer.error);
  return answer.value;
}

export type RouteOptions = Pick<CallOptions, "params" | "query" | "body">;

/** The answer of a reading route, under the route's name. */
export const routeQuery = <Name extends RouteName>(name: Name, options: RouteOptions = {}) =>
  queryOptions({
    queryKey: [name, options] as readonly unknown[],
    queryFn: ({ signal }): Promise<AnswerOf<Name>> => answerOrThrow(call(name, { ...options, signal })),
  });

/** What is on screen of a route is asked for again: something has changed it. */
export const invalidateRoute = (name: RouteName, options: RouteOptions = {}): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [name, options] });

/** Waits before a call, unless it is cancelled by then. */
export const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new CallFailure({ kind: "aborted" }));
    });
  });

/** Stays when nobody shows it any more; asked for again where it is said so. */
export const NEVER_STALE = { gcTime: Infinity, staleTime: Infinity } as const;

/** Forgets the oldest kept answers under a name; those on screen stay. */
export function keepNewest(name: string, most: number): void {
  const cache = queryClient.getQueryCache();
  const kept = cache.findAll({ queryKey: [name], type: "inactive", fetchStatus: "idle" });
  for (const query of kept.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(most))
    cache.remove(query);
}
