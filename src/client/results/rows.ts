import { useEffect, useState } from "react";
import { call, messageOf } from "../state/calls.ts";

const PAGE = 200;

export interface LoadedRows {
  /** Undefined until its page has come. */
  readonly row: (index: number) => readonly unknown[] | undefined;
  readonly error: string | null;
}

/** The rows of a finished run around what is on screen, page by page as they are scrolled to. */
export function useRows(id: string, first: number, last: number): LoadedRows {
  const [pages, setPages] = useState<{
    readonly id: string;
    readonly loaded: ReadonlyMap<number, readonly unknown[][]>;
  }>({
    id,
    loaded: new Map(),
  });
  const [error, setError] = useState<string | null>(null);
  const loaded = pages.id === id ? pages.loaded : new Map<number, readonly unknown[][]>();
  const firstPage = Math.floor(first / PAGE);
  const lastPage = Math.floor(Math.max(first, last) / PAGE);

  useEffect(() => {
    const abort = new AbortController();
    const fetchPage = async (page: number): Promise<void> => {
      const answer = await call("rows", {
        params: { id },
        query: { offset: page * PAGE, limit: PAGE },
        signal: abort.signal,
      });
      if (abort.signal.aborted) return;
      setError(answer.ok ? null : messageOf(answer.error));
      if (!answer.ok) return;
      setPages((before) => ({
        id,
        loaded: new Map([...(before.id === id ? before.loaded : []), [page, answer.value.rows]]),
      }));
    };
    for (let page = firstPage; page <= lastPage; page += 1) if (!loaded.has(page)) void fetchPage(page);
    return () => abort.abort();
    // `loaded` changes with every page that comes; asking again then would fetch what is on its way.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, firstPage, lastPage]);

  return { row: (index) => loaded.get(Math.floor(index / PAGE))?.[index % PAGE], error };
}
