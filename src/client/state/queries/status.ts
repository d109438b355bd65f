import { QueryObserver, queryOptions } from "@tanstack/react-query";
import type { StatusAnswer } from "../../../contract/index.ts";
import type { CallError } from "./calls.ts";
import { routeQuery } from "./route-query.ts";
import type { CallFailure } from "./query-client.ts";
import { queryClient } from "./query-client.ts";
import { lookAfter } from "./stream.ts";

/** Milliseconds between two polls of a run: short at first, longer as it goes on. */
const FIRST_LOOK = 60;
const LAST_LOOK = 700;
/** How often a run that waits is looked at for how many are before it, which the stream does not send. */
const WAITING_LOOK = 5_000;

export const isOver = ({ status }: { readonly status: string }): boolean =>
  status !== "Pending" && status !== "Running";

/** The server will say the same again; where nobody answered it may be there by the next look. */
export const isFinal = (error: CallFailure | null): boolean => error !== null && error.error.kind !== "offline";

/** The status of a run, polled until it has ended. */
export const statusQuery = (id: string) =>
  queryOptions({
    ...routeQuery("status", { params: { id } }),
    refetchInterval: ({ state: { data, error, fetchStatus, dataUpdateCount, errorUpdateCount } }) => {
      const over = isFinal(error) || (error === null && data !== undefined && isOver(data));
      if (over || fetchStatus !== "idle") return false;
      const look = Math.min(FIRST_LOOK * 1.5 ** Math.max(0, dataUpdateCount + errorUpdateCount - 1), LAST_LOOK);
      if (error !== null || data === undefined) return look;
      return Math.min(lookAfter(look), data.status === "Pending" ? Math.max(look, WAITING_LOOK) : Infinity);
    },
  });

/** Follows a run until it ends and reports each status; null when the caller gave up first. */
export const watchRun = (
  id: string,
  signal: AbortSignal,
  tell: (status: StatusAnswer) => void,
): Promise<CallError | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    const stop = new QueryObserver(queryClient, statusQuery(id)).subscribe(
      ({ data, error, isFetching, isFetchedAfterMount }) => {
        // An earlier caller may have seen the previous run.
        if (isFetching || !isFetchedAfterMount) return;
        if (error === null && data !== undefined) tell(data);
        if (isFinal(error) || (error === null && data !== undefined && isOver(data))) end(error?.error ?? null);
      },
    );
    function end(error: CallError | null): void {
      stop();
      signal.removeEventListener("abort", giveUp);
      resolve(error);
    }
    const giveUp = (): void => end(null);
    signal.addEventListener("abort", giveUp);
  });
