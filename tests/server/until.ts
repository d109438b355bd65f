import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 50;
/** Pause between looks by HTTP: an account may call 600 times a minute. */
export const CALL_MS = 300;

/** Looks until what there is is good; the test's own time-out ends a wait that never does. */
export async function until<T>(
  look: () => T | Promise<T>,
  good: (found: T) => boolean,
  every: number = LOOK_MS,
): Promise<T> {
  for (;;) {
    const found = await look();
    if (good(found)) return found;
    await delay(every);
  }
}
