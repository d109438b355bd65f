import { useQuery } from "@tanstack/react-query";
import { proxy, ref, useSnapshot } from "valtio";
import type { ExplainedPart } from "../../../contract/index.ts";
import { reasonOf } from "../queries/calls.ts";
import { readKept, write } from "../session/kept.ts";
import { NEVER_STALE, routeQuery } from "../queries/route-query.ts";
import { queryClient } from "../queries/query-client.ts";

/** The security-day whose values formulas show. */
export interface Pinned {
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
}

const KEY = "scanbook.pinned";

const readPinned = (value: unknown): Pinned | null => {
  if (typeof value !== "object" || value === null || !("symbol" in value) || !("date" in value)) return null;
  const { symbol, date } = value;
  return typeof symbol === "string" && typeof date === "string" ? { symbol, date } : null;
};

export const pinned = proxy<{
  /** Null where nothing is pinned: nothing is asked then. */
  at: Pinned | null;
}>({ at: readKept(KEY, readPinned) });

export function pin(symbol: string, date: string): void {
  const name = symbol.trim().toUpperCase();
  pinned.at = name === "" || date === "" ? null : ref({ symbol: name, date });
  write(KEY, pinned.at);
}

/** The catalogue's values there, once for each; a failure is told and not tried again by itself. */
const valuesAt = (at: Pinned | null) => ({
  ...routeQuery("fieldValues", { body: { ...at } }),
  ...NEVER_STALE,
  enabled: at !== null,
  retryOnMount: false,
});

/** Fetches the values of the pinned day; gives why there are none, null where there are. */
export function usePinnedError(): string | null {
  const { at } = useSnapshot(pinned);
  const { data, error } = useQuery(valuesAt(at));
  return at === null ? null : error === null ? (data?.absence?.text ?? null) : reasonOf(error.error);
}

/** The value of a data point of the catalogue on the pinned day, by its code; null until it is known. */
export const pinnedValue = (code: string): ExplainedPart | null =>
  queryClient.getQueryData(valuesAt(pinned.at).queryKey)?.formulas.find(({ root }) => root.code === code)?.root ?? null;
