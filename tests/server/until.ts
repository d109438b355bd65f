import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 50;

/** Looks until what there is is good; the test's own time-out ends a wait that never does. */
export async function until<T>(look: () => T | Promise<T>, good: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (good(found)) return found;
    await delay(LOOK_MS);
  }
}
