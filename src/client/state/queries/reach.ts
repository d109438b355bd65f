import { proxy } from "valtio";
import { SHELL_ROUTES } from "../../../contract/index.ts";
import { callRoute, callListener } from "./call-route.ts";
import { queryClient } from "./query-client.ts";

/** Pause before the server is tried again, doubled up to the second while nobody answers. */
const FIRST_TRY_MS = 2_000;
const LAST_TRY_MS = 30_000;

/** Whether the server can be reached; null as long as it can, else who is away. */
export const reach = proxy<{ away: "network" | "server" | null; trying: boolean }>({ away: null, trying: false });

let pause = FIRST_TRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the last try that failed began. */
let failedTry = 0;

/** Tries at once. One call that failed says little: only after this one has failed too is the server away. */
export async function tryReach(): Promise<void> {
  if (reach.trying) return;
  clearTimeout(timer);
  reach.trying = true;
  const began = performance.now();
  const answer = await callRoute(SHELL_ROUTES.shell);
  reach.trying = false;
  if (answer.ok || answer.error.kind !== "offline") return;
  failedTry = began;
  reach.away = navigator.onLine ? "server" : "network";
  timer = setTimeout(() => void tryReach(), pause);
  pause = Math.min(pause * 2, LAST_TRY_MS);
}

function hear(there: boolean, began: number): void {
  if (!there) {
    if (reach.away === null) void tryReach();
    return;
  }
  if (reach.away === null) return;
  // What was on its way when the network went says nothing of now.
  if (began < failedTry) return void tryReach();
  clearTimeout(timer);
  pause = FIRST_TRY_MS;
  reach.away = null;
  // What could not be shown meanwhile comes by itself.
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { error } }) => error?.error.kind === "offline",
  });
}

/** Listens to the calls of the page; the returned function stops it. */
export function watchReach(): () => void {
  callListener.answered = hear;
  return () => {
    callListener.answered = () => undefined;
    clearTimeout(timer);
    Object.assign(reach, { away: null, trying: false });
    pause = FIRST_TRY_MS;
    failedTry = 0;
  };
}
