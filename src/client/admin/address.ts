import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

export interface AddressQuery {
  readonly get: (name: string) => string;
  /** Changes what is named and leaves the rest; an empty value goes out of the address. Another list begins at its first page. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
}

/** The state of a list in the address: search, sort, filters, page. Back and reload restore it. */
export function useAddress(): AddressQuery {
  const search = useSearch();
  const [path, go] = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const get = useCallback((name: string) => query.get(name) ?? "", [query]);
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(query);
      if (!("page" in changes)) next.delete("page");
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      go(text === "" ? path : `${path}?${text}`, { replace: !("page" in changes) });
    },
    [query, go, path],
  );
  return { get, set };
}
