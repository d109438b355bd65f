import { queryOptions } from "@tanstack/react-query";
import { NEVER_STALE, routeQuery } from "./route-query.ts";

/** Milliseconds between two looks while it is computed. */
const LOOK = 400;

/**
 * The activity of the last session, looked at until all of it is there; what was shown stays until the new answer is
 * there. Only the first visit after an import sees it come, tile after tile.
 */
export const ACTIVITY = queryOptions({
  ...routeQuery("activitySoFar"),
  ...NEVER_STALE,
  staleTime: 0,
  refetchInterval: ({ state: { data, error } }) =>
    error === null && data !== undefined && data.pending.length > 0 ? LOOK : false,
});
