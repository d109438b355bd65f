import type { RequestUpdate } from "../../contract/index.ts";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow } from "../state/queries/route-query.ts";
import { useLoadable } from "./loadable.ts";
import type { Question } from "./loadable.ts";
import type { ShownRun } from "./shown-run.ts";

/** Runs looked back at. */
const RUNS = 30;

/** The runs of a request, newest first, once they are wanted. */
export function useHistory({ id, version }: ShownRun, wanted: boolean): Question<readonly RequestUpdate[]> {
  return useLoadable({
    queryKey: ["requestUpdates", id, version],
    queryFn: async ({ signal }) =>
      (await answerOrThrow(call("requestUpdates", { params: { id }, query: { page_size: RUNS }, signal }))).items,
    enabled: wanted,
  });
}
