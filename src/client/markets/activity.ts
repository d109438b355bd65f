import { proxy, ref } from "valtio";
import type { Activity } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";

export interface ActivityState {
  phase: "loading" | "ready" | "failed";
  answer: Activity | null;
  error: string | null;
}

export const activity = proxy<ActivityState>({ phase: "loading", answer: null, error: null });

/** Asks for the activity; what is shown stays until the new answer is there. */
export async function loadActivity(): Promise<void> {
  Object.assign(activity, { phase: activity.answer === null ? "loading" : "ready", error: null });
  const answer = await call("activity");
  if (answer.ok) Object.assign(activity, { phase: "ready", answer: ref(answer.value) });
  else Object.assign(activity, { phase: "failed", error: messageOf(answer.error) });
}
