import { useQuery } from "@tanstack/react-query";
import type { StatusAnswer } from "../../contract/index.ts";
import { call, messageOf, whyNotShown } from "../state/queries/calls.ts";
import type { NotShown } from "../state/queries/calls.ts";
import { isFinal, statusQuery } from "../state/queries/status.ts";

interface RunOfPage {
  readonly status: StatusAnswer | null;
  readonly error: NotShown | null;
  /** Looks again, after a failure or when it runs again. */
  readonly again: () => void;
}

/** The newest run of a request, followed until it ends. */
export function useRun(id: string): RunOfPage {
  const { data, error, isFetching, refetch } = useQuery(statusQuery(id));
  const why = !isFetching && error !== null && isFinal(error) ? whyNotShown("request", error.error) : null;
  return { status: data ?? null, error: why, again: () => void refetch() };
}

/** Ends a run; the message where that failed. */
export async function cancelRequest(id: string): Promise<string | null> {
  const answer = await call("cancel", { params: { id } });
  return answer.ok ? null : messageOf(answer.error);
}

/** Runs a request again on the data of now; the message where that failed. */
export async function runAgain(id: string): Promise<string | null> {
  const answer = await call("rerunRequest", { params: { id } });
  return answer.ok ? null : messageOf(answer.error);
}

export { isOver } from "../state/queries/status.ts";
