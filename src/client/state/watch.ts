import type { StatusAnswer } from "../../contract/index.ts";
import { call } from "./calls.ts";
import type { CallError } from "./calls.ts";

/** Milliseconds between two looks at a run: soon at first, rarer as it lasts. */
const FIRST_LOOK = 60;
const LAST_LOOK = 700;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

export const ended = ({ status }: { readonly status: string }): boolean => status !== "Pending" && status !== "Running";

/** Follows a run until it ends, telling each status; null when the watcher gave up first. */
export async function watchRun(
  id: string,
  signal: AbortSignal,
  tell: (status: StatusAnswer) => void,
): Promise<CallError | null> {
  for (let wait = FIRST_LOOK; !signal.aborted; wait = Math.min(wait * 1.5, LAST_LOOK)) {
    const answer = await call("status", { params: { id }, signal });
    if (signal.aborted) return null;
    if (answer.ok) {
      tell(answer.value);
      if (ended(answer.value)) return null;
    } else if (answer.error.kind !== "offline") return answer.error;
    await pause(wait, signal);
  }
  return null;
}
