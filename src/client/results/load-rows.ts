import { useEffect, useState } from "react";
import { call, messageOf } from "../state/calls.ts";
import type { CallResult } from "../state/calls.ts";
import { seenWith } from "./grid/numbers.ts";
import type { Seen } from "./grid/numbers.ts";

const PAGE = 200;
/** Pages kept around what is on screen. */
const KEPT = 40;
/** Milliseconds of rest before rows far from all that is there are asked for: a drawn scroll bar passes many. */
const REST = 90;
/** Rows that a call may bring. */
const MOST = 1000;

/** How the rows are looked at: by a column or in output order, all or those that hold the words. */
export interface RowsOrder {
  readonly sort: number | null;
  readonly descending: boolean;
  readonly search: string;
}

export const OUTPUT_ORDER: RowsOrder = { sort: null, descending: false, search: "" };

export interface LoadedRows {
  /** Undefined until its page has come. */
  readonly row: (index: number) => readonly unknown[] | undefined;
  /** Of the rows that are looked at; null until the first page has come. */
  readonly total: number | null;
  readonly error: string | null;
  /** What the numbers of each column are like, as far as they have come, in whatever order. */
  readonly seen: readonly Seen[];
}

type Page = { readonly total: number; readonly rows: readonly (readonly unknown[])[] };

function fetchRows(
  id: string,
  { sort, descending, search }: RowsOrder,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<CallResult<Page>> {
  return call("rows", {
    params: { id },
    query: {
      offset,
      limit,
      ...(sort === null ? {} : { sort, order: descending ? "desc" : "asc" }),
      ...(search === "" ? {} : { q: search }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** So many rows from one on, however many calls it takes. */
export async function rowsBetween(
  id: string,
  order: RowsOrder,
  first: number,
  last: number,
): Promise<CallResult<readonly (readonly unknown[])[]>> {
  const rows: (readonly unknown[])[] = [];
  while (first + rows.length <= last) {
    const answer = await fetchRows(id, order, first + rows.length, Math.min(MOST, last - first - rows.length + 1));
    if (!answer.ok) return answer;
    if (answer.value.rows.length === 0) break;
    rows.push(...answer.value.rows);
  }
  return { ok: true, value: rows };
}

interface Loaded {
  readonly id: string;
  readonly key: string;
  readonly seen: readonly Seen[];
  readonly pages: ReadonlyMap<number, Page["rows"]>;
  readonly total: number | null;
}

/** The rows of a finished run around what is on screen, page by page as they are scrolled to. */
export function useRows(id: string, order: RowsOrder, first: number, last: number): LoadedRows {
  const { sort, descending, search } = order;
  const key = JSON.stringify([id, sort, descending, search]);
  const [state, setState] = useState<Loaded>({ id, key, seen: [], pages: new Map(), total: null });
  const [error, setError] = useState<string | null>(null);
  const { pages, total } = state.key === key ? state : { pages: new Map<number, Page["rows"]>(), total: null };
  const firstPage = Math.floor(Math.max(0, first) / PAGE);
  const lastPage = Math.floor(Math.max(0, first, last) / PAGE);

  useEffect(() => {
    const abort = new AbortController();
    const load = async (page: number): Promise<void> => {
      const answer = await fetchRows(id, { sort, descending, search }, page * PAGE, PAGE, abort.signal);
      if (abort.signal.aborted) return;
      setError(answer.ok ? null : messageOf(answer.error));
      if (!answer.ok) return;
      const { rows, total: all } = answer.value;
      setState((before) => ({
        id,
        key,
        seen: seenWith(before.id === id ? before.seen : [], rows),
        pages: withPage(before.key === key ? before.pages : new Map(), page, rows),
        total: all,
      }));
    };
    const missing: number[] = [];
    for (let page = firstPage; page <= lastPage; page += 1) if (!pages.has(page)) missing.push(page);
    const near = pages.size === 0 || missing.some((page) => pages.has(page - 1) || pages.has(page + 1));
    const timer = setTimeout(() => missing.forEach((page) => void load(page)), near ? 0 : REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // `pages` changes with every page that comes; asking again then would fetch what is on its way.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, firstPage, lastPage]);

  return {
    row: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    total,
    error,
    seen: state.id === id ? state.seen : [],
  };
}

/** With one page more; those farthest from it go. */
function withPage(before: Loaded["pages"], page: number, rows: Page["rows"]): Loaded["pages"] {
  const all = [...before.entries()].filter(([other]) => other !== page);
  all.push([page, rows]);
  return new Map(all.toSorted(([a], [b]) => Math.abs(a - page) - Math.abs(b - page)).slice(0, KEPT));
}
