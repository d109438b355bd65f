import { proxy, ref } from "valtio";
import type { ActivitySoFar } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";

export interface ActivityState {
  phase: "loading" | "ready" | "failed";
  answer: ActivitySoFar | null;
  error: string | null;
}

export const activity = proxy<ActivityState>({ phase: "loading", answer: null, error: null });

/** Milliseconds between two looks while it is computed. */
const LOOK = 400;

let current = new AbortController();

/** Nobody looks any more. */
export const leaveActivity = (): void => current.abort();

/**
 * Asks for the activity until all of it is there, or it is left; what was shown stays until the new answer is
 * there. Only the first visit after an import sees it come, tile after tile.
 */
export async function loadActivity(): Promise<void> {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  Object.assign(activity, { phase: activity.answer === null ? "loading" : "ready", error: null });
  for (;;) {
    const answer = await call("activitySoFar", { signal });
    if (signal.aborted) return;
    if (!answer.ok) return void Object.assign(activity, { phase: "failed", error: messageOf(answer.error) });
    Object.assign(activity, { phase: "ready", answer: ref(answer.value) });
    if (answer.value.pending.length === 0) return;
    await new Promise((done) => setTimeout(done, LOOK));
    if (signal.aborted) return;
  }
}
