import { queryOptions, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf, RowChart } from "../../../contract/index.ts";
import { call } from "../../state/queries/calls.ts";
import { answerOrThrow, delay, keepNewest, NEVER_STALE } from "../../state/queries/route-query.ts";
import type { RowsQuery } from "../rows-order.ts";
import type { ShownRun } from "../shown-run.ts";

/** Charts of an answer: several screens. */
const PAGE = 120;
/** Answers kept beside those on screen. */
const PAGES = 12;
/** Milliseconds of rest before charts far from those loaded are asked for. */
const DEBOUNCE_MS = 90;
const NAME = "rowCharts";

type Answer = AnswerOf<"rowCharts">;

const pageQuery = ({ id, version }: ShownRun, query: RowsQuery, page: number) => {
  const key = [NAME, id, version, JSON.stringify(query)];
  return queryOptions({
    ...NEVER_STALE,
    queryKey: [...key, page],
    queryFn: async ({ signal }): Promise<Answer> => {
      if (page > 0) await delay(DEBOUNCE_MS, signal);
      keepNewest(NAME, PAGES);
      const options = { params: { id }, query: { ...query, offset: page * PAGE, limit: PAGE, labels: true }, signal };
      return answerOrThrow(call("rowCharts", options));
    },
    structuralSharing: false,
  });
};

interface LoadedCharts {
  /** Undefined until its answer has come. */
  readonly chart: (index: number) => RowChart | undefined;
  /** Of the rows that are looked at; null until the first answer. */
  readonly total: number | null;
  readonly error: string | null;
  readonly again: () => void;
}

/** Charts around those in sight; their labels are in the answers. */
export function useCharts(run: ShownRun, query: RowsQuery, first: number, last: number): LoadedCharts {
  const firstPage = Math.floor(Math.max(0, first) / PAGE);
  const lastPage = Math.floor(Math.max(0, first, last) / PAGE);
  const wanted = Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
    pageQuery(run, query, firstPage + index),
  );
  const pages = useQueries({ queries: wanted });
  const total = pages.find(({ data }) => data !== undefined)?.data?.total ?? null;
  const of = `${run.id} ${run.version} ${JSON.stringify(query)}`;
  const [known, setKnown] = useState({ of, total });
  if (total !== null && (known.of !== of || known.total !== total)) setKnown({ of, total });
  return {
    chart: (index) => pages[Math.floor(index / PAGE) - firstPage]?.data?.charts[index % PAGE],
    total: total ?? (known.of === of ? known.total : null),
    error: pages.find(({ error, isFetching }) => error !== null && !isFetching)?.error?.message ?? null,
    again: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}
