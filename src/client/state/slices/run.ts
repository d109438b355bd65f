import { proxy, ref } from "valtio";
import type { StatusAnswer } from "../../../contract/index.ts";
import { call, messageOf } from "../queries/calls.ts";
import { invalidateRoute } from "../queries/route-query.ts";
import { isOver, watchRun } from "../queries/status.ts";

/** The run that the Run button started. */
export interface RunState {
  phase: "idle" | "starting" | "running" | "finished" | "failed" | "cancelled";
  id: string | null;
  status: StatusAnswer | null;
  error: string | null;
}

export const run = proxy<RunState>({ phase: "idle", id: null, status: null, error: null });

let current = new AbortController();

/**
 * Starts the real scan of a request, a new one or the edited one of an id, and follows it to its end. Gives the id it
 * runs under as soon as the server has taken it; null where it did not.
 */
export async function startRun(request: object, edited: string | null = null): Promise<string | null> {
  current.abort();
  const mine = new AbortController();
  current = mine;
  Object.assign(run, { phase: "starting", id: null, status: null, error: null });
  const created =
    edited === null
      ? await call("create", { body: request, signal: mine.signal })
      : await call("editRequest", { params: { id: edited }, body: request, signal: mine.signal });
  if (mine.signal.aborted) return null;
  if (!created.ok) {
    Object.assign(run, { phase: "failed", error: messageOf(created.error) });
    return null;
  }
  rememberRun(created.value.id);
  void follow(created.value.id, mine.signal);
  return created.value.id;
}

export async function cancelRun(): Promise<void> {
  if (run.id === null) return;
  const answer = await call("cancel", { params: { id: run.id } });
  if (!answer.ok) run.error = messageOf(answer.error);
}

/** Forgets the run on screen; it stays in the list. */
export function closeRun(): void {
  current.abort();
  rememberRun(null);
  Object.assign(run, { phase: "idle", id: null, status: null, error: null });
}

/** Shows a run of the address or the list, finished or not. */
export async function openRun(id: string): Promise<void> {
  current.abort();
  current = new AbortController();
  Object.assign(run, { phase: "starting", id, status: null, error: null });
  rememberRun(id);
  await follow(id, current.signal);
}

async function follow(id: string, signal: AbortSignal): Promise<void> {
  Object.assign(run, { phase: "running", id });
  const error = await watchRun(id, signal, (status) => {
    run.status = ref(status);
    if (!isOver(status)) return;
    run.phase = status.status === "Finished" ? "finished" : status.status === "Cancelled" ? "cancelled" : "failed";
    run.error = status.status === "Failed" ? (status.error?.message ?? "The scan failed.") : null;
    void invalidateRoute("list");
  });
  if (error !== null && !signal.aborted) {
    rememberRun(null);
    Object.assign(run, { phase: "failed", error: messageOf(error) });
  }
}

/** The address names the run on screen, so that a reload and a bookmark show it again. */
function rememberRun(id: string | null): void {
  const url = new URL(location.href);
  if (id === null) url.searchParams.delete("run");
  else url.searchParams.set("run", id);
  history.replaceState(null, "", url);
}

export const runOfAddress = (): string | null => new URL(location.href).searchParams.get("run");
