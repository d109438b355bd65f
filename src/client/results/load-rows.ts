import { queryOptions, useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { call } from "../state/queries/calls.ts";
import type { CallResult } from "../state/queries/calls.ts";
import { answerOrThrow, NEVER_STALE, keepNewest } from "../state/queries/route-query.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { seenWith } from "./grid/numbers.ts";
import type { Seen } from "./grid/numbers.ts";
import { rowsQuery } from "./rows-order.ts";
import type { RowsOrder, RowsQuery } from "./rows-order.ts";
import type { ShownRun } from "./shown-run.ts";

const PAGE = 200;
/** Pages kept beside what is on screen. */
const PAGES = 40;
/** Milliseconds of rest before rows far from those asked for are: dragging the scroll bar passes many. */
const DEBOUNCE_MS = 90;

interface LoadedRows {
  /** Undefined until its page has come. */
  readonly row: (index: number) => readonly unknown[] | undefined;
  /** Of the rows that are looked at; null until the first page has come. */
  readonly total: number | null;
  readonly error: string | null;
  /** What the numbers of each column are like, as far as they have come, in whatever order. */
  readonly seen: readonly Seen[];
  /** What the security of a row is; undefined until its page has come. */
  readonly security: (index: number) => number | undefined;
  /** Whether any row of the run has a label. */
  readonly labelled: boolean;
}

/** Each row ends with its label. */
type Page = AnswerOf<"rows">;

export function fetchRows(
  id: string,
  query: RowsQuery,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<CallResult<Page>> {
  return call("rows", {
    params: { id },
    query: { offset, limit, ...query, labels: true },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Everything that is held of a run in one order. */
const rowsKey = ({ id, version }: ShownRun, query: RowsQuery): readonly unknown[] => [
  "rows",
  id,
  version,
  JSON.stringify(query),
];

/** Pages held of a run in one order. */
const heldPages = (key: readonly unknown[]): readonly Page[] =>
  queryClient.getQueriesData<Page>({ queryKey: key }).flatMap(([, page]) => (page === undefined ? [] : [page]));

const pageQuery = (run: ShownRun, query: RowsQuery, page: number) => {
  const key = rowsKey(run, query);
  return queryOptions({
    ...NEVER_STALE,
    queryKey: [...key, page],
    queryFn: async ({ signal }): Promise<Page> => {
      keepNewest("rows", PAGES);
      return answerOrThrow(fetchRows(run.id, query, page * PAGE, PAGE, signal));
    },
    structuralSharing: false,
  });
};

/** Loads the first page of a run, so that its rows are there when it is shown. Never rejects. */
export const loadFirstRows = (run: ShownRun, order: RowsOrder): Promise<void> =>
  queryClient.prefetchQuery(pageQuery(run, rowsQuery(order, run.columns), 0));

interface SeenOf {
  /** Which rows of which run. */
  readonly of: string;
  readonly seen: readonly Seen[];
  /** Pages that are counted in. */
  readonly pages: ReadonlySet<string>;
}

/** Rows loaded beyond the edges of what is on screen. */
const AHEAD = 60;

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Rows that are needed for some on screen: whole pages, so that scrolling within them changes nothing. */
const spanOf = (first: number, last: number): Span => ({
  first: Math.floor(Math.max(0, first - AHEAD) / PAGE) * PAGE,
  last: Math.ceil((Math.max(0, last) + AHEAD + 1) / PAGE) * PAGE - 1,
});

/** Which rows are asked for, and what says which are on screen: those far from the ones before once it rests there. */
export function useSpan(): readonly [span: Span, onWindow: (first: number, last: number) => void] {
  const [span, setSpan] = useState(() => spanOf(0, 0));
  const wanted = useRef(span);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onWindow = useCallback((first: number, last: number) => {
    const next = spanOf(first, last);
    clearTimeout(timer.current);
    const { current: before } = wanted;
    if (before.first === next.first && before.last === next.last) return;
    const ask = (): void => {
      wanted.current = next;
      setSpan(next);
    };
    const isNear = next.first <= before.last + PAGE && next.last >= before.first - PAGE;
    if (isNear) ask();
    else timer.current = setTimeout(ask, DEBOUNCE_MS);
  }, []);
  return [span, onWindow];
}

/** The rows of a finished run around what is on screen, page by page as they are scrolled to. */
export function useRows(run: ShownRun, order: RowsOrder, first: number, last: number): LoadedRows {
  const firstPage = Math.floor(Math.max(0, first) / PAGE);
  const lastPage = Math.floor(Math.max(0, first, last) / PAGE);
  const query = rowsQuery(order, run.columns);
  const wanted = Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
    pageQuery(run, query, firstPage + index),
  );
  const pages = useQueries({ queries: wanted });

  const span = `${firstPage} ${lastPage}`;
  // What did not come is tried again when one scrolls on.
  const tryAgain = useEffectEvent((_span: string) => {
    for (const page of pages) if (page.isError) void page.refetch();
  });
  useEffect(() => tryAgain(span), [span]);
  const { id, version } = run;
  const key = rowsKey(run, query);
  const of = `${id} ${version}`;
  const [held, setHeld] = useState<SeenOf>({ of, seen: [], pages: new Set() });
  const before = held.of === of ? held : { of, seen: [], pages: new Set<string>() };
  const fresh = pages.flatMap(({ data }, index) => {
    const name = JSON.stringify(wanted[index]?.queryKey);
    return data === undefined || before.pages.has(name) ? [] : [{ name, rows: data.rows }];
  });
  if (fresh.length > 0) {
    const seen = fresh.reduce<readonly Seen[]>((known, { rows }) => seenWith(known, rows), before.seen);
    setHeld({ of, seen, pages: new Set([...before.pages, ...fresh.map(({ name }) => name)]) });
  }
  const there = pages.find(({ data }) => data !== undefined)?.data ?? heldPages(key)[0];
  const pageOf = (index: number): Page | undefined => queryClient.getQueryData([...key, Math.floor(index / PAGE)]);
  return {
    row: (index) => pageOf(index)?.rows[index % PAGE],
    security: (index) => pageOf(index)?.securities?.[index % PAGE],
    labelled: there?.labelled === true,
    total: there?.total ?? null,
    error: pages.find(({ error, isFetching }) => error !== null && !isFetching)?.error?.message ?? null,
    seen: before.seen,
  };
}
