import { useEffect, useState } from "react";
import type { StatusAnswer } from "../../contract/index.ts";
import { call, messageOf, whyNotShown } from "../state/calls.ts";
import type { NotShown } from "../state/calls.ts";
import { ended, watchRun } from "../state/watch.ts";

export interface RunOfPage {
  readonly status: StatusAnswer | null;
  readonly error: NotShown | null;
  /** Looks again, after a failure or when it runs again. */
  readonly again: () => void;
}

/** The newest run of a request, followed until it ends. */
export function useRun(id: string): RunOfPage {
  const [turn, setTurn] = useState(0);
  const key = `${id} ${turn}`;
  const [state, setState] = useState<{
    readonly key: string;
    readonly status: StatusAnswer | null;
    readonly error: NotShown | null;
  }>({ key: "", status: null, error: null });
  useEffect(() => {
    const abort = new AbortController();
    void watchRun(id, abort.signal, (status) => {
      if (!abort.signal.aborted) setState({ key, status, error: null });
    }).then((error) => {
      if (error !== null && !abort.signal.aborted)
        setState((now) => ({ ...now, key, error: whyNotShown("request", error) }));
    });
    return () => abort.abort();
  }, [key, id]);
  // What was there stays until the next look has told something, unless it is of another request.
  const status = state.status?.id === id ? state.status : null;
  return { status, error: state.key === key ? state.error : null, again: () => setTurn(turn + 1) };
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

export const isOver = (status: StatusAnswer): boolean => ended(status);
