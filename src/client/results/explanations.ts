import type { ExplainAnswer } from "../../contract/index.ts";
import { call, reasonOf } from "../state/queries/calls.ts";
import { answerOrThrow, NEVER_STALE, keepNewest, delay, routeQuery } from "../state/queries/route-query.ts";
import { queryClient } from "../state/queries/query-client.ts";
import type { ShownRun } from "./shown-run.ts";
import { useLoadable } from "./loadable.ts";
import type { Question } from "./loadable.ts";

/** Answers kept, so that going back to a row costs nothing. */
const ANSWERS = 60;
/** Milliseconds of rest before a row is asked about: the arrow keys pass many. */
const REST = 140;

/** Request of a run or preview as it was sent; `version` changes where the same run has new rows. */
export async function requestOf(id: string, version: string): Promise<Record<string, unknown>> {
  const query = routeQuery("request", { params: { id } });
  const request = await queryClient.fetchQuery({ ...query, ...NEVER_STALE, queryKey: [...query.queryKey, version] });
  keepNewest("request", 1);
  return request;
}

/** Every filter and column of a run on one security-day, on the data that the run read while the market keeps them. */
export const useExplanation = (
  { id, version, status }: ShownRun,
  symbol: string,
  date: string,
): Question<ExplainAnswer> =>
  useLoadable(
    {
      ...NEVER_STALE,
      queryKey: ["explain", id, version, symbol, date],
      queryFn: async ({ signal }) => {
        await delay(REST, signal);
        const request = await requestOf(id, version);
        keepNewest("explain", ANSWERS);
        return answerOrThrow(call("explain", { body: { request, symbol, date, ...readBy(status) }, signal }));
      },
    },
    reasonOf,
  );

const readBy = ({ snapshot }: ShownRun["status"]): { readonly snapshot?: string } =>
  snapshot === null ? {} : { snapshot: snapshot.id };
